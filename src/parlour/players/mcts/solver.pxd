cimport cython
from libc.math cimport NAN
from parlour.players.mcts.tree cimport (
    MAX_PROOFS, MAX_SEATS, NONE, Node, Tree, canonical_of, proof_distance_of, proof_of,
    proved_payoff, publish_proof, set_proof_count,
)

cdef int MAX_DISTANCE

@cython.locals(number=int)
cdef int set_proof(Tree tree, int node, double* payoffs, int distance) except -1 nogil
@cython.locals(number=int, s=int, same=bint, complete=bint, payoff=double)
cdef int number_of_proof(Tree tree, double* payoffs) except -1 nogil
@cython.locals(payoffs=double[16], best=double, payoff=double, all_proved=bint, decided=bint,
               s=int, edge=int)
cdef int prove(Tree tree, int node, int decider) except -1 nogil
@cython.locals(edge=int, payoff=double, common=double)
cdef double common_payoff(Tree tree, int node, int decider, bint decided, double best, int seat
                      ) noexcept nogil
@cython.locals(edge=int, found=int, distance=int, canonical=int)
cdef int distance_to_end(Tree tree, int node, int decider, bint decided, double best) noexcept nogil
@cython.locals(edge=int, payoff=double, visited=bint, has_best=bint, root=Node)
cpdef bint is_solved(Tree tree, int seat) except -1
