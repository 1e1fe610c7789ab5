cimport cython
from libc.math cimport tanh
from parlour.games.feud.grid cimport (
    ACTING, ACTS, ARCHER, FIRST_KING, FIRST_SHIELD, Grid, KING, KNIGHT, MEDIC, OFF, SKIP, SWAPPING,
    WIZARD)
from parlour.games.feud.rules cimport Rules, active, bits, lowest
from parlour.table.advice.knowledge cimport Knowledge
from parlour.table.state cimport State

cdef enum:
    TRAIT_COUNT = 30

cdef double HURT, HEALED, MOVED, SKIPPED, KILLED, KINGLY

cdef class FeudKnowledge(Knowledge):
    cdef Grid grid
    cdef double[30] own_weights
    cdef double[30] other_weights
    cdef int end  # the last array is checked for its bounds only if something follows

    @cython.locals(traits=double[30], balance=double, seat=int, i=int)
    cdef int evaluate(self, State state, double* out) except -1 nogil
    @cython.locals(out=double[30], i=int)
    cpdef list traits(self, Rules state, int side)
    @cython.locals(i=int, army=int, enemies=int, able=int, shield=int, king=int, piece=int,
                   here=int, kind=int, reach=int)
    cdef int describe(self, Rules state, int side, double* out) except -1 nogil
    @cython.locals(count=int, kept=int, i=int, kind=int)
    cdef int tactical(self, State state, int* out) except -1 nogil
    @cython.locals(i=int)
    cdef int priors(self, State state, int* actions, int count, double* out) except -1 nogil
    @cython.locals(both=int, mine=int, theirs=int, gain=int)
    cdef double swap_prior(self, Rules state, int swap) noexcept nogil
    @cython.locals(here=int, kind=int, targets=int, target=int, prior=double)
    cdef double act_prior(self, Rules state, int action) noexcept nogil
