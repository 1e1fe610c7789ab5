cimport cython
from parlour.table.compiled.rng cimport random_below, next64
from parlour.table.state cimport State, CHANCE, NOBODY

cdef unsigned long long LAST_BIT

cpdef enum:
    AXE = 0
    STAFF = 1
    DAGGER = 2
    HELMET = 3
    NOTHING = 4
    NORTH = 0
    EAST = 1
    SOUTH = 2
    ITEMS = 4
    LIVE = 0
    DEAD = 1
    DROWNED = 2
    WATER = 64
    HELD = 65

cdef class Rules(State):
    cdef readonly bint random
    cdef readonly bint winner_takes
    cdef readonly int limit
    cdef readonly short[4] place
    cdef readonly short[4] status
    cdef readonly short[4] hand
    cdef readonly short[4] fell
    cdef readonly short[4] spot
    cdef readonly int living
    cdef readonly int turn
    cdef readonly bint drawing
    cdef readonly int steps

    @cython.locals(i=int, count=int)
    cdef int legal(self, int* out) except -1 nogil
    cdef int play(self, int action) except -1 nogil
    cdef int next_turn(self) except -1 nogil
    cdef int find_next_seat(self) except -1 nogil
    @cython.locals(tile=int, count=int)
    cdef bint step(self, int knight, int direction) except -1 nogil
    cdef int beside(self, int tile, int direction) noexcept nogil
    @cython.locals(i=int, count=int)
    cdef int items_on(self, int tile) noexcept nogil
    @cython.locals(i=int, tile=int)
    cdef int nth_item(self, int knight, int n) noexcept nogil
    cdef int take(self, int knight, int item) except -1 nogil
    @cython.locals(other=int)
    cdef int fight(self, int knight) except -1 nogil
    @cython.locals(item=int)
    cdef int defeat(self, int winner, int loser) except -1 nogil
    @cython.locals(item=int)
    cdef int fall(self, int knight, int status, int tile) except -1 nogil
    cdef int attack(self, int knight) noexcept nogil
    cdef int defence(self, int knight) noexcept nogil
    @cython.locals(knight=int, price=double)
    cdef int result(self, double* out) except -1 nogil
    cdef int copy_from(self, State other) except -1 nogil
    cdef unsigned long long key64(self) except? 0 nogil
    @cython.locals(rng_state=cython.ulonglong[1], rest=cython.ulonglong, i=int)
    cdef unsigned long long repetition_key64(self) except? 0 nogil
    @cython.locals(count=int, features=int, knight=int, plane=int, item=int, i=int)
    cdef int encode(self, int seat, signed char* out) except -1 nogil
    cdef int take_by_chance(self, int knight, unsigned long long* rng_state) except -1 nogil
    @cython.locals(actions=int, bits=cython.ulonglong)
    cdef int playout(self, unsigned long long* rng_state) except -1 nogil
