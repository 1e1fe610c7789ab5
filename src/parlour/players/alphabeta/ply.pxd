cimport cython
from libc.stdlib cimport free, malloc
from parlour.players.alphabeta.transposition_table cimport NONE
from parlour.table.state cimport State

cpdef enum:
    MAX_PLY = 100

cdef class Ply:
    cdef State state
    cdef Ply below
    cdef int number
    cdef int killer
    cdef int other_killer
    cdef int* actions
    cdef double* scores
    cdef int pv_length
    cdef int[MAX_PLY] pv
    cdef int end  # the last array is checked for its bounds only if something follows

    cdef int descend(self, int action) except -1 nogil
    @cython.locals(i=int)
    cdef int update_pv(self, int action) noexcept nogil

@cython.locals(ply=Ply)
cpdef Ply plies(State prototype)
