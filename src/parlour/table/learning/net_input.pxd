cimport cython
from parlour.table.state cimport State

cdef class NetInput:
    cdef readonly object game
    cdef readonly int side
    cdef readonly int planes
    cdef readonly int row_count
    cdef readonly int active_rows
    cdef readonly int policy_size

    cdef int grid(self, State state, unsigned char* out) except -1 nogil
    cdef int rows(self, State state, short* out) except -1 nogil
    cdef int target(self, State state, int action) except -2 nogil
    cdef bint settles(self, State state) except -1 nogil
    cdef int stake(self, State state, int action) except -2 nogil
