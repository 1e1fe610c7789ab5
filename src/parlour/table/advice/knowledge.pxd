cimport cython
from parlour.table.state cimport State

cdef class Knowledge:
    cdef readonly object game
    cdef readonly bint python_only

    # Optional hooks.
    cdef int evaluate(self, State state, double* out) except -1 nogil
    cdef int priors(self, State state, int* actions, int count, double* out) except -1 nogil
    cdef int rollout(self, State state, unsigned long long* rng_state) except -1 nogil
    cdef int tactical(self, State state, int* out) except -1 nogil
    cdef int exact_value(self, State state, double* out) except -1 nogil

    # Methods for Python code.
    @cython.locals(out=double[16], i=int)
    cpdef object evaluation(self, State state)
    @cython.locals(out=double[16], i=int, known=int)
    cpdef object exact_payoffs(self, State state)
    @cython.locals(actions=int[8192], out=double[8192], i=int, count=int, legal=int)
    cpdef object action_priors(self, State state, object among=*)
    @cython.locals(out=int[8192], i=int, count=int)
    cpdef list tactical_actions(self, State state)

    # Calls from compiled code into knowledge in plain Python, without a .pxd.
    @cython.locals(i=int)
    cdef int python_floats(self, str hook, State state, double* out) except -1
    @cython.locals(i=int)
    cdef int python_priors(self, State state, int* actions, int count, double* out) except -1
    cdef int python_rollout(self, State state, unsigned long long* rng_state) except -1
    @cython.locals(i=int, count=int)
    cdef int python_tactical(self, State state, int* out) except -1
