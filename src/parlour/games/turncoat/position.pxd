cimport cython
from parlour.games.turncoat.blocks cimport (
    COLOUR, CORNER, DEAD, GUARD, MOVED, NEUTRAL, NUMBERS, OBJECTIVE, SEATS, SLOTS, SPAWN, SQUARES,
    TRUE,
)
from parlour.games.turncoat.maps.terrain cimport Terrain
from parlour.table.compiled.rng cimport next64
from parlour.table.state cimport NOBODY, State

cdef class Position(State):
    cdef readonly Terrain terrain

    # the blocks
    cdef readonly short[SQUARES] top
    cdef readonly short[SQUARES] under
    cdef readonly short[SEATS] goals
    cdef readonly short[SEATS] guard_count
    cdef readonly short[SEATS * SLOTS] guard_at
    cdef readonly short[SEATS * SLOTS] guard_serial
    # the units, from number 1 on
    cdef readonly short[SQUARES] unit
    cdef readonly short[NUMBERS] at
    cdef readonly short[NUMBERS] what
    cdef readonly short[NUMBERS] used
    cdef readonly int[NUMBERS] serial
    cdef readonly int unit_count
    cdef readonly int born
    # the turn
    cdef readonly int turn
    cdef readonly bint placed
    cdef readonly bint guarded
    cdef readonly int choosing
    cdef readonly short[SEATS * SLOTS] spawn_kind
    cdef readonly int[SEATS] out
    cdef readonly int left
    cdef readonly int rounds
    cdef readonly int winner

    cdef int appear(self, int here, int seat, int kind) except -1 nogil
    @cython.locals(last=int)
    cdef int remove(self, int u) except -1 nogil
    cdef int copy_from(self, State other) except -1 nogil
    cdef int copy_position(self, Position other) except -1 nogil
    @cython.locals(count=int, cells=int, features=int, cell=int, here=int, u=int, plane=int, i=int, k=int)
    cdef int encode(self, int seat, signed char* out) except -1 nogil
    @cython.locals(count=int)
    cdef int block_plane(self, int block, int seat) noexcept nogil
    cdef int beyond(self, int other, int seat) noexcept nogil
    cdef unsigned long long key64(self) except? 0 nogil
    @cython.locals(box=cython.ulonglong[1], mixed=cython.ulonglong, i=int, here=int, u=int)
    cdef unsigned long long repetition_key64(self) except? 0 nogil
