cimport cython

cdef class SearchLimits:
    cdef object time
    cdef object deadline
    cdef public bint stopped
    cdef readonly bint halted
    cdef readonly long long nodes
    cdef long long max_nodes
    cdef long long next_check
    cdef long long stride
    cdef double last_check

    cpdef object start(self, long long max_nodes, object deadline)
    cdef int count_node(self) except -1 nogil
    @cython.locals(now=double)
    cdef bint out_of_time(self) except -1 nogil
