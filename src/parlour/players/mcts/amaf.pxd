cimport cython
from libc.stdlib cimport calloc, free
from parlour.players.mcts.tree cimport NOWHERE

cdef enum:
    NEARBY = 8

cdef unsigned long long SCATTER, WORD

cdef class Repute:
    cdef readonly int slots
    cdef int shift
    cdef unsigned long long* names
    cdef double* sums
    cdef int* counts

    @cython.locals(at=int)
    cpdef object clear(self)
    @cython.locals(name=cython.ulonglong, at=int, i=int)
    cdef int find(self, int place, int seat, int action) noexcept nogil
    @cython.locals(name=cython.ulonglong, at=int, i=int)
    cdef int note(self, int place, int seat, int action, double payoff) noexcept nogil
    @cython.locals(at=int)
    cdef int heard(self, int place) noexcept nogil

@cython.locals(name=cython.ulonglong)
cdef unsigned long long naming(int place, int seat, int action) noexcept nogil
