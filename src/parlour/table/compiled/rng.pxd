cimport cython

cdef unsigned long long WORD, STEP, MIX_A, MIX_B

@cython.locals(bits=cython.ulonglong)
cdef unsigned long long next64(unsigned long long* rng_state) noexcept nogil
cdef int random_below(unsigned long long* rng_state, int sides) noexcept nogil
cdef double random_unit(unsigned long long* rng_state) noexcept nogil
@cython.locals(i=int)
cdef int shuffle(unsigned long long* rng_state, short* items, int count) noexcept nogil
