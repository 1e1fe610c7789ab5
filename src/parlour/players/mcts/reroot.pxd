cimport cython
from parlour.players.mcts.tree cimport NOWHERE, Tree
from parlour.table.state cimport NOBODY, State

cdef class Seeker:
    cdef Tree tree
    cdef State target
    cdef list rooms
    cdef int left
    cdef unsigned long long key

    @cython.locals(depth=int, place=int)
    cpdef int below(self, int action) except -2
    @cython.locals(edge=int, found=int, here=State, next=State)
    cdef int look(self, int place, int level, int depth, int action) except -2
    cdef bint is_it(self, State state) except -1
