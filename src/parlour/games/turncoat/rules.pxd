cimport cython
from parlour.games.turncoat.blocks cimport (
    ACTED, BLOCKS, CLEANER, COLOUR, DEAD, DESTROY, FIGHTER, GUARD, MOVED, NEUTRAL, OBJECTIVE, PLACE,
    SHIELD, SHOOTER, SIDES, SLOTS, SPAWN, TARGETS, TRUE,
)
from parlour.games.turncoat.position cimport Position
from parlour.table.state cimport NOBODY

cdef class Rules(Position):
    cdef readonly bint under_units
    cdef readonly bint units_block
    cdef readonly bint straight
    cdef readonly bint occupied
    cdef readonly bint free_capture
    cdef readonly bint first_wins
    cdef readonly int limit

    @cython.locals(kind=int, count=int, u=int)
    cdef int legal(self, int* out) except -1 nogil
    @cython.locals(count=int, cell=int, here=int, slot=int, guards=int, base=int)
    cdef int legal_blocks(self, int* out) except -1 nogil
    @cython.locals(here=int, base=int, k=int)
    cdef int legal_unit(self, int u, int* out, int count) except -1 nogil
    @cython.locals(d=int, step=int, to=int)
    cdef int legal_moves(self, int u, int base, int* out, int count) except -1 nogil
    @cython.locals(d=int)
    cdef bint may_place(self, int here) noexcept nogil
    cdef bint open_to_blocks(self, int here) noexcept nogil
    cdef bint open_to_guards(self, int here) noexcept nogil
    @cython.locals(to=int, count=int)
    cdef int run(self, int here, int step) noexcept nogil
    @cython.locals(kind=int, to=int, other=int)
    cdef bint may_act(self, int u, int k) noexcept nogil
    @cython.locals(to=int, block=int)
    cdef bint may_capture(self, int u, int d) noexcept nogil
    @cython.locals(here=int, d=int, other=int)
    cdef bint protected(self, int u) noexcept nogil

    @cython.locals(cell=int, code=int, here=int, u=int)
    cdef int play(self, int action) except -1 nogil
    @cython.locals(d=int, i=int, to=int, u=int, count=int, changed=int, dying=int, _=int,
                   runs=int[4], doomed=short[72])
    cdef int place_block(self, int here) except -1 nogil
    cdef int move_unit(self, int u, int to) except -1 nogil
    cdef int act(self, int u, int to) except -1 nogil
    @cython.locals(victim=int)
    cdef int capture(self, int u, int to, bint keep) except -1 nogil
    @cython.locals(first=int, i=int, name=int)
    cdef int move_guard(self, int slot, int to) except -1 nogil
    @cython.locals(u=int)
    cdef int finish(self) except -1 nogil
    cdef int decide(self, int kind) except -1 nogil
    @cython.locals(following=int)
    cdef int next_turn(self) except -1 nogil
    @cython.locals(i=int, here=int, kind=int)
    cdef int begin_turn(self) except -1 nogil
    cdef int win(self) except -1 nogil
    @cython.locals(i=int, u=int, cell=int, here=int)
    cdef int eliminate(self, int seat) except -1 nogil
    @cython.locals(seat=int)
    cdef int result(self, double* out) except -1 nogil
