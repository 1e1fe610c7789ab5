cimport cython
from parlour.players.mcts.tree cimport NONE, Tree
from parlour.table.state cimport NOBODY, State

cdef class NodeFinder:
    cdef Tree tree
    cdef State target
    cdef list states
    cdef int budget
    cdef unsigned long long key

    @cython.locals(depth=int, node=int)
    cpdef int find(self, int action) except -2
    @cython.locals(edge=int, found=int, here=State, next=State)
    cdef int find_at_depth(self, int node, int level, int depth, int action) except -2
    cdef bint matches(self, State state) except -1
