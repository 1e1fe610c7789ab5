cpdef enum:
    BAND = 100000
    PROOF = 900000
    WIN = 1000000
    UNKNOWN = 2000000

cdef int settled(double* payoffs, int seat, int number) noexcept nogil
cdef int from_there(int score, int number) noexcept nogil
cdef int from_here(int score, int number) noexcept nogil
