cimport cython
from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer,
)
from parlour.table.state cimport NOBODY, State

cdef extern from *:
    """
    /* Is this the format of 32-bit floats, 8-bit integers or booleans, in this machine's order? */
    static inline int parlour_fits(const char *format) {
        if (!format) return 1;  /* unsigned bytes */
        if (*format == '<' || *format == '=' || *format == '@') format++;
        return *format && strchr("fBb?", *format) && !format[1];
    }
    """
    bint parlour_fits(const char* format)

ctypedef signed char* Bytes
ctypedef float* Floats32

cpdef enum:
    MOST_NUMBERS = 65_536

cdef class Encoder:
    cdef readonly object game
    cdef readonly int size
    cdef readonly int action_count
    cdef float[::1] shares

    cpdef object encode(self, State state, int seat, object out)
    cpdef object mask(self, State state, int seat, object out)
    cdef int check(self, State state) except -1
    @cython.locals(count=int, view=Py_buffer, numbers=cython.schar[65536], floats=Floats32, i=int)
    cdef int write(self, State state, int seat, object out, bint masking) except -1
    @cython.locals(lowest=int)
    cdef int fill(self, State state, int seat, Bytes out, bint masking) except -1 nogil
    cdef object converted(self, int number, int i, str format, bint masking)

@cython.locals(given=cython.Py_ssize_t, fits=cython.bint)
cdef int open_buffer(object out, Py_buffer* view, int count) except -1
