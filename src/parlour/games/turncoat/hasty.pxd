cimport cython
from parlour.games.turncoat.land cimport (
    ACTED, BLOCKS, CLEANER, COLOUR, FIGHTER, MOVED, OBJECTIVE, SHIELD, SHOOTER, SPAWN,
)
from parlour.games.turncoat.rules cimport Rules
from parlour.table.dice cimport roll
from parlour.table.state cimport NOBODY

cdef class HastyRules(Rules):
    @cython.locals(steps=int)
    cdef int playout(self, unsigned long long* dice) except -1 nogil
    @cython.locals(steps=int, u=int, moves_first=int)
    cdef int hurry(self, unsigned long long* dice) except -1 nogil
    @cython.locals(steps=int, i=int, d=int, here=int, block=int)
    cdef int strike(self, unsigned long long* dice) except -1 nogil
    @cython.locals(u=int, d=int)
    cdef int strike_from(self, int near, int goal, unsigned long long* dice) except -1 nogil
    @cython.locals(u=int, to=int)
    cdef int comer(self, int near, int step) noexcept nogil
    @cython.locals(here=int, _=int)
    cdef int place_somewhere(self, unsigned long long* dice) except -1 nogil
    @cython.locals(here=int, _=int)
    cdef int guard_somewhere(self, unsigned long long* dice) except -1 nogil
    @cython.locals(tiles=short[18], step=int, to=int, count=int)
    cdef int move_somewhere(self, int u, unsigned long long* dice) except -1 nogil
    @cython.locals(kind=int, first=int, last=int, turned=int, i=int, k=int, to=int,
                   best=int)
    cdef int act_somehow(self, int u, unsigned long long* dice) except -1 nogil
    cdef bint is_useful(self, int kind, int to) noexcept nogil
