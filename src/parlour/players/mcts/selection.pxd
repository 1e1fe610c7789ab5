cimport cython
from libc.math cimport log, sqrt
from libc.stdlib cimport calloc, free, malloc
from parlour.players.mcts.amaf cimport AmafTable
from parlour.players.mcts.tree cimport (
    HAS_PRIORS, NONE, NOT_ASKED, NO_PRIORS, NodeArray, Tree, has_capacity, has_proofs, is_proved,
    proved_payoff, set_prior_state,
)
from parlour.table.compiled.rng cimport random_below
from parlour.table.advice.knowledge cimport Knowledge
from parlour.table.state cimport CHANCE, State

cdef double GRAVE_BIAS, FPU_REDUCTION

@cython.final
cdef class Selector:
    cdef readonly Tree tree
    cdef State state
    cdef Knowledge knowledge
    cdef bint has_knowledge
    cdef bint determinized
    cdef double exploration
    cdef double trust
    cdef AmafTable amaf
    cdef int grave_node
    cdef unsigned long long[1] rng_state
    # For each action, the last mark that it was given: negative if legal, positive if also tried.
    cdef int* marks
    cdef int mark
    cdef double* priors

    cdef int compute_priors(self, int* out, int count) except -1 nogil
    cdef int select(self, int node, int* out, int count, int prior_result) except -2 nogil
    @cython.locals(i=int, width=int, prior_sum=double, edge=int, has_children=bint,
                   out_of_nodes=bint)
    cdef int expand(self, int node, int* out, int count) except -1 nogil
    @cython.locals(child=int, untried=int, sampled=int, children=int, may_widen=bint, i=int, n=int,
                   nodes=NodeArray)
    cdef int select_child(self, int node, int* out, int count) except -2 nogil
    @cython.locals(child=int, best=int, score=double, highest=double, log_visits=double,
                   nodes=NodeArray, seat=int, proofs=bint)
    cdef int select_uct(self, int node) except -2 nogil
    @cython.locals(child=int, best=int, unvisited=int, score=double, highest=double, scale=double,
                   visited_total=double, visits=double, visited_prior=double, nodes=NodeArray,
                   seat=int, proofs=bint)
    cdef int select_puct(self, int node) except -2 nogil
    @cython.locals(best=int, untried_best=int, at=int, i=int, _=int, score=double, highest=double)
    cdef int select_grave(self, int node, int* out, int count, int untried) except -2 nogil
    @cython.locals(at=int, visits=double, mean=double, amaf_visits=double, amaf_weight=double,
                   nodes=NodeArray)
    cdef double edge_value(self, int edge) noexcept nogil
    @cython.locals(child=int, proved=int, most=double, score=double, nodes=NodeArray)
    cdef int with_proofs(self, int node, int best, double highest) except -2 nogil
    @cython.locals(child=int)
    cdef int follow_chance(self, int node, int action) except -2 nogil
    @cython.locals(child=int)
    cdef int find_child(self, int node, int action) except -2 nogil
