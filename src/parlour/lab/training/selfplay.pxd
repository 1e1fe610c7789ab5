cimport cython
from libc.stdlib cimport free
from parlour.lab.training.buffers cimport (
    byte_row, bytes_from, new_bytes, new_floats, new_ints, new_shorts, short_row, shorts_from,
)
from parlour.lab.training.gumbel cimport LONGEST, GumbelSearch
from parlour.table.compiled.rng cimport random_below
from parlour.table.state cimport NOBODY, State

cdef double CERTAIN
cdef int PATIENCE

cdef class SelfPlay(GumbelSearch):
    cdef readonly int openings
    cdef public double resignation
    cdef int area
    cdef int active_rows
    cdef int* sampled
    cdef int* hopeless
    cdef short* plays_on
    # Of each position of each match that is a lesson, once the result is known.
    cdef unsigned char* sample_grid
    cdef short* sample_rows
    cdef short* sample_policy
    cdef float* sample_root
    cdef short* sample_seat
    # Of the lessons of finished matches, until somebody collects them.
    cdef int capacity
    cdef readonly int ready
    cdef unsigned char* ready_grid
    cdef short* ready_rows
    cdef short* ready_policy
    cdef float* ready_result
    cdef float* ready_root
    # Counts since the last report.
    cdef int finished
    cdef int plies
    cdef int first_wins
    cdef int resigned
    cdef int tested
    cdef int mistaken

    @cython.locals(m=int)
    cpdef object step(self, unsigned char[:, ::1] grids, short[:, ::1] rows,
                      float[:, ::1] policies, float[::1] values, bint first=*)
    @cython.locals(i=int, j=int, at=int, count=int)
    cpdef object collect(self, unsigned char[:, ::1] grids, short[:, ::1] rows,
                         short[:, ::1] policies, float[::1] results, float[::1] roots)
    cdef int encode(self, int m, unsigned char* grid, short* rows) except -1 nogil
    cdef int advance(self, int m) except -1 nogil
    @cython.locals(i=int, out=int[8192], count=int, action=int, random_actions=int)
    cdef int begin(self, int m) except -1 nogil
    @cython.locals(node=int, edge=int, e=int, child=int, value=double, seat=int)
    cdef bint decide(self, int m) except -1 nogil
    @cython.locals(at=int, i=int, node=int, edge=int, part=int)
    cdef int note(self, int m, double value) except -1 nogil
    cdef bint resigns(self, int m, int seat, double value) noexcept nogil
    @cython.locals(i=int, j=int, at=int, to=int, sign=double)
    cdef int finish(self, int m, double payoff) except -1 nogil
    cpdef object show(self, State state, unsigned char[:, ::1] grids, short[:, ::1] rows)
    cpdef dict report(self)
