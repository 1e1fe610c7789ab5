cimport cython
from libc.math cimport log, sqrt
from libc.stdlib cimport free, malloc
from parlour.table.dice cimport roll
from parlour.table.state cimport State, CHANCE, NOBODY

cdef enum:
    NOWHERE = -1
    DEEPEST = 1024

cdef class Tree:
    cdef readonly int capacity
    cdef readonly int nodes
    cdef readonly double exploration
    cdef State root
    cdef State scratch
    cdef unsigned long long[1] dice
    # One entry for each node; children are a linked list.
    cdef int* action
    cdef int* decider
    cdef int* visits
    cdef double* total
    cdef int* first
    cdef int* sibling
    cdef int* children
    # For each action, the number of the last look at a node where it was tried already.
    cdef int* tried
    cdef int look
    cdef bint varied

    cpdef object grow(self, int count, State guess=*)
    @cython.locals(_=int)
    cdef int batch(self, int count) except -1 nogil
    @cython.locals(out=int[8192], way=int[1024], payoffs=double[16], count=int, depth=int,
                   node=int, child=int, before=int, i=int)
    cdef int simulate(self) except -1 nogil
    @cython.locals(child=int, untried=int, idea=int, narrow=bint, i=int, n=int)
    cdef int descend(self, int node, int* out, int count) except -2 nogil
    @cython.locals(child=int, best=int, score=double, highest=double, log_visits=double)
    cdef int most_promising(self, int node) except -2 nogil
    @cython.locals(child=int)
    cdef int follow(self, int node, int action) except -2 nogil
    @cython.locals(child=int)
    cdef int add(self, int node, int action, int decider) except -2 nogil
