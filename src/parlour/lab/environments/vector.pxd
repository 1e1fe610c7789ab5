cimport cython
from parlour.table.compiled.rng cimport random_below
from parlour.table.state cimport CHANCE, NOBODY, State

ctypedef void* Address
ctypedef unsigned long long[::1] Dice

cdef unsigned long long* die(Dice all_dice, int i) noexcept nogil

cdef class VectorEnv:
    cdef readonly object game
    cdef readonly object batch
    cdef readonly int count
    cdef readonly int threads
    cdef readonly bint observing
    cdef object pool
    cdef int seat_count
    cdef int action_count
    cdef State first
    cdef list states
    cdef size_t[::1] addresses  # of the states: a loop without the GIL cannot use the list
    cdef signed char[:, ::1] observations
    cdef signed char[:, ::1] masks
    cdef float[:, ::1] rewards
    cdef signed char[::1] ended
    cdef int[::1] seats
    cdef int[::1] chosen
    cdef int[::1] choices
    cdef Dice dice
    cdef Dice choice_dice

    cpdef object state(self, int match)
    cdef object refusal(self, int match)
    @cython.locals(i=int)
    cpdef object reset(self, object seed=*)
    @cython.locals(i=int)
    cpdef object advance(self, int begin, int end, bint anew)
    @cython.locals(payoffs=double[16], seat=int)
    cdef int advance_one(self, State state, int i, bint anew) except -1 nogil
    cdef int show(self, State state, int i) except -1 nogil
    @cython.locals(listed=int[8192], count=int)
    cdef int draw_chance(self, State state, int i) except -1 nogil
    @cython.locals(listed=int[8192], count=int)
    cdef int draw_choice(self, State state, int i) except -1 nogil
    @cython.locals(i=int)
    cdef int draw_choices(self) except -1 nogil
    @cython.locals(i=int, action=int)
    cdef int first_illegal(self) noexcept nogil
