from parlour.games.turncoat.blocks cimport (
    BLOCKS, CELLS, COLOUR, CORNER, DEAD, GUARD, MOVE, NEUTRAL, OBJECTIVE, SEATS, SIDES, SLOTS,
    SPAWN, SQUARES, TARGETS, TRUE, WIDE,
)

cdef class Terrain:
    cdef readonly int seats
    cdef readonly int width
    cdef readonly int height
    cdef readonly int cells
    cdef readonly int guards
    cdef readonly int first_act
    cdef readonly int first_capture
    cdef readonly int first_kill
    cdef readonly int first_guard
    cdef readonly int stride
    cdef readonly int end
    cdef readonly short[CELLS] square
    cdef readonly short[SQUARES] cell
    cdef readonly short[SQUARES] row
    cdef readonly short[SQUARES] column
    cdef readonly short[SQUARES] beside
    cdef readonly short[SQUARES] block
    cdef readonly short[SQUARES] under
    cdef readonly short[TARGETS] reach
    cdef readonly short[SEATS * BLOCKS] passes
    cdef readonly short[SEATS] spawn_count
    cdef readonly short[SEATS * SLOTS] spawns
    cdef readonly short[SEATS * SLOTS] goals
    cdef readonly int goal_count
    cdef readonly short[CELLS] live
    cdef readonly int live_count
    cdef readonly int first_spawn_kind

    cdef int target(self, int here, int code) noexcept nogil
    cdef int move_code(self, int here, int to) noexcept nogil
