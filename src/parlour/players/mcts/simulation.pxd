cimport cython
from parlour.players.mcts.selection cimport Chooser
from parlour.players.mcts.solver cimport prove, settle
from parlour.players.mcts.tree cimport (
    NOWHERE, Nodes, Tree, asked_at, count_visit, home_behind, is_halted, publish_home, verdict_at, visits_of,
)
from parlour.table.state cimport NOBODY, State

cdef enum:
    DEEPEST = 1024

cdef class Walker(Chooser):
    cdef readonly State root
    cdef State truth
    cdef bint solving
    cdef bint doubting
    cdef bint narrowed
    cdef double evaluating
    cdef double loss
    cdef bint noting
    # The edges that this simulation took, and the places where it took them.
    cdef int[1024] way
    cdef int[1024] places

    cpdef object stand(self, State root)
    cpdef int walk(self, int count) except -1
    @cython.locals(done=int)
    cdef int batch(self, int count) except -1 nogil
    @cython.locals(out=int[8192], payoffs=double[16], count=int, depth=int, place=int, edge=int,
                   source=int, answer=int, fresh=bint, node=Nodes)
    cdef int simulate(self) except -1 nogil
    @cython.locals(count=int, i=int, n=int)
    cdef int legal(self, int* out, bint at_root) except -1 nogil
    @cython.locals(i=int, known=int, verdict=int, opinion=double[16], mixed=bint)
    cdef int value(self, int place, int depth, int* out, double* payoffs) except -1 nogil
    cdef int prove_end(self, int place, double* payoffs, int distance) except -1 nogil
    @cython.locals(i=int)
    cdef bint really_over(self, int depth) except -1 nogil
    @cython.locals(i=int, s=int, edge=int, verdict=int, news=bint, known=double,
                   node=Nodes)
    cdef int back_up(self, int depth, double* payoffs) except -1 nogil
