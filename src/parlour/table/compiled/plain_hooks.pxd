cimport cython

cdef class PlainHooks:
    cdef readonly object game
    cdef readonly bint python_only
    cdef readonly int action_count
    cdef readonly int seat_count

    @cython.locals(count=int, i=int, a=int)
    cdef int python_legal(self, int* out) except -1
    @cython.locals(i=int)
    cdef int python_result(self, double* out) except -1
    @cython.locals(count=int, i=int)
    cdef int python_chance_odds(self, double* out) except -1
    cdef int python_playout(self, unsigned long long* rng_state) except -1
    @cython.locals(action=int)
    cdef int python_sample_action(self, unsigned long long* rng_state) except -2
    @cython.locals(values=list, count=int, i=int, value=int)
    cdef int python_encode(self, int seat, signed char* out) except -1
