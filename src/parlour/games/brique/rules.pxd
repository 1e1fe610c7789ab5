cimport cython
from parlour.table.compiled.rng cimport STEP, WORD, random_below, next64
from parlour.table.state cimport State, NOBODY

cpdef enum:
    EMPTY = 0
    BLACK = 1
    WHITE = 2
    WALL = 3
    MOST = 361
    OFF = 361
    PADDED = 362

cdef class Shape:
    cdef readonly int size
    cdef readonly int cells
    cdef readonly short[MOST] north
    cdef readonly short[MOST] east
    cdef readonly short[MOST] south
    cdef readonly short[MOST] west
    cdef readonly short[MOST] rise
    cdef readonly short[MOST] rise_mid
    cdef readonly short[MOST] fall
    cdef readonly short[MOST] fall_mid
    cdef readonly short[3 * MOST] side
    cdef unsigned long long[3 * MOST] mark

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
    cdef readonly short[PADDED] board
    cdef short[MOST] empties
    cdef short[MOST] where
    cdef short[3 * MOST] group

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
    @cython.locals(own=int, other=int, cells=int, cell=int)
    cdef int encode(self, int seat, signed char* out) except -1 nogil
    @cython.locals(steps=int, count=int, cell=int, i=int, colour=int)
    cdef int playout(self, unsigned long long* rng_state) except -1 nogil
    @cython.locals(stack=short[MOST], seen=short[PADDED], top=int, cell=int, near=int, i=int)
    cdef bint black_has_joined(self) except -1 nogil
    @cython.locals(cell=int, was=int, now=int, changed=list)
    cpdef list changed_since(self, Rules old)
