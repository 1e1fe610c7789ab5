cimport cython
from libc.math cimport tanh
from parlour.games.feud.grid cimport (
    ACTING, ACTS, ARCHER, FIRST_KING, FIRST_SHIELD, Grid, KING, KNIGHT, MEDIC, OFF, SKIP, SWAPPING,
    WIZARD)
from parlour.games.feud.rules cimport Rules, active, bits, lowest
from parlour.table.knowledge cimport Knowledge
from parlour.table.state cimport State

cdef enum:
    TRAIT_COUNT = 34
    MIDDLE = 0x0660

cdef double HURT, HEALED, MOVED, SKIPPED, KILLED, KINGLY

cdef class FeudKnowledge(Knowledge):
    cdef Grid grid
    cdef int[34] weights_of_mine
    cdef int[34] weights_of_theirs
    cdef int end  # the last array is checked for its bounds only if something follows

    @cython.locals(balance=int, seat=int)
    cdef int evaluate(self, State state, double* out) except -1 nogil
    @cython.locals(weights=int[34], trait=int, i=int)
    cpdef list traits(self, Rules state, int side)
    @cython.locals(total=int, army=int, enemies=int, able=int, shield=int, king=int, acting=int,
                   together=int, piece=int, here=int, kind=int, points=int, reach=int)
    cdef int standing(self, Rules state, int side, int* weights) noexcept nogil
    @cython.locals(count=int, kept=int, i=int, kind=int)
    cdef int noisy(self, State state, int* out) except -1 nogil
    @cython.locals(i=int)
    cdef int weigh(self, State state, int* actions, int count, double* out) except -1 nogil
    @cython.locals(both=int, mine=int, theirs=int, gain=int)
    cdef double promise_of_swap(self, Rules state, int swap) noexcept nogil
    @cython.locals(here=int, kind=int, targets=int, target=int, promise=double)
    cdef double promise_of_act(self, Rules state, int action) noexcept nogil
