cimport cython
from libc.math cimport NAN
from libc.stdlib cimport free, malloc

cdef extern from *:
    """
    #include <sched.h>
    #if defined(__x86_64__) || defined(__i386__)
    #define parlour_breathe() __builtin_ia32_pause()
    #else
    #define parlour_breathe() ((void)0)
    #endif
    /* Several threads search one tree. A lock is held for about a microsecond, so who finds it shut
       looks again for a while; where the thread that holds it was put to sleep, let it run. Each lock
       has a cache line of its own: who shuts one does not disturb who looks at another. */
    typedef struct { int shut; char apart[64 - sizeof(int)]; } parlour_lock;
    #define parlour_shut(lock) do { \
        int looks = 0; \
        while (__atomic_exchange_n(&(lock).shut, 1, __ATOMIC_ACQUIRE)) { \
            while (__atomic_load_n(&(lock).shut, __ATOMIC_RELAXED)) { \
                if (++looks % 1000) parlour_breathe(); else sched_yield(); \
            } \
        } \
    } while (0)
    #define parlour_open(lock) __atomic_store_n(&(lock).shut, 0, __ATOMIC_RELEASE)
    #define parlour_take(counter) __atomic_fetch_add(&(counter), 1, __ATOMIC_RELAXED)
    """
    ctypedef struct Lock "parlour_lock":
        int shut
    void parlour_shut(Lock lock) noexcept nogil
    void parlour_open(Lock lock) noexcept nogil
    int parlour_take(int counter) noexcept nogil

cdef enum:
    NOWHERE = -1
    MOST_VERDICTS = 256
    LOCKS = 256

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
    cdef Nodes node
    # What each verdict says that each of at most sixteen seats gets; and does it say all?
    cdef int verdicts
    cdef double[16 * MOST_VERDICTS] known
    cdef int[MOST_VERDICTS] complete
    # Where positions are looked up: their keys, and the nodes that stand for them.
    cdef readonly int slots
    cdef int* slot
    cdef unsigned long long* keys
    # One for the children of every place with the same last bits, and one for all tables.
    cdef Lock[LOCKS + 1] locks
    # Last, where no other field shares its cache line: every simulation counts it up.
    cdef int taken

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
