cimport cython

cdef enum:
    SLOTS = 1024
    MAX_KEYS = 512

@cython.final
cdef class RepetitionTable:
    cdef unsigned long long[SLOTS] keys
    cdef readonly int count

    @cython.locals(slot=int)
    cpdef object clear(self)
    cpdef object add(self, unsigned long long key)
    cdef bint contains(self, unsigned long long key) noexcept nogil
    @cython.locals(slot=int)
    cdef int slot(self, unsigned long long key) noexcept nogil
