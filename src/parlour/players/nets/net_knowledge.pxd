cimport cython
from libc.stdlib cimport calloc, free
from parlour.players.nets.integer_net cimport NetEvaluator
from parlour.table.advice.knowledge cimport Knowledge
from parlour.table.learning.net_input cimport NetInput
from parlour.table.state cimport State

cdef enum:
    ENTRIES = 4096

cdef struct Entry:
    unsigned long long key
    int value
    int used

ctypedef Entry* EntryPointer
ctypedef int* IntPointer

cdef class NetKnowledge(Knowledge):
    cdef readonly NetEvaluator evaluator
    cdef NetInput net_input
    cdef Knowledge known
    cdef bint has_known
    cdef int width
    cdef Entry* entries
    cdef int* logits
    cdef readonly int asked
    cdef readonly int remembered

    @cython.locals(key=cython.ulonglong, at=int, i=int)
    cdef int ask(self, State state) except -1 nogil
    @cython.locals(value=int)
    cdef int evaluate(self, State state, double* out) except -1 nogil
    @cython.locals(at=int, value=int, i=int, highest=int, logits=IntPointer)
    cdef int priors(self, State state, int* actions, int count, double* out) except -1 nogil
    cdef int rollout(self, State state, unsigned long long* rng_state) except -1 nogil
    cdef int tactical(self, State state, int* out) except -1 nogil
    cdef int exact_value(self, State state, double* out) except -1 nogil
