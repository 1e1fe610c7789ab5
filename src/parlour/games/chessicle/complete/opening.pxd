cimport cython
from parlour.games.chessicle.rules cimport Rules

cdef enum:
    ROWS = 20
    PAIRS = 400
    NO_ENTRY = -1
    HOME = 31
    BOTTOM = 20

cdef class Opening:
    cdef short[25] by_heroes
    cdef short[PAIRS] entry

    @cython.locals(own=int, other=int)
    cdef int look_up(self, Rules rules) noexcept nogil
    @cython.locals(h1=int, h2=int)
    cdef int row_of(self, Rules rules, int side) noexcept nogil
