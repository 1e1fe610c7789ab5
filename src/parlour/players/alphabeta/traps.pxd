cimport cython
from parlour.players.alphabeta.ply cimport Ply, plies
from parlour.players.alphabeta.search_limits cimport SearchLimits
from parlour.players.alphabeta.transposition_table cimport NONE
from parlour.table.advice.knowledge cimport Knowledge
from parlour.table.state cimport State

cdef enum:
    MAX_TRAP_DEPTH = 8

cdef double HALF_BLIND

cdef class Traps:
    cdef readonly SearchLimits limits
    cdef readonly Knowledge knowledge
    cdef Ply top
    cdef int own_seat
    cdef int distance

    @cython.locals(i=int, count=int, chosen=int, found=int, depth=int)
    cpdef int best(self, State root, object actions, long long nodes, object deadline) except -2
    @cython.locals(best=int, highest=double, chance=double, i=int)
    cdef int best_at_depth(self, int count, int depth) except -2 nogil
    @cython.locals(payoffs=double[16], known=int, best=double, total=double, weights=double,
                   count=int, i=int, chance=double, weight=double)
    cdef double winning_chance(self, Ply here, int depth) except? -3.0 nogil
