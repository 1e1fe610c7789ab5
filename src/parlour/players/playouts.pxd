cimport cython
from parlour.table.state cimport State, NOBODY

cdef class Playouts:
    cdef State root
    cdef State scratch
    cdef readonly long long steps
    cdef readonly list totals
    cdef unsigned long long[1] rng_state
    cdef double[16] sums
    @cython.locals(i=int, seat=int)
    cpdef object run(self, int count, bint by_hook=*)
    @cython.locals(out=int[8192], payoffs=double[16], _=int, k=int)
    cdef int batch(self, int count, bint by_hook) except -1 nogil
