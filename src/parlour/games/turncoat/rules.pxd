cimport cython
from parlour.games.turncoat.terrain cimport (
    Terrain, NEUTRAL, COLOUR, TRUE, DEAD, OBJECTIVE, SPAWN, GUARD, BLOCKS, FIGHTER, CLEANER, SHOOTER,
    SHIELD, MOVED, ACTED, SLOTS, CELLS, SQUARES, CORNER, PLACE, DESTROY,
)
from parlour.table.compiled.rng cimport next64
from parlour.table.state cimport State, NOBODY

cdef class Rules(State):
    cdef readonly Terrain terrain
    cdef readonly bint under_units
    cdef readonly bint units_block
    cdef readonly bint straight
    cdef readonly bint occupied
    cdef readonly bint free_capture
    cdef readonly bint first_wins
    cdef readonly int limit

    # the blocks
    cdef readonly short[SQUARES] top
    cdef readonly short[SQUARES] under
    cdef readonly short[4] goals
    cdef readonly short[4] guard_count
    cdef readonly short[4 * SLOTS] guard_at
    cdef readonly short[4 * SLOTS] guard_serial
    # the units, from number 1 on
    cdef readonly short[SQUARES] unit
    cdef readonly short[CELLS + 1] at
    cdef readonly short[CELLS + 1] what
    cdef readonly short[CELLS + 1] used
    cdef readonly int[CELLS + 1] serial
    cdef readonly int unit_count
    cdef readonly int born
    # the turn
    cdef readonly int turn
    cdef readonly bint placed
    cdef readonly bint guarded
    cdef readonly int choosing
    cdef readonly short[4 * SLOTS] spawn_kind
    cdef readonly int[4] out
    cdef readonly int left
    cdef readonly int rounds
    cdef readonly int winner

    @cython.locals(kind=int, count=int, u=int)
    cdef int legal(self, int* out) except -1 nogil
    @cython.locals(count=int, cell=int, here=int, slot=int, guards=int, first=int)
    cdef int legal_blocks(self, int* out) except -1 nogil
    @cython.locals(here=int, first=int, k=int)
    cdef int legal_unit(self, int u, int* out, int count) except -1 nogil
    @cython.locals(d=int, step=int, to=int)
    cdef int legal_moves(self, int u, int first, int* out, int count) except -1 nogil
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
    @cython.locals(last=int)
    cdef int remove(self, int u) except -1 nogil
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
    cdef int appear(self, int here, int seat, int kind) except -1 nogil
    cdef int win(self) except -1 nogil
    @cython.locals(i=int, u=int, cell=int, here=int)
    cdef int eliminate(self, int seat) except -1 nogil
    @cython.locals(seat=int)
    cdef int result(self, double* out) except -1 nogil
    cdef int copy_from(self, State other) except -1 nogil
    cdef unsigned long long key64(self) except? 0 nogil
    @cython.locals(box=cython.ulonglong[1], mixed=cython.ulonglong, i=int, here=int, u=int)
    cdef unsigned long long repetition_key64(self) except? 0 nogil
