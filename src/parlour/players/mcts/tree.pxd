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
    /* Fields that are read without a lock. Whoever acquires what another thread has published also
       sees all that this thread wrote before, on every processor; a relaxed access promises no more
       than a whole value. */
    #define parlour_acquire(field) __atomic_load_n(&(field), __ATOMIC_ACQUIRE)
    #define parlour_publish(field, value) __atomic_store_n(&(field), (value), __ATOMIC_RELEASE)
    #define parlour_relaxed(field) __atomic_load_n(&(field), __ATOMIC_RELAXED)
    #define parlour_relax(field, value) __atomic_store_n(&(field), (value), __ATOMIC_RELAXED)
    """
    ctypedef struct Lock "parlour_lock":
        int shut
    void parlour_shut(Lock lock) noexcept nogil
    void parlour_open(Lock lock) noexcept nogil
    int parlour_take(int counter) noexcept nogil
    int parlour_acquire(int field) noexcept nogil
    void parlour_publish(int field, int value) noexcept nogil
    int parlour_relaxed(int field) noexcept nogil
    void parlour_relax(int field, int value) noexcept nogil

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
    cdef readonly double max_payoff
    cdef readonly bint shared
    cdef readonly int root
    cdef int halting
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
    cpdef object clear(self)
    @cython.locals(i=int)
    cpdef object forget_positions(self)
    @cython.locals(edge=int, place=int, sure=double)
    cpdef list edges(self, int place)
    @cython.locals(edge=int, home=int, i=int, to=int, again=bint, moved=cython.p_int, n=int)
    cpdef object keep(self, int root)

# What another thread may write meanwhile; interpreted, these stand in node.py.
cdef inline bint is_halted(Tree tree) noexcept nogil:
    return parlour_relaxed(tree.halting) != 0

cdef inline void halt(Tree tree, bint value) noexcept nogil:
    parlour_relax(tree.halting, value)

cdef inline bint has_proofs(Tree tree) noexcept nogil:
    return parlour_relaxed(tree.verdicts) > 1

cdef inline void count_verdicts(Tree tree, int count) noexcept nogil:
    parlour_relax(tree.verdicts, count)

cdef inline bint has_room(Tree tree, int count) noexcept nogil:
    return parlour_relaxed(tree.taken) + count <= tree.capacity

cdef inline int home_behind(Tree tree, int edge) noexcept nogil:
    return parlour_acquire(tree.node[edge].home)

cdef inline void publish_home(Tree tree, int edge, int home) noexcept nogil:
    parlour_publish(tree.node[edge].home, home)

cdef inline int verdict_at(Tree tree, int place) noexcept nogil:
    return parlour_acquire(tree.node[place].verdict)

cdef inline double sure(Tree tree, int edge, int seat) noexcept nogil:
    return tree.known[verdict_at(tree, home_behind(tree, edge)) * 16 + seat]

cdef inline bint is_sure(Tree tree, int edge, int seat) noexcept nogil:
    cdef double known = sure(tree, edge, seat)
    return known == known

cdef inline int distance_at(Tree tree, int place) noexcept nogil:
    return parlour_relaxed(tree.node[place].distance)

cdef inline void publish_verdict(Tree tree, int place, int verdict, int distance) noexcept nogil:
    parlour_relax(tree.node[place].distance, distance)
    parlour_publish(tree.node[place].verdict, verdict)

cdef inline int visits_of(Tree tree, int place) noexcept nogil:
    return parlour_relaxed(tree.node[place].reached)

cdef inline void count_visit(Tree tree, int place) noexcept nogil:
    parlour_relax(tree.node[place].reached, tree.node[place].reached + 1)

cdef inline int asked_at(Tree tree, int place) noexcept nogil:
    return parlour_relaxed(tree.node[place].asked)

cdef inline void set_asked(Tree tree, int place, int asked) noexcept nogil:
    parlour_relax(tree.node[place].asked, asked)
