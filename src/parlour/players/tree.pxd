cimport cython
from libc.math cimport NAN
from libc.stdlib cimport free, malloc

cdef extern from *:
    """
    #include <sched.h>
    /* Several threads search one tree. A lock is held for about a microsecond; where the thread
       that holds it was put to sleep, the others let it run. */
    #define parlour_shut(locks, i) do { \
        while (__atomic_exchange_n((locks) + (i), 1, __ATOMIC_ACQUIRE)) sched_yield(); \
    } while (0)
    #define parlour_open(locks, i) __atomic_store_n((locks) + (i), 0, __ATOMIC_RELEASE)
    #define parlour_take(counter) __atomic_fetch_add(&(counter), 1, __ATOMIC_RELAXED)
    """
    void parlour_shut(int* locks, int i) noexcept nogil
    void parlour_open(int* locks, int i) noexcept nogil
    int parlour_take(int counter) noexcept nogil

cdef enum:
    NOWHERE = -1
    MOST_VERDICTS = 256
    LOCKS = 1024

cdef struct Node:  # its fields are explained in node.py
    double total
    double prior
    int action
    int visits
    int reached
    int first
    int sibling
    int home
    short decider
    short children
    short width
    short verdict
    short distance
    short asked

ctypedef Node* Nodes

cdef class Tree:
    cdef readonly int capacity
    cdef readonly int seats
    cdef readonly double prize
    cdef readonly bint shared
    cdef readonly int root
    cdef public bint halted
    cdef int taken
    cdef Nodes node
    # What each verdict says that each of at most sixteen seats gets; and does it say all?
    cdef int verdicts
    cdef double[4096] known
    cdef int[256] complete
    # Where positions are looked up: their keys, and the nodes that stand for them.
    cdef readonly int slots
    cdef int* slot
    cdef unsigned long long* keys
    # One for the children of every place with the same last bits, and one for all tables.
    cdef int[1025] locks

    cdef int guard(self, int which) except -1 nogil
    cdef int release(self, int which) except -1 nogil
    @cython.locals(child=int)
    cdef int add(self, int place, int action, int decider) except -2 nogil
    @cython.locals(i=int, at=int, free_slot=int)
    cdef int home_of(self, int edge, unsigned long long key) except -2 nogil
    @cython.locals(i=int)
    cpdef object clear(self)
    @cython.locals(edge=int, place=int, sure=double)
    cpdef list edges(self, int place)
    @cython.locals(edge=int, home=int, i=int, to=int, again=bint, moved=cython.p_int, n=int)
    cpdef object keep(self, int root)
