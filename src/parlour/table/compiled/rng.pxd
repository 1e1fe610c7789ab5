cimport cython

cdef unsigned long long WORD, STEP, MIX_A, MIX_B

@cython.locals(bits=cython.ulonglong)
cdef unsigned long long turn(unsigned long long* dice) noexcept nogil
cdef int roll(unsigned long long* dice, int sides) noexcept nogil
cdef double spin(unsigned long long* dice) noexcept nogil
@cython.locals(i=int)
cdef int shuffle(unsigned long long* dice, short* items, int count) noexcept nogil
