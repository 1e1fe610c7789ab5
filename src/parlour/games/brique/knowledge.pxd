cimport cython
from libc.math cimport exp, tanh
from parlour.games.brique.rules cimport BLACK, EMPTY, MOST, OFF, WHITE, Rules, Shape
from parlour.table.advice.knowledge cimport Knowledge
from parlour.table.state cimport State

cdef enum:
    FAR = 99

cdef class Ground:
    cdef Shape shape
    cdef short[2166] near
    cdef short[2166] over
    cdef short[1444] edge

cdef class BriqueKnowledge(Knowledge):
    cdef Ground ground
    cdef short[1444] far
    cdef short[4693] now
    cdef short[4693] later
    cdef int waiting
    cdef short[361] dull
    cdef int[3] lack
    cdef int[3] ways
    cdef double[64] worth

    cdef int evaluate(self, State state, double* out) except -1 nogil
    @cython.locals(lead=double, value=double)
    cdef int judge(self, Rules rules, double* out) except -1 nogil
    cdef int priors(self, State state, int* actions, int count, double* out) except -1 nogil
    @cython.locals(own=int, other=int, i=int, cell=int, mine=double, theirs=double)
    cdef int prefer(self, Rules rules, int* actions, int count, double* out) except -1 nogil
    @cython.locals(one=int, two=int)
    cdef bint served(self, Rules rules, int own, int cell) noexcept nogil
    @cython.locals(side=int, colour=int, cell=int, stones=int)
    cdef int measure(self, Rules rules) except -1 nogil
    cdef int through(self, int colour, int cell) noexcept nogil
    @cython.locals(start=int, colour=int, count=int, stones=int, waiting=int, cell=int, k=int,
                   square=int, targets=int, reached=int[12])
    cdef int flood(self, Rules rules, int side) except -1 nogil
    @cython.locals(start=int, count=int, cell=int, at_side=bint, k=int, one=int, two=int)
    cdef int begin(self, Rules rules, int side, int colour) except -1 nogil
