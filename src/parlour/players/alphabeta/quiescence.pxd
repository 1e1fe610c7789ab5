cimport cython
from parlour.players.alphabeta.move_ordering cimport Ordering
from parlour.players.alphabeta.ply cimport DEEPEST, Ply, plies
from parlour.players.alphabeta.scores cimport BAND, UNKNOWN, WIN, settled
from parlour.players.alphabeta.transposition_table cimport NOWHERE
from parlour.table.advice.knowledge cimport Knowledge
from parlour.table.state cimport CHANCE, State

cdef class Quiescence:
    cdef Knowledge knowledge
    cdef Ordering ordering
    cdef Ply top
    cdef object time
    cdef object deadline
    cdef public bint stopped
    cdef readonly long long nodes
    cdef long long most
    cdef long long guesses
    cdef long long next_look
    cdef long long stride
    cdef double looked
    cdef bint halted

    cdef object limit(self, long long nodes, object deadline)
    @cython.locals(now=double)
    cdef int count_node(self) except -1 nogil
    cdef bint late(self) except -1 nogil
    @cython.locals(payoffs=double[16], known=int)
    cdef int enter(self, Ply here, int alpha, int beta) except? -2000000 nogil
    @cython.locals(payoffs=double[16])
    cdef int reply(self, Ply here, int depth, int alpha, int beta) except? -2000000 nogil
    @cython.locals(known=int)
    cdef int search(self, Ply here, int depth, int alpha, int beta) except? -2000000 nogil
    @cython.locals(best=int, count=int, i=int, action=int, value=int)
    cdef int calm(self, Ply here, int alpha, int beta) except? -2000000 nogil
    @cython.locals(values=double[16], value=double)
    cdef int judged(self, Ply here) except? -2000000 nogil
