cimport cython

cdef enum:
    ROOM = 1024
    MOST = 512

@cython.final
cdef class Past:
    cdef unsigned long long[1024] keys
    cdef readonly int count

    @cython.locals(place=int)
    cpdef object forget(self)
    cpdef object add(self, unsigned long long key)
    cdef bint has(self, unsigned long long key) noexcept nogil
    @cython.locals(place=int)
    cdef int place(self, unsigned long long key) noexcept nogil
