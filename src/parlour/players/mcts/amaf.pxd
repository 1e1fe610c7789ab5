cimport cython
from libc.stdlib cimport calloc, free
from parlour.players.mcts.tree cimport NONE

cdef enum:
    PROBES = 8

cdef unsigned long long HASH_FACTOR, MASK64

cdef class AmafTable:
    cdef readonly int slots
    cdef int shift
    cdef unsigned long long* keys
    cdef double* sums
    cdef int* counts

    @cython.locals(at=int)
    cpdef object clear(self)
    @cython.locals(key=cython.ulonglong, at=int, i=int)
    cdef int find(self, int node, int seat, int action) noexcept nogil
    @cython.locals(key=cython.ulonglong, at=int, i=int)
    cdef int add(self, int node, int seat, int action, double payoff) noexcept nogil
    @cython.locals(at=int)
    cdef int visits(self, int node) noexcept nogil

@cython.locals(key=cython.ulonglong)
cdef unsigned long long amaf_key(int node, int seat, int action) noexcept nogil
