cimport cython
from parlour.games.turncoat.blocks cimport (
    BLOCKS, COLOUR, DEAD, NEUTRAL, OBJECTIVE, SEATS, SIDES, SPAWN, SQUARES, TRUE,
)
from parlour.games.turncoat.rules cimport Rules

cdef enum:
    FAR = 99
    MOVE_COST = 4
    NEUTRAL_COST = 2
    FOREIGN_COST = 3
    WALL = 100
    BUCKETS = 16
    BUCKET_SIZE = 3000

cdef class Reach:
    cdef readonly short[SEATS * SQUARES] far
    cdef short[SIDES * SQUARES] best
    cdef short[SQUARES] turned
    cdef short[BUCKETS * BUCKET_SIZE] queue
    cdef int[BUCKETS] count

    @cython.locals(seat=int)
    cdef int measure_all(self, Rules rules) except -1 nogil
    @cython.locals(first=int, i=int, here=int, d=int, block=int, cost=int, idle=int, bucket=int,
                   entry=int)
    cdef int measure(self, Rules rules, int seat) except -1 nogil
    @cython.locals(cost=int, d=int, u=int)
    cdef int seed(self, Rules rules, int seat, int near) except -1 nogil
    @cython.locals(around=bint, changing=bint, e=int, there=int, total=int, ground=int)
    cdef int spread(self, Rules rules, int seat, int here, int d, int cost) except -1 nogil
    @cython.locals(bucket=int)
    cdef int push(self, int square, int d, int cost) except -1 nogil
    @cython.locals(block=int)
    cdef int ground(self, Rules rules, int seat, int square) noexcept nogil
