cimport cython
from libc.stdlib cimport calloc, free

cdef enum:
    NOWHERE = -1
    UPPER = 1
    LOWER = 2
    EXACT = 3
    PROVED = 255
    BUCKET = 4
    OLDEST = 16383

cdef unsigned long long MIDDLE

@cython.final
cdef class Transpositions:
    cdef readonly unsigned long long count
    cdef readonly unsigned long long age
    cdef unsigned long long since
    cdef unsigned long long* entries

    @cython.locals(i=cython.ulonglong)
    cpdef object begin(self, bint fresh)
    @cython.locals(first=cython.longlong, slot=cython.longlong)
    cdef long long find(self, unsigned long long key) noexcept nogil
    cdef int score(self, long long slot) noexcept nogil
    cdef int action(self, long long slot) noexcept nogil
    cdef int depth(self, long long slot) noexcept nogil
    cdef int bound(self, long long slot) noexcept nogil
    @cython.locals(first=cython.longlong, slot=cython.longlong, place=cython.longlong, worth=int,
                   least=int, packed=cython.ulonglong)
    cdef int keep(self, unsigned long long key, int action, int depth, int bound,
                  int score) noexcept nogil
