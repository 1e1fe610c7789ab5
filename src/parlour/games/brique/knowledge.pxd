cimport cython
from libc.math cimport exp, tanh
from parlour.games.brique.bitboard cimport FAR
from parlour.games.brique.rules cimport BLACK, EMPTY, MOST, OFF, WHITE, Rules, Shape
from parlour.table.advice.knowledge cimport Knowledge
from parlour.table.state cimport State

cpdef enum:
    SLACKS = 64

cdef class Geometry:
    cdef Shape shape
    cdef short[6 * MOST] neighbours
    cdef short[6 * MOST] bridge
    cdef short[4 * MOST] edge

cdef class BriqueKnowledge(Knowledge):
    cdef Geometry geometry
    cdef short[4 * MOST] distance
    cdef short[13 * MOST] frontier
    cdef short[13 * MOST] next_frontier
    cdef int next_count
    cdef short[MOST] excluded
    cdef int[3] missing
    cdef int[3] next_cells
    cdef double[SLACKS] slack_weights

    cdef int evaluate(self, State state, double* out) except -1 nogil
    @cython.locals(lead=double, value=double)
    cdef int evaluate_position(self, Rules rules, double* out) except -1 nogil
    cdef int priors(self, State state, int* actions, int count, double* out) except -1 nogil
    @cython.locals(own=int, other=int, i=int, cell=int, mine=double, theirs=double)
    cdef int write_priors(self, Rules rules, int* actions, int count, double* out) except -1 nogil
    @cython.locals(slack=int)
    cdef double slack_weight(self, int colour, int cell) noexcept nogil
    @cython.locals(one=int, two=int)
    cdef bint is_dominated(self, Rules rules, int own, int cell) noexcept nogil
    @cython.locals(side=int, colour=int, cell=int, stones=int)
    cdef int measure(self, Rules rules) except -1 nogil
    cdef int distance_through(self, int colour, int cell) noexcept nogil
    @cython.locals(start=int, colour=int, count=int, stones=int, next_count=int, cell=int, k=int,
                   square=int, targets=int, reached=int[12])
    cdef int flood(self, Rules rules, int side) except -1 nogil
    @cython.locals(start=int, count=int, cell=int, at_side=bint, k=int, one=int, two=int)
    cdef int start_flood(self, Rules rules, int side, int colour) except -1 nogil
