cimport cython
from parlour.games.chessicle.rules cimport OFF, PLACES

cdef enum:
    HERO_TILES = 15
    GROUPS = 2625

cdef class PositionIndex:
    cdef readonly int pieces
    cdef readonly long long count
    cdef int hero_least
    cdef short[4 * PLACES] mirrored
    cdef short[3 * GROUPS] tiles
    cdef short[GROUPS] mirror
    cdef short[GROUPS] rank
    cdef short[GROUPS] group_of
    cdef int[4] start
    cdef int[4] size
    cdef int[4] least
    cdef short[PLACES] hero
    cdef short[HERO_TILES] hero_tile
    cdef short[PLACES] hero_rank
    cdef short[HERO_TILES] hero_of
    cdef long long[256] offset

    cdef int group(self, int a, int b, int c) noexcept nogil
    @cython.locals(kind=int, i=int)
    cdef int kind(self, short* place, int first) noexcept nogil
    @cython.locals(own=int, other=int, group=int, mirror=int, number=cython.longlong)
    cdef long long number(self, short* place) noexcept nogil
    @cython.locals(i=int, group=int, taken=int)
    cdef bint position(self, int own, int other, long long number, short* place) noexcept nogil
