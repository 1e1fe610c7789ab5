cimport cython
from libc.stdlib cimport calloc, free
from parlour.games.brique.bitboard cimport ONE, Bitboard, transposed

ctypedef unsigned long long* Words

cpdef enum:
    MANY = 1000000000
    PROBES = 4

cdef unsigned long long WORD, MIX_A, MIX_B

cdef class Solver:
    cdef Bitboard bits
    cdef int shift
    cdef readonly long long nodes
    cdef long long pause
    cdef unsigned long long menace
    cdef Words own
    cdef Words other
    cdef Words carriers
    cdef int* proof
    cdef int* disproof
    cdef Words work

    cpdef int advance(self, unsigned long long own, unsigned long long other,
                      long long nodes) except -2
    @cython.locals(i=cython.longlong)
    cpdef int known(self, unsigned long long own, unsigned long long other) except -2
    cpdef unsigned long long carried(self, unsigned long long own,
                                     unsigned long long other) except? 1
    @cython.locals(squares=int[64], owns=cython.ulonglong[64], others=cython.ulonglong[64],
                   before=cython.longlong, empty=cython.ulonglong, worth=cython.ulonglong,
                   stones=cython.ulonglong, menace=cython.ulonglong, region=cython.ulonglong,
                   carrier=cython.ulonglong, refutation=cython.ulonglong, count=int, i=int, k=int,
                   at=cython.longlong, least=int, second=int, total=cython.longlong, best=int,
                   best_proof=int)
    cdef int search(self, unsigned long long own, unsigned long long other, int most_proof,
                    int most_disproof) except -1 nogil
    @cython.locals(rows=cython.ulonglong, columns=cython.ulonglong, region=cython.ulonglong,
                   carrier=cython.ulonglong, i=int)
    cdef unsigned long long urgent(self, unsigned long long own, unsigned long long other,
                                   unsigned long long empty) noexcept nogil
    @cython.locals(empty=cython.ulonglong, mine=int, theirs=int)
    cdef int estimate(self, unsigned long long own, unsigned long long other) except -1 nogil
    @cython.locals(mixed=cython.ulonglong)
    cdef unsigned long long slot(self, unsigned long long own,
                                  unsigned long long other) noexcept nogil
    @cython.locals(first=cython.longlong, i=cython.longlong)
    cdef long long find(self, unsigned long long own, unsigned long long other) noexcept nogil
    @cython.locals(first=cython.longlong, best=cython.longlong, i=cython.longlong)
    cdef int store(self, unsigned long long own, unsigned long long other, int proof, int disproof,
                   unsigned long long carrier, long long work) except -1 nogil
