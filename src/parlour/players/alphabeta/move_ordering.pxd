cimport cython
from libc.stdlib cimport calloc, free
from parlour.players.alphabeta.ply cimport Ply
from parlour.players.alphabeta.transposition_table cimport NOWHERE
from parlour.table.advice.knowledge cimport Knowledge
from parlour.table.state cimport State

@cython.final
cdef class Ordering:
    cdef Knowledge knowledge
    cdef double* history
    cdef double highest

    @cython.locals(ply=Ply, i=int)
    cdef object forget(self, Ply top)
    @cython.locals(first=int, heaviest=double, order=double, i=int, action=int)
    cdef int arrange(self, Ply here, int count, int proposed) except -1 nogil
    @cython.locals(best=int, k=int, action=int)
    cdef int pick(self, Ply here, int i, int count) noexcept nogil
    @cython.locals(place=int)
    cdef int praise(self, Ply here, int action, int depth) noexcept nogil
