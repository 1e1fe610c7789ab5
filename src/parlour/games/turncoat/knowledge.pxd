cimport cython
from parlour.games.turncoat.terrain cimport (
    ACTED, CLEANER, COLOUR, DESTROY, FIGHTER, MOVED, NEUTRAL, PLACE, SLOTS, TRUE,
)
from parlour.games.turncoat.reach cimport FAR, SQUARES, MOVE_COST, Reach
from parlour.games.turncoat.rules cimport Rules
from parlour.table.advice.knowledge cimport Knowledge
from parlour.table.state cimport State

cdef class TurncoatKnowledge(Knowledge):
    cdef Reach reach
    cdef double[100] fade
    cdef double[6] kinds
    cdef double[4] score

    cdef int evaluate(self, State state, double* out) except -1 nogil
    @cython.locals(seat=int, whole=double, lead=double)
    cdef int assess(self, Rules rules, double* out) except -1 nogil
    @cython.locals(seat=int, i=int, u=int, there=int, block=int)
    cdef int weigh_up(self, Rules rules) except -1 nogil
    @cython.locals(seat=int)
    cdef int striker(self, Rules rules) noexcept nogil
    @cython.locals(least=int, u=int, far=int, i=int)
    cdef int strike(self, Rules rules, int seat) noexcept nogil
    cdef double near(self, int seat, int square) noexcept nogil
    @cython.locals(most=double, seat=int)
    cdef double danger(self, Rules rules, int square) noexcept nogil
    cdef int priors(self, State state, int* actions, int count, double* out) except -1 nogil
    @cython.locals(i=int)
    cdef int promises(self, Rules rules, int* actions, int count, double* out) except -1 nogil
    cdef int tactical(self, State state, int* out) except -1 nogil
    @cython.locals(kept=int, i=int)
    cdef int blows(self, Rules rules, int* out, int count) except -1 nogil
    @cython.locals(cell=int, code=int, here=int, lines=int, there=int)
    cdef bint strikes(self, Rules rules, int action) noexcept nogil
    @cython.locals(sum=double, d=int, step=int, there=int, u=int, _=int)
    cdef double victims(self, Rules rules, int here) noexcept nogil
    @cython.locals(cell=int, code=int, here=int, lines=int, u=int)
    cdef double promise(self, Rules rules, int action) noexcept nogil
    @cython.locals(sum=double, d=int, step=int, there=int, _=int)
    cdef double promise_of_block(self, Rules rules, int here) noexcept nogil
    @cython.locals(gain=double)
    cdef double promise_of_ground(self, Rules rules, int square) noexcept nogil
    @cython.locals(here=int, gain=double)
    cdef double promise_of_move(self, Rules rules, int u, int to) noexcept nogil
    @cython.locals(kind=int, owner=int, own=bint)
    cdef double promise_of_act(self, Rules rules, int u, int to) noexcept nogil
