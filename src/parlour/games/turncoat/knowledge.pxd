cimport cython
from parlour.games.turncoat.blocks cimport (
    ACTED, CLEANER, COLOUR, DESTROY, FIGHTER, MOVED, NEUTRAL, PLACE, SEATS, SIDES, SLOTS, SQUARES,
    TRUE,
)
from parlour.games.turncoat.reach cimport FAR, MOVE_COST, Reach
from parlour.games.turncoat.rules cimport Rules
from parlour.table.advice.knowledge cimport Knowledge
from parlour.table.state cimport State

cdef class TurncoatKnowledge(Knowledge):
    cdef Reach reach
    cdef double[FAR + 1] fade
    cdef double[6] kinds
    cdef double[SEATS] score

    cdef int evaluate(self, State state, double* out) except -1 nogil
    @cython.locals(seat=int, whole=double, lead=double)
    cdef int evaluate_position(self, Rules rules, double* out) except -1 nogil
    @cython.locals(seat=int, i=int, u=int, there=int, block=int)
    cdef int score_seats(self, Rules rules) except -1 nogil
    @cython.locals(seat=int)
    cdef int capturing_seat(self, Rules rules) noexcept nogil
    @cython.locals(least=int, u=int, far=int, i=int)
    cdef int capture_distance(self, Rules rules, int seat) noexcept nogil
    cdef double proximity(self, int seat, int square) noexcept nogil
    @cython.locals(most=double, seat=int)
    cdef double danger(self, Rules rules, int square) noexcept nogil
    cdef int priors(self, State state, int* actions, int count, double* out) except -1 nogil
    @cython.locals(i=int)
    cdef int write_priors(self, Rules rules, int* actions, int count, double* out) except -1 nogil
    cdef int tactical(self, State state, int* out) except -1 nogil
    @cython.locals(kept=int, i=int)
    cdef int keep_tactical(self, Rules rules, int* out, int count) except -1 nogil
    @cython.locals(cell=int, code=int, here=int, there=int)
    cdef bint is_tactical(self, Rules rules, int action) noexcept nogil
    @cython.locals(sum=double, d=int, step=int, there=int, u=int, _=int)
    cdef double victims(self, Rules rules, int here) noexcept nogil
    @cython.locals(cell=int, code=int, here=int, u=int, k=int)
    cdef double prior(self, Rules rules, int action) noexcept nogil
    @cython.locals(sum=double, d=int, step=int, there=int, _=int)
    cdef double block_prior(self, Rules rules, int here) noexcept nogil
    @cython.locals(gain=double)
    cdef double ground_prior(self, Rules rules, int square) noexcept nogil
    @cython.locals(here=int, gain=double)
    cdef double move_prior(self, Rules rules, int u, int to) noexcept nogil
    @cython.locals(kind=int, owner=int, own=bint)
    cdef double act_prior(self, Rules rules, int u, int to) noexcept nogil
