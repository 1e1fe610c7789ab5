cimport cython
from parlour.games.knights.rules cimport Rules, LIVE

ctypedef const unsigned char* Bytes

cpdef enum:
    NONE = 4
    COLON = 58
    LINE_FEED = 10
    RETURN = 13

cdef class ScriptRunner:
    cdef readonly Rules rules
    cdef str due
    cdef bytes rest
    cdef unsigned long long[1] rng_state
    cdef short[256] knight
    cdef short[256] direction
    cdef readonly long long lines

    @cython.locals(knight=int, direction=int)
    cdef Py_ssize_t run(self, Bytes text, Py_ssize_t place, Py_ssize_t end) except -1 nogil
    cdef int move(self, int knight, int direction) except -1 nogil
