cimport cython
from parlour.games.turncoat.blocks cimport (
    ACTED, BLOCKS, CLEANER, COLOUR, FIGHTER, MOVED, OBJECTIVE, PLACE, SEATS, SHIELD, SHOOTER, SIDES,
    SPAWN, TRUE,
)
from parlour.games.turncoat.rules cimport Rules
from parlour.table.compiled.rng cimport random_below
from parlour.table.state cimport NOBODY, State

cdef enum:
    NONE = -1
    MAX_ROUNDS = 6
    UNIT_WORTH = 8
    ACTION_TRIES = 12
    BLOCK_TRIES = 10
    GUARD_TRIES = 4

cdef class PlayoutRules(Rules):
    cdef int[SEATS] worth
    cdef bint cut_off

    @cython.locals(steps=int, turns=int)
    cdef int playout(self, unsigned long long* rng_state) except -1 nogil
    @cython.locals(seat=int, u=int, i=int, block=int)
    cdef int cut_playout(self) except -1 nogil
    @cython.locals(seat=int, total=double, share=double)
    cdef int result(self, double* out) except -1 nogil
    cdef int copy_from(self, State other) except -1 nogil
    @cython.locals(steps=int, u=int, here=int, moves_first=int)
    cdef int play_turn(self, unsigned long long* rng_state) except -1 nogil
    @cython.locals(steps=int, i=int, d=int, u=int, here=int, near=int)
    cdef int capture_all(self, unsigned long long* rng_state) except -1 nogil
    @cython.locals(to=int)
    cdef int move_somewhere(self, int u, unsigned long long* rng_state) except -1 nogil
    @cython.locals(k=int)
    cdef int act_somehow(self, int u, unsigned long long* rng_state) except -1 nogil

    @cython.locals(action=int, thing=int, here=int, slot=int, base=int, _=int)
    cdef int sample_action(self, unsigned long long* rng_state) except -2 nogil
    @cython.locals(i=int, d=int, u=int, here=int, near=int, base=int)
    cdef int sample_capture(self, unsigned long long* rng_state) noexcept nogil
    @cython.locals(u=int, base=int, to=int, k=int)
    cdef int sample_unit_action(self, unsigned long long* rng_state) noexcept nogil

    @cython.locals(block=int)
    cdef bint can_be_captured(self, int here) noexcept nogil
    @cython.locals(u=int, d=int)
    cdef int capturing_unit(self, int near) noexcept nogil
    @cython.locals(u=int, to=int)
    cdef int approaching_unit(self, int near, int step) noexcept nogil
    @cython.locals(here=int, _=int)
    cdef int site_for_a_block(self, unsigned long long* rng_state) noexcept nogil
    @cython.locals(here=int, _=int)
    cdef int site_for_a_guard(self, unsigned long long* rng_state) noexcept nogil
    @cython.locals(tiles=short[18], step=int, to=int, count=int)
    cdef int random_move(self, int u, unsigned long long* rng_state) noexcept nogil
    @cython.locals(kind=int, first=int, last=int, turned=int, i=int, k=int, to=int, best=int)
    cdef int random_act(self, int u, unsigned long long* rng_state) noexcept nogil
    cdef bint is_useful(self, int kind, int to) noexcept nogil
