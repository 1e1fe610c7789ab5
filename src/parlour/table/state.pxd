cimport cython
from cpython.list cimport PyList_New
from cpython.ref cimport PyObject
from parlour.table.compiled.plain_hooks cimport PlainHooks
from parlour.table.compiled.rng cimport random_below, random_unit

cdef extern from *:
    """
    /* The items of a list; and target[i] = source[j] for a new list `target`. */
    #define parlour_items(list) (((PyListObject *) (list))->ob_item)
    #define parlour_set_item(target, i, source, j) do { \
        PyObject *item = (source)[j]; \
        Py_INCREF(item); \
        (target)[i] = item; \
    } while (0)
    /* Python code may assign a seat, and the hooks do not check it: the setter does. */
    static CYTHON_UNUSED setter parlour_store_seat;
    static inline int parlour_assign_seat(PyObject *state, PyObject *value, void *closure) {
        if (value) {
            PyObject *checked = PyObject_CallMethod(state, "check_seat", "O", value);
            if (!checked) return -1;
            Py_DECREF(checked);
        }
        return parlour_store_seat(state, value, closure);
    }
    static inline void parlour_check_seats(PyObject *descriptor) {
        PyGetSetDef *seat = ((PyGetSetDescrObject *) descriptor)->d_getset;
        parlour_store_seat = seat->set;
        seat->set = parlour_assign_seat;
    }
    """
    void parlour_check_seats(object descriptor)
    ctypedef PyObject** Items "PyObject **"
    Items parlour_items(list items)
    void parlour_set_item(Items target, int i, Items source, int j)
    int __builtin_ctzll(unsigned long long) nogil
    int __builtin_popcountll(unsigned long long) nogil

cpdef enum:
    CHANCE = -1
    NOBODY = -2
    # Increment this whenever a hook or a field of State changes. A plug-in compiled against
    # another number would crash, so the registry refuses to load it.
    ABI = 4

cdef unsigned long long ONE

cdef class State(PlainHooks):
    cdef public int seat
    cdef list shared_ints

    # Hooks that a game must implement. `legal` may write in any order; `actions` sorts.
    cdef int legal(self, int* out) except -1 nogil
    cdef int play(self, int action) except -1 nogil
    cdef int copy_from(self, State other) except -1 nogil
    cdef int result(self, double* out) except -1 nogil
    # Optional hooks.
    @cython.locals(buffer=int[8192], count=int, i=int)
    cdef int chance_odds(self, double* out) except -1 nogil
    cdef unsigned long long key64(self) except? 0 nogil
    cdef unsigned long long repetition_key64(self) except? 0 nogil
    @cython.locals(out=int[8192])
    cdef int playout(self, unsigned long long* rng_state) except -1 nogil
    cdef int sample_action(self, unsigned long long* rng_state) except -2 nogil
    cdef int encode(self, int seat, signed char* out) except -1 nogil

    # Derived methods.
    @cython.locals(listed=int[8192], count=int, i=int)
    cdef int mask(self, signed char* out) except -1 nogil
    @cython.locals(count=int, steps=int)
    cdef int uniform_playout(self, int* out, unsigned long long* rng_state) except -1 nogil
    @cython.locals(odds=double[8192], target=double, i=int)
    cdef int draw(self, int* out, int count, unsigned long long* rng_state) except -1 nogil
    @cython.locals(out=int[8192], bits=cython.ulonglong[512], word=cython.ulonglong,
                   new=list, target=Items, shared=Items, count=int, words=int, i=int, w=int)
    cdef list sorted_legal(self)
    @cython.locals(out=int[8192], count=int, i=int)
    cdef bint is_legal(self, int action) except -1
    cpdef list actions(self, object seat=*)
    @cython.locals(number=int)
    cpdef object apply(self, object action)
    @cython.locals(other=State)
    cpdef State copy(self)
    @cython.locals(out=int[8192], odds=double[8192], count=int, i=int)
    cpdef list odds(self)
    @cython.locals(out=double[16], i=int)
    cdef tuple final_payoffs(self)
