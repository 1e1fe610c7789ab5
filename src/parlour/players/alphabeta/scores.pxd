cpdef enum:
    BAND = 100000
    PROOF = 900000
    WIN = 1000000
    UNKNOWN = 2000000

cdef int score_of_end(double* payoffs, int seat, int number) noexcept nogil
cdef int to_table(int score, int number) noexcept nogil
cdef int from_table(int score, int number) noexcept nogil
