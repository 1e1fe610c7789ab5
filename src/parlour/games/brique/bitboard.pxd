cimport cython

cpdef enum:
    FAR = 99

cdef unsigned long long NOT_FIRST, NOT_LAST, SWAP_1, SWAP_2, SWAP_4, ONE

@cython.locals(swap=cython.ulonglong)
cdef unsigned long long transposed(unsigned long long squares) noexcept nogil

cdef class Bitboard:
    cdef readonly int size
    cdef readonly unsigned long long all
    cdef readonly unsigned long long top
    cdef readonly unsigned long long bottom
    cdef unsigned long long[64] rise
    cdef unsigned long long[64] rise_mid
    cdef unsigned long long[64] fall
    cdef unsigned long long[64] fall_mid
    cdef unsigned long long[64] rise_far
    cdef unsigned long long[64] fall_far

    @cython.locals(stones=cython.ulonglong)
    cdef unsigned long long filled(self, unsigned long long own, int i) noexcept nogil
    @cython.locals(worth=cython.ulonglong, i=int)
    cdef unsigned long long worthwhile(self, unsigned long long own, unsigned long long empty) noexcept nogil
    @cython.locals(chain=cython.ulonglong, before=cython.ulonglong)
    cdef bint joined(self, unsigned long long own) noexcept nogil
    cdef unsigned long long beside(self, unsigned long long squares) noexcept nogil
    @cython.locals(chain=cython.ulonglong, before=cython.ulonglong, stones=int)
    cdef int distance(self, unsigned long long own, unsigned long long empty) noexcept nogil
    cdef unsigned long long around(self, unsigned long long squares) noexcept nogil
    @cython.locals(empty=cython.ulonglong, escorts=cython.ulonglong)
    cdef unsigned long long carrier(self, unsigned long long own, unsigned long long other, int i,
                                    unsigned long long rest) noexcept nogil
