# The numbers are those of blocks.py.
cdef enum:
    NEUTRAL = 0
    COLOUR = 1
    TRUE = 5
    DEAD = 6
    OBJECTIVE = 7
    SPAWN = 11
    GUARD = 15
    BLOCKS = 19
    FIGHTER = 1
    PAVER = 2
    CLEANER = 3
    SHOOTER = 4
    SHIELD = 5
    MOVED = 1
    ACTED = 2
    SLOTS = 9
    WIDE = 21
    CORNER = 42
    CELLS = 361
    SQUARES = 483
    PLACE = 0
    DESTROY = 1
    MOVE = 2

cdef class Terrain:
    cdef readonly int seats
    cdef readonly int width
    cdef readonly int height
    cdef readonly int cells
    cdef readonly int guards
    cdef readonly int lines
    cdef readonly int stride
    cdef readonly int end
    cdef readonly short[CELLS] square
    cdef readonly short[SQUARES] cell
    cdef readonly short[SQUARES] row
    cdef readonly short[SQUARES] column
    cdef readonly short[SQUARES] beside
    cdef readonly short[SQUARES] block
    cdef readonly short[SQUARES] under
    cdef readonly short[12] reach
    cdef readonly short[4 * BLOCKS] passes
    cdef readonly short[4] spawn_count
    cdef readonly short[4 * SLOTS] spawns
    cdef readonly short[4 * SLOTS] goals
    cdef readonly int goal_count
    cdef readonly short[CELLS] live
    cdef readonly int live_count
    cdef readonly int first_spawn_kind

    cdef int target(self, int here, int code) noexcept nogil
    cdef int move_code(self, int here, int to) noexcept nogil
