cimport cython
from libc.stdlib cimport calloc, free
from parlour.players.alphabeta.ply cimport Ply
from parlour.players.alphabeta.transposition_table cimport NONE
from parlour.table.advice.knowledge cimport Knowledge
from parlour.table.state cimport State

@cython.final
cdef class MoveOrdering:
    cdef Knowledge knowledge
    cdef double* history
    cdef double max_history

    @cython.locals(ply=Ply, i=int)
    cdef object clear(self, Ply top)
    @cython.locals(first=int, highest_prior=double, scores=double, i=int, action=int)
    cdef int score_actions(self, Ply here, int count, int hash_action) except -1 nogil
    @cython.locals(best=int, k=int, action=int)
    cdef int pick(self, Ply here, int i, int count) noexcept nogil
    @cython.locals(index=int)
    cdef int reward_cutoff(self, Ply here, int action, int depth) noexcept nogil
