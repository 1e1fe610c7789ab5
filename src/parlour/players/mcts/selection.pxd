cimport cython
from libc.math cimport log, sqrt
from libc.stdlib cimport free, malloc
from parlour.players.mcts.amaf cimport Repute
from parlour.players.mcts.amaf_trace cimport Trail
from parlour.players.mcts.tree cimport (
    NOWHERE, Nodes, Tree, has_proofs, has_room, is_sure, set_asked, sure,
)
from parlour.table.compiled.rng cimport random_below
from parlour.table.advice.knowledge cimport Knowledge
from parlour.table.state cimport CHANCE, State

cdef double BIAS

cdef class Chooser:
    cdef readonly Tree tree
    cdef State scratch
    cdef Knowledge knowledge
    cdef bint knowing
    cdef bint varied
    cdef double exploration
    cdef double trust
    cdef readonly Trail trail
    cdef Repute repute
    cdef int enough
    cdef int source
    cdef unsigned long long[1] rng_state
    # For each action, the number of the last look at a place where it was tried already.
    cdef int* tried
    cdef int look
    # How promising the game thinks each of the legal actions is.
    cdef double* weights
    # For each action, may it be chosen at the root?
    cdef int* among

    cdef int ask(self, int* out, int count) except -1 nogil
    cdef int choose(self, int place, int* out, int count, int answer) except -2 nogil
    @cython.locals(i=int, width=int, whole=double, edge=int, partly=bint, full=bint)
    cdef int expand(self, int place, int* out, int count) except -1 nogil
    @cython.locals(child=int, untried=int, idea=int, narrow=bint, i=int, n=int,
                   node=Nodes)
    cdef int descend(self, int place, int* out, int count) except -2 nogil
    @cython.locals(child=int, best=int, score=double, highest=double, log_visits=double,
                   node=Nodes, seat=int, proofs=bint)
    cdef int most_promising(self, int place) except -2 nogil
    @cython.locals(child=int, best=int, likely=int, score=double, highest=double, root=double,
                   brought=double, visits=double, seen=double, node=Nodes, seat=int,
                   proofs=bint)
    cdef int most_trusted(self, int place) except -2 nogil
    @cython.locals(best=int, idea=int, at=int, i=int, _=int, score=double, highest=double)
    cdef int most_renowned(self, int place, int* out, int count, int untried) except -2 nogil
    @cython.locals(at=int, visits=double, mean=double, heard=double, part=double, node=Nodes)
    cdef double worth(self, int edge) noexcept nogil
    @cython.locals(child=int, proved=int, most=double, score=double, node=Nodes)
    cdef int or_proved(self, int place, int best, double highest) except -2 nogil
    @cython.locals(child=int)
    cdef int follow(self, int place, int action) except -2 nogil
    @cython.locals(child=int)
    cdef int child_by(self, int place, int action) except -2 nogil
