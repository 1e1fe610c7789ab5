cimport cython
from libc.math cimport exp, log
from libc.stdlib cimport free
from parlour.lab.training.buffers cimport new_floats, new_ints, new_shorts
from parlour.table.compiled.rng cimport random_unit
from parlour.table.learning.net_input cimport NetInput
from parlour.table.state cimport NOBODY, State

cdef enum:
    LONGEST = 400
    NONE = -1
    TABLE = 2048

cdef double SHARPNESS

cdef class GumbelSearch:
    cdef readonly int matches
    cdef readonly int simulations
    cdef readonly int considered
    cdef double value_scale
    cdef int nodes
    cdef int width
    cdef int policy_size
    cdef State start
    cdef State state
    cdef readonly NetInput net_input
    cdef unsigned long long[1] rng
    cdef short[TABLE] schedule
    # Of each node of each match.
    cdef float* node_value
    cdef int* node_visits
    cdef short* node_edges
    cdef short* node_seat
    cdef short* node_settles
    # Of each edge of each node.
    cdef short* edge_action
    cdef short* edge_target
    cdef short* edge_visits
    cdef short* edge_child
    cdef float* edge_logit
    cdef float* edge_total
    # Of each match.
    cdef int* used
    cdef int* leaf
    cdef int* depth
    cdef int* done
    cdef int* ply
    cdef short* path_node
    cdef short* path_edge
    cdef short* history
    cdef float* gumbel
    cdef double[8192] improved
    cdef double[16] payoffs

    @cython.locals(i=int)
    cdef int replay(self, int m) except -1 nogil
    @cython.locals(out=int[8192], node=int, edge=int, i=int, count=int)
    cdef int open_node(self, int m, int k) except -1 nogil
    @cython.locals(i=int, unit=double)
    cdef int draw_gumbels(self, int m) except -1 nogil
    @cython.locals(node=int, value=double, e=int, edge=int)
    cdef int read_answer(self, int m, float[:, ::1] policies, float[::1] values) except -1 nogil
    @cython.locals(k=int, e=int, edge=int, child=int, node=int, step=int, candidates=int)
    cdef bint descend(self, int m) except -1 nogil
    @cython.locals(i=int, node=int, edge=int)
    cdef int back_up(self, int m, double value) except -1 nogil
    @cython.locals(node=int, count=int, wanted=int, e=int, edge=int, best=int, best_score=double,
                   score=double, scale=double, mixed=double, sign=double)
    cdef int root_edge(self, int m, int wanted) noexcept nogil
    @cython.locals(e=int, edge=int, best=int, best_score=double, score=double)
    cdef int inner_edge(self, int node) noexcept nogil
    @cython.locals(e=int, edge=int, most=int)
    cdef int most_visits(self, int node) noexcept nogil
    @cython.locals(e=int, edge=int, highest=double, weight=double, weights=double, total=double, sign=double)
    cdef double mixed_value(self, int node) noexcept nogil
    @cython.locals(e=int, edge=int, highest=double, total=double, scale=double, mixed=double,
                   sign=double, score=double)
    cdef int improve(self, int node) noexcept nogil
    @cython.locals(node=int, child=int, i=int, edge=int, other=int)
    cdef int promote(self, int m, int k) except -1 nogil
