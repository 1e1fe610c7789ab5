cimport cython
from libc.stdlib cimport calloc, free
from parlour.players.mcts.amaf cimport AmafTable
from parlour.players.mcts.amaf_trace cimport AmafTrace
from parlour.players.mcts.selection cimport Selector
from parlour.players.mcts.solver cimport prove, set_proof
from parlour.players.mcts.tree cimport (
    MAX_SEATS, NONE, NOT_ASKED, NodeArray, Tree, canonical_of, count_visit, is_halted,
    prior_state_of, proof_of, publish_canonical, visits_of,
)
from parlour.table.advice.knowledge cimport Knowledge
from parlour.table.state cimport NOBODY, State

cdef enum:
    MAX_DEPTH = 1024

@cython.final
cdef class Simulator:
    cdef readonly Tree tree
    cdef readonly AmafTrace trace
    cdef Selector selector
    cdef readonly State root
    cdef State state
    cdef State played_state
    cdef AmafTable amaf
    cdef Knowledge knowledge
    cdef bint has_knowledge
    cdef bint proving
    cdef bint guarded
    cdef bint restricted
    cdef bint tracing
    cdef double evaluation_weight
    cdef double virtual_loss
    cdef int grave_visits
    cdef int ancestor  # the nearest node on the path with enough AMAF visits
    # For each action, may it be chosen at the root?
    cdef int* root_mask
    # The edges that this simulation took, and the nodes where it took them.
    cdef int[MAX_DEPTH] path
    cdef int[MAX_DEPTH] path_nodes
    cdef int end  # the last array is checked for its bounds only if something follows

    cpdef object set_root(self, State root)
    cpdef int run(self, int count) except -1
    @cython.locals(done=int)
    cdef int batch(self, int count) except -1 nogil
    @cython.locals(out=int[8192], payoffs=double[16], depth=int, node=int, edge=int)
    cdef int simulate(self) except -1 nogil
    @cython.locals(count=int, edge=int, prior_result=int, fresh=bint, nodes=NodeArray)
    cdef int take_edge(self, int node, int depth, int* out) except -2 nogil
    @cython.locals(count=int, i=int, n=int)
    cdef int legal(self, int* out, bint at_root) except -1 nogil
    @cython.locals(i=int, known=int, proof=int, evaluation=double[16], evaluated=bint)
    cdef int evaluate_leaf(self, int node, int depth, int* out, double* payoffs) except -1 nogil
    cdef int rollout(self, int* out, double* payoffs) except -1 nogil
    cdef int prove_leaf(self, int node, double* payoffs, int distance) except -1 nogil
    @cython.locals(i=int)
    cdef bint ends_match(self, int depth) except -1 nogil
    @cython.locals(i=int, edge=int, node=int, may_prove=bint, nodes=NodeArray)
    cdef int backup(self, int depth, double* payoffs) except -1 nogil
    @cython.locals(seat=int, proof=int, payoff=double)
    cdef bint apply_proof(self, int edge, double* payoffs) noexcept nogil
