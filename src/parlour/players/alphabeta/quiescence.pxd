cimport cython
from parlour.players.alphabeta.move_ordering cimport MoveOrdering
from parlour.players.alphabeta.ply cimport MAX_PLY, Ply
from parlour.players.alphabeta.scores cimport BAND, UNKNOWN, WIN, score_of_end
from parlour.players.alphabeta.search_limits cimport SearchLimits
from parlour.players.alphabeta.transposition_table cimport NONE
from parlour.table.advice.knowledge cimport Knowledge
from parlour.table.state cimport CHANCE, State

@cython.final
cdef class Quiescence:
    cdef Knowledge knowledge
    cdef MoveOrdering ordering
    cdef SearchLimits limits
    cdef long long guesses

    @cython.locals(payoffs=double[16], known=int)
    cdef int enter(self, Ply here, int alpha, int beta) except? -2000000 nogil
    @cython.locals(payoffs=double[16])
    cdef int end_score(self, Ply here) except? -2000000 nogil
    cdef int reply(self, Ply here, int alpha, int beta) except? -2000000 nogil
    @cython.locals(known=int)
    cdef int search(self, Ply here, int alpha, int beta) except? -2000000 nogil
    @cython.locals(best=int, count=int, i=int, action=int, value=int)
    cdef int search_tactical(self, Ply here, int alpha, int beta) except? -2000000 nogil
    @cython.locals(values=double[16], value=double)
    cdef int evaluate(self, Ply here) except? -2000000 nogil
