cimport cython
from libc.stdlib cimport calloc, free
from parlour.players.mcts.amaf cimport Repute
from parlour.players.mcts.tree cimport NOWHERE
from parlour.table.compiled.rng cimport random_below
from parlour.table.state cimport CHANCE, NOBODY, State

cdef enum:
    LONGEST = 4096
    DRAWN = 3

cdef class Trail:
    cdef readonly Repute repute
    cdef bint mast
    cdef int actions
    # For each seat and action, the number of the last simulation that has it on its trail.
    cdef int* last
    cdef int number
    cdef int[4096] seats
    cdef int[4096] played
    cdef int length

    cdef int begin(self) noexcept nogil
    cdef int add(self, int seat, int action) noexcept nogil
    @cython.locals(i=int)
    cdef int tell(self, int place, double* payoffs) noexcept nogil
    @cython.locals(count=int, steps=int, action=int)
    cdef int play_out(self, State state, int* out, unsigned long long* rng_state) except -1 nogil
    @cython.locals(best=int, highest=double, mean=double, at=int, action=int, _=int)
    cdef int best_known(self, int seat, int* out, int count, unsigned long long* rng_state) noexcept nogil
