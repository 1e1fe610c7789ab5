cimport cython
from parlour.games.feud.grid cimport (
    ACTING, ACTS, ARCHER, CODES, DRAWN, FALLEN, FEATURES, FIRST_KING, FIRST_SHIELD, GOING, Grid,
    ISOLATED, KING, KNIGHT, MEDIC, NONE, NUMBERS, OFF, OVER, SHIELD, SKIP, SKIPPED, SWAPPING, TILES,
    UNFINISHED, WIZARD, WOUNDS)
from parlour.table.compiled.rng cimport random_below, next64
from parlour.table.state cimport State, NOBODY

cdef extern from *:
    int lowest "__builtin_ctz"(unsigned int) nogil

cdef int MOST_SKIPS, LONGEST_PLAYOUT

@cython.locals(beside=int)
cdef int active(int army) noexcept nogil
cdef int bits(unsigned int mask) noexcept nogil
cdef unsigned int without(unsigned int mask, int n) noexcept nogil
cdef int choice(int kind, int reach, int n) noexcept nogil
@cython.locals(chosen=int)
cdef int among(int mask, int picked) noexcept nogil

cdef class Rules(State):
    cdef Grid grid
    cdef readonly int limit
    cdef readonly int[17] tile
    cdef readonly int[17] place
    cdef readonly int[17] points
    cdef readonly int[17] full
    cdef readonly int[2] army
    cdef readonly int[2] skips
    cdef readonly int phase
    cdef readonly int turns
    cdef readonly int ending
    cdef readonly int winner

    @cython.locals(count=int, able=int, piece=int, here=int, reach=int, first=int, code=int,
                   mask=int)
    cdef int legal(self, int* out) except -1 nogil
    @cython.locals(count=int, mask=cython.uint)
    cdef int legal_swaps(self, int* out) except -1 nogil
    @cython.locals(able=int, enemy_shield=int, movable=int, across=int, down=cython.uint)
    cdef unsigned int swaps(self) noexcept nogil
    @cython.locals(here=int, enemies=int, kind=int, enemy_shield=int)
    cdef int reach(self, int piece) noexcept nogil
    @cython.locals(found=int, piece=int)
    cdef int hurt(self, int mask) noexcept nogil
    @cython.locals(here=int, piece=int, code=int)
    cdef int play(self, int action) except -1 nogil
    cdef int exchange_and_go_on(self, int one, int other) except -1 nogil
    @cython.locals(a=int, b=int, both=int)
    cdef int exchange(self, int one, int other) except -1 nogil
    @cython.locals(target=int)
    cdef int act(self, int piece, int targets) except -1 nogil
    cdef int end_turn(self, int skips) except -1 nogil
    @cython.locals(black_alone=cython.bint, white_alone=cython.bint)
    cdef int judge(self) except -1 nogil
    cdef int result(self, double* out) except -1 nogil
    cdef int copy_from(self, State other) except -1 nogil
    @cython.locals(i=int, tile=int, piece=int, plane=int)
    cdef int encode(self, int seat, signed char* out) except -1 nogil
    cdef unsigned long long key64(self) except? 0 nogil
    @cython.locals(rest=cython.ulonglong[1], mixed=cython.ulonglong, piece=int, kind=int)
    cdef unsigned long long repetition_key64(self) except? 0 nogil
    @cython.locals(steps=int, mask=cython.uint, swap=int)
    cdef int playout(self, unsigned long long* rng_state) except -1 nogil
    @cython.locals(reaches=int[8], choices=int[8], able=int, first=int, total=int,
                   i=int, n=int)
    cdef int act_at_random(self, unsigned long long* rng_state) except -1 nogil
