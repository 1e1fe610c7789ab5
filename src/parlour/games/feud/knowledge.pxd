cimport cython
from libc.math cimport tanh
from parlour.games.feud.grid cimport (
    ACTING, ACTS, ARCHER, CODES, FIRST_KING, FIRST_SHIELD, Grid, KING, KNIGHT, MEDIC, OFF, SKIP,
    SWAPPING, TILES, WIZARD)
from parlour.games.feud.rules cimport Rules, active, bits, lowest
from parlour.table.advice.knowledge cimport Knowledge
from parlour.table.state cimport State

cpdef enum:
    POINTS = 0
    PRESENT = 6
    KING_WITH_ONE = 8
    ALONE = 12
    OTHER_WITH_ONE = 18
    IN_BOWSHOT = 19
    IN_REACH = 20
    KING_ATTACKERS = 21
    HEALABLE = 22
    PAIRS = 23
    KING_WITH_TWO = 24
    ABLE = 25
    NONE_ABLE = 26
    SKIPS = 27
    SWAP_TO_COME = 28
    TWO_SKIPS = 29
    TRAIT_COUNT = 30

cdef double HURT, HEALED, MOVED, SKIPPED, KILLED, KINGLY

cdef class FeudKnowledge(Knowledge):
    cdef Grid grid
    cdef double[TRAIT_COUNT] own_weights
    cdef double[TRAIT_COUNT] other_weights
    cdef double[TRAIT_COUNT] described
    cdef int end  # the last array is checked for its bounds only if something follows

    cdef int evaluate(self, State state, double* out) except -1 nogil
    @cython.locals(balance=double, seat=int, i=int)
    cdef int evaluate_position(self, Rules state, double* out) noexcept nogil
    @cython.locals(i=int)
    cpdef list traits(self, Rules state, int side)
    @cython.locals(i=int, army=int, enemies=int, able=int, shield=int, king=int, piece=int,
                   here=int, kind=int, reach=int)
    cdef int describe(self, Rules state, int side) noexcept nogil
    cdef int tactical(self, State state, int* out) except -1 nogil
    @cython.locals(count=int, kept=int, i=int, kind=int)
    cdef int write_tactical(self, Rules state, int* out) except -1 nogil
    cdef int priors(self, State state, int* actions, int count, double* out) except -1 nogil
    @cython.locals(i=int)
    cdef int write_priors(self, Rules state, int* actions, int count, double* out) noexcept nogil
    @cython.locals(both=int, mine=int, theirs=int, gain=int)
    cdef double swap_prior(self, Rules state, int swap) noexcept nogil
    @cython.locals(here=int, kind=int, targets=int, target=int, prior=double)
    cdef double act_prior(self, Rules state, int action) noexcept nogil
