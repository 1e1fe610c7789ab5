cimport cython
from libc.stdlib cimport calloc, free

cdef enum:
    NONE = -1
    UPPER = 1
    LOWER = 2
    EXACT = 3
    PROVED_DEPTH = 255
    BUCKET = 4
    MAX_AGE = 16383

cdef unsigned long long SCORE_OFFSET

@cython.final
cdef class TranspositionTable:
    cdef readonly unsigned long long count
    cdef readonly unsigned long long age
    cdef unsigned long long oldest_valid
    cdef unsigned long long* entries

    @cython.locals(i=cython.ulonglong)
    cpdef object begin(self, bint fresh)
    @cython.locals(first=cython.longlong, slot=cython.longlong)
    cdef long long find(self, unsigned long long key) noexcept nogil
    cdef int score(self, long long slot) noexcept nogil
    cdef int action(self, long long slot) noexcept nogil
    cdef int depth(self, long long slot) noexcept nogil
    cdef int bound(self, long long slot) noexcept nogil
    @cython.locals(first=cython.longlong, slot=cython.longlong, victim=cython.longlong, value=int,
                   least=int, packed=cython.ulonglong)
    cdef int store(self, unsigned long long key, int action, int depth, int bound,
                  int score) noexcept nogil
