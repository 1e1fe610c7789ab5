cimport cython
from parlour.table.compiled.rng cimport next64
from parlour.table.state cimport State, NOBODY

cpdef enum:
    NONE = 0
    MOVES = 4
    OFF = 25
    BEYOND = 1 << 25
    PLACES = 26
    SETUPS = 20
    ORDERS = 120
    PIECES = 11
    STEPS = 1040
    NUMBERS = 256

cdef class Steps:
    cdef readonly short[STEPS] landing
    cdef readonly short[STEPS] crossing
    cdef readonly int[STEPS] barred

cdef class Rules(State):
    cdef Steps steps
    cdef readonly bint hidden
    cdef readonly int limit
    cdef readonly short[PLACES] tile
    cdef readonly short[PIECES] place
    cdef readonly int[2] army
    cdef readonly short[2] left
    cdef readonly bint[2] deployed
    cdef readonly int turn
    cdef readonly int quiet

    @cython.locals(count=int, first=int, closed=int, piece=int, step=int, k=int)
    cdef int legal(self, int* out) except -1 nogil
    @cython.locals(piece=int, here=int, step=int, to=int, over=int, enemy=int)
    cdef int play(self, int action) except -1 nogil
    @cython.locals(rest=int, size=int, column=int, nth=int, piece=int)
    cdef int deploy(self, int order) noexcept nogil
    @cython.locals(piece=int)
    cdef int remove(self, int tile) noexcept nogil
    cdef int put(self, int piece, int tile) noexcept nogil
    cdef int next_turn(self) noexcept nogil
    cdef int result(self, double* out) except -1 nogil
    @cython.locals(i=int, other=int, known=bint, piece=int, here=int)
    cdef int encode(self, int seat, signed char* out) except -1 nogil
    cdef int copy_from(self, State other) except -1 nogil
    cdef int copy_position(self, Rules other) noexcept nogil
    cdef unsigned long long key64(self) except? 0 nogil
    @cython.locals(rng_state=cython.ulonglong[1], piece=int)
    cdef unsigned long long repetition_key64(self) except? 0 nogil
