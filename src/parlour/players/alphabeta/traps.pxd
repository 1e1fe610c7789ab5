cimport cython
from parlour.players.alphabeta.ply cimport Ply
from parlour.players.alphabeta.quiescence cimport Quiescence
from parlour.players.alphabeta.transposition_table cimport NOWHERE
from parlour.table.state cimport State

cdef enum:
    DEEPEST_TRAP = 8

cdef double LONG_SIGHT

cdef class Traps(Quiescence):
    cdef int mine
    cdef int far

    @cython.locals(i=int, count=int, chosen=int, found=int, depth=int)
    cpdef int best(self, State root, object actions, long long nodes, object deadline) except -2
    @cython.locals(best=int, most=double, hope=double, i=int)
    cdef int likeliest(self, int count, int depth) except -2 nogil
    @cython.locals(payoffs=double[16], known=int, best=double, total=double, weights=double,
                   count=int, i=int, hope=double, weight=double)
    cdef double hope(self, Ply here, int depth) except? -3.0 nogil
