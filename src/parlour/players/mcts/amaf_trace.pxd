cimport cython
from libc.stdlib cimport calloc, free
from parlour.players.mcts.amaf cimport AmafTable
from parlour.players.mcts.tree cimport NONE
from parlour.table.compiled.rng cimport random_below
from parlour.table.state cimport CHANCE, NOBODY, State

cdef enum:
    MAX_TRACE = 4096
    MAST_SAMPLES = 3

cdef int MAX_STEPS

cdef class AmafTrace:
    cdef readonly AmafTable table
    cdef bint mast
    cdef int action_count
    # For each seat and action, the number of the last simulation that has it in its trace.
    cdef int* last_seen
    cdef int simulation
    cdef int[MAX_TRACE] trace_seats
    cdef int[MAX_TRACE] trace_actions
    cdef int length

    cdef int begin(self) noexcept nogil
    cdef int add(self, int seat, int action) noexcept nogil
    @cython.locals(i=int)
    cdef int record(self, int node, double* payoffs) noexcept nogil
    @cython.locals(count=int, steps=int, action=int)
    cdef int playout(self, State state, int* out, unsigned long long* rng_state) except -1 nogil
    @cython.locals(best=int, highest=double, mean=double, at=int, action=int, _=int)
    cdef int mast_action(self, int seat, int* out, int count, unsigned long long* rng_state) noexcept nogil
