cimport cython
from parlour.games.chessicle.solving.position_index cimport PositionIndex
from parlour.games.chessicle.rules cimport BEYOND, MOVES, OFF, PLACES, Rules, Steps

cpdef enum:
    SHARED = 255
    WON = -1

cdef class EndgameTable(PositionIndex):
    cdef readonly bint friend_blocks
    cdef readonly bytearray data
    cdef readonly int longest
    cdef Steps steps
    cdef unsigned char* cells

    @cython.locals(place=cython.short[10])
    cdef int look_up(self, Rules state) noexcept nogil
    @cython.locals(place=cython.short[10], piece=int, step=int)
    cdef int look_ahead(self, Rules state, int action) noexcept nogil
    cpdef int entry(self, Rules state)
    @cython.locals(place=cython.short[10], cell=cython.longlong, room=cython.longlong,
                   number=cython.longlong, apart=bint)
    cpdef object clear(self, int own, int other)
    @cython.locals(room=cython.longlong, found=cython.longlong)
    cpdef object sweep(self, int own, int other, int moves)
    @cython.locals(place=cython.short[10], found=cython.longlong, number=cython.longlong)
    cdef long long swept(
        self, int own, int other, int moves, long long cell, long long room
    ) noexcept nogil
    @cython.locals(closed=int, piece=int, step=int, k=int, i=int, entry=int, to=int, over=int)
    cdef bint decided(self, short* place, int moves) noexcept nogil
    @cython.locals(next=cython.short[10], left=int, i=int)
    cdef int after(self, short* place, int piece, int to, int over) noexcept nogil

@cython.locals(own=int, other=int, i=int)
cdef int seen(Rules state, short* place) noexcept nogil
