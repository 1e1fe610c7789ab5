cimport cython
from parlour.table.compiled.rng cimport STEP, WORD, random_below, next64
from parlour.table.state cimport State, NOBODY

cdef enum:
    EMPTY = 0
    BLACK = 1
    WHITE = 2
    WALL = 3
    MOST = 361
    OFF = 361

cdef class Shape:
    cdef readonly int size
    cdef readonly int cells
    cdef readonly short[361] north
    cdef readonly short[361] east
    cdef readonly short[361] south
    cdef readonly short[361] west
    cdef readonly short[361] rise
    cdef readonly short[361] rise_mid
    cdef readonly short[361] fall
    cdef readonly short[361] fall_mid
    cdef readonly short[1083] side
    cdef unsigned long long[1083] mark

    @cython.locals(rng_state=cython.ulonglong[1], i=int)
    cdef int number_stones(self) noexcept nogil

cdef class Rules(State):
    cdef Shape shape
    cdef readonly bint pie
    cdef readonly int turn
    cdef readonly int black
    cdef readonly bint asking
    cdef readonly int winner
    cdef readonly int empty_count
    cdef readonly unsigned long long marks
    cdef readonly short[362] board
    cdef short[361] empties
    cdef short[361] where
    cdef short[1083] group

    @cython.locals(i=int)
    cdef int legal(self, int* out) except -1 nogil
    @cython.locals(colour=int, mid=int)
    cdef int play(self, int action) except -1 nogil
    cdef int next_turn(self) except -1 nogil
    cdef int answer(self, bint swap) except -1 nogil
    @cython.locals(i=int, last=int)
    cdef int put(self, int cell, int colour) except -1 nogil
    @cython.locals(here=int)
    cdef int join(self, int cell, int colour) except -1 nogil
    @cython.locals(a=int, b=int, sides=int, size=int)
    cdef int merge(self, int one, int other) except -1 nogil
    cdef int root(self, int node) noexcept nogil
    @cython.locals(winner=int)
    cdef int result(self, double* out) except -1 nogil
    cdef int copy_from(self, State other) except -1 nogil
    @cython.locals(rest=int)
    cdef unsigned long long key64(self) except? 0 nogil
    @cython.locals(steps=int, count=int, cell=int, i=int, colour=int)
    cdef int playout(self, unsigned long long* rng_state) except -1 nogil
    @cython.locals(stack=short[361], seen=short[362], top=int, cell=int, near=int, i=int)
    cdef bint black_has_joined(self) except -1 nogil
    @cython.locals(cell=int, was=int, now=int, changed=list)
    cpdef list changed_since(self, Rules old)
