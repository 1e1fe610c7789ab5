cimport cython
from parlour.games.chessicle.rules cimport OFF, Rules

cdef enum:
    FIRST = 128
    SECOND = 128
    THIRD = 64
    RESULTS = 3
    CHARACTERS = 10
    PAIR_COUNT = 45
    LARGEST = 127
    EXPONENTIALS = 1024

cdef int PER_EXPONENTIAL, CLEAR
cdef double CLARITY

cdef class PairNet:
    cdef short[882176] pairs  # 6892 features with a row of 128 each
    cdef short[FIRST] bias1
    cdef short[FIRST * SECOND] dense2
    cdef int[SECOND] bias2
    cdef short[SECOND * THIRD] dense3
    cdef int[THIRD] bias3
    cdef short[THIRD * RESULTS] dense4
    cdef int[RESULTS] bias4
    cdef int[PAIR_COUNT] first
    cdef int[PAIR_COUNT] second
    cdef int[PAIR_COUNT] begin
    cdef int[PAIR_COUNT] width
    cdef int[EXPONENTIALS] exponential

    @cython.locals(result=int[RESULTS], lead=int, most=int, total=int, i=int, step=int,
                   expected=double, clarity=double)
    cdef double value(self, Rules rules) noexcept nogil
    @cython.locals(tile=int[CHARACTERS], sums=cython.short[FIRST], sums2=cython.short[SECOND],
                   sums3=cython.short[THIRD], i=int, k=int, o=int, row=int, total=int)
    cdef int results(self, Rules rules, int* result) noexcept nogil
    @cython.locals(result=int[RESULTS])
    cpdef list last_sums(self, Rules rules)
    @cython.locals(mine=int, theirs=int, i=int, slot=int, side=int, row=int, column=int,
                   upside_down=bint, reversed=bint)
    cdef int show(self, Rules rules, int* tile) noexcept nogil
    @cython.locals(pawns=int, pawns_there=int, i=int, offset=int)
    cdef bint is_beyond(self, int* tile, bint across) noexcept nogil
    @cython.locals(end=int, i=int, larger=int)
    cdef int sort_pawns(self, int* tile, int first) noexcept nogil
