cimport cython
from parlour.table.state cimport State, NOBODY

cdef enum:
    NONE = 0
    OFF = 25
    SETUPS = 20

cdef class Steps:
    cdef readonly short[1000] landing
    cdef readonly short[1000] crossing

cdef class Rules(State):
    cdef Steps steps
    cdef readonly bint hidden
    cdef readonly bint friend_blocks
    cdef readonly int limit
    cdef readonly short[26] tile
    cdef readonly short[11] place
    cdef readonly short[2] left
    cdef readonly bint[2] deployed
    cdef readonly int turn
    cdef readonly int quiet

    @cython.locals(piece=int, k=int, count=int, here=int, to=int, over=int, first=int, step=int)
    cdef int legal(self, int* out) except -1 nogil
    cdef bint own(self, int piece) noexcept nogil
    @cython.locals(piece=int, step=int)
    cdef int play(self, int action) except -1 nogil
    @cython.locals(rest=int, size=int, column=int, nth=int, piece=int)
    cdef int deploy(self, int order) except -1 nogil
    cdef int remove(self, int tile) except -1 nogil
    cdef int put(self, int piece, int tile) except -1 nogil
    cdef int pass_on(self) except -1 nogil
    cdef int result(self, double* out) except -1 nogil
    cdef int copy_from(self, State other) except -1 nogil
