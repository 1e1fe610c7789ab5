cimport cython
from parlour.games.chessicle.solving.endgame_table cimport EndgameTable, seen
from parlour.games.chessicle.rules cimport BEYOND, MOVES, OFF, PLACES

cdef class BoundSearch:
    cdef EndgameTable table
    cdef readonly long long most
    cdef readonly long long nodes
    cdef readonly int depth
    cdef readonly int low
    cdef readonly int high
    cdef short[10] root

    @cython.locals(goal=int, doubt=bint, reached=bint)
    cpdef object deepen(self)
    @cython.locals(next=cython.short[10], count=int, closed=int, i=int, entry=int, quiet=int,
                   piece=int, step=int, k=int, left=int)
    cdef bint reaches(self, short* place, int depth, int goal, bint doubt) noexcept nogil
    @cython.locals(to=int, over=int, theirs=int, ours=int, i=int)
    cdef int move(self, short* place, int piece, int step, short* next) noexcept nogil
