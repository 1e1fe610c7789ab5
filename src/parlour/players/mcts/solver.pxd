cimport cython
from libc.math cimport NAN
from parlour.players.mcts.tree cimport (
    MOST_VERDICTS, NOWHERE, Node, Tree, count_verdicts, distance_at, home_behind, publish_verdict,
    sure, verdict_at,
)

@cython.locals(number=int, s=int, same=bint)
cdef int settle(Tree tree, int place, double* payoffs, int distance) except -1 nogil
@cython.locals(number=int, s=int, same=bint, complete=bint)
cdef int verdict_for(Tree tree, double* payoffs) except -1 nogil
@cython.locals(payoffs=double[16], best=double, value=double, every=bint, decided=bint, s=int,
               edge=int)
cdef int prove(Tree tree, int place, int decider) except -1 nogil
@cython.locals(edge=int, value=double, agreed=double)
cdef double agreement(Tree tree, int place, int decider, bint decided, double best, int seat
                      ) noexcept nogil
@cython.locals(edge=int, found=int, behind=int, home=int)
cdef int steps(Tree tree, int place, int decider, bint decided, double best) noexcept nogil
@cython.locals(edge=int, value=double, looked=bint, found=bint, root=Node)
cpdef bint settled(Tree tree, int seat) except -1
