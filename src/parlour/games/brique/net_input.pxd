cimport cython
from parlour.games.brique.rules cimport BLACK, EMPTY, MOST, WHITE, Rules, Shape
from parlour.table.learning.net_input cimport NetInput
from parlour.table.state cimport State

cdef enum:
    OWN = 1
    OTHER = 2
    LIGHT = 4
    INSIDE = 8
    LARGEST = 19

cdef class BriqueNetInput(NetInput):
    cdef Shape shape
    cdef short[MOST] turned

    cdef int grid(self, State state, unsigned char* out) except -1 nogil
    @cython.locals(i=int, size=int, side=int, row=int, column=int, cell=int, stone=int, bits=int)
    cdef int write_grid(self, Rules rules, unsigned char* out) except -1 nogil
    cdef int rows(self, State state, short* out) except -1 nogil
    cdef int target(self, State state, int action) except -2 nogil
    cdef bint settles(self, State state) except -1 nogil
    cdef int stake(self, State state, int action) except -2 nogil
