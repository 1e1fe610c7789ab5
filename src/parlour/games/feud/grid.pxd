cimport cython
from parlour.table.compiled.rng cimport next64

cpdef enum:
    ARCHER = 0
    KNIGHT = 1
    KING = 2
    MEDIC = 3
    SHIELD = 4
    WIZARD = 5
    NOTHING = 6
    FIRST_KING = 4
    FIRST_SHIELD = 6
    TILES = 16
    CODES = 16
    KINDS = 7
    MARKS = 960
    NONE = 16
    OFF = 16
    SKIP = 24
    ACTS = 25
    WOUNDS = 192
    FEATURES = 208
    NUMBERS = 215
    SWAPPING = 0
    ACTING = 1
    OVER = 2
    GOING = 0
    FALLEN = 1
    ISOLATED = 2
    DRAWN = 3
    SKIPPED = 4
    UNFINISHED = 5

cdef class Grid:
    cdef readonly int[17] kind
    cdef readonly int[TILES] near
    cdef readonly int[TILES * 17] sight
    cdef readonly int[24] first
    cdef readonly int[24] second
    cdef readonly int[32] swap
    cdef readonly int[KINDS * TILES * CODES] targets
    cdef readonly int[KINDS * 17] ways
    cdef unsigned long long[MARKS] marks
    cdef readonly int end  # the last array is checked for its bounds only if something follows

    @cython.locals(rng_state=cython.ulonglong[1], i=int)
    cdef int fill(self) except -1
