cimport cython
from libc.math cimport NAN
from libc.stdlib cimport free, malloc

cdef extern from *:
    """
    #include <sched.h>
    #if defined(__x86_64__) || defined(__i386__)
    #define parlour_pause() __builtin_ia32_pause()
    #else
    #define parlour_pause() ((void)0)
    #endif
    /* Several threads search one tree. A lock is held for about a microsecond, so a waiting thread
       spins; every 1000 spins it yields, in case the holder was descheduled. Each lock has a cache
       line of its own, so taking one does not slow down threads that wait for another. */
    typedef struct { int held; char padding[64 - sizeof(int)]; } parlour_spinlock;
    #define parlour_acquire(lock) do { \
        int spins = 0; \
        while (__atomic_exchange_n(&(lock).held, 1, __ATOMIC_ACQUIRE)) { \
            while (__atomic_load_n(&(lock).held, __ATOMIC_RELAXED)) { \
                if (++spins % 1000) parlour_pause(); else sched_yield(); \
            } \
        } \
    } while (0)
    #define parlour_release(lock) __atomic_store_n(&(lock).held, 0, __ATOMIC_RELEASE)
    #define parlour_fetch_add(counter) __atomic_fetch_add(&(counter), 1, __ATOMIC_RELAXED)
    /* Fields that are read without a lock. A thread that load-acquires what another has
       store-released also sees everything the other wrote before; a relaxed access only promises
       that the value is whole. */
    #define parlour_load_acquire(field) __atomic_load_n(&(field), __ATOMIC_ACQUIRE)
    #define parlour_store_release(field, value) __atomic_store_n(&(field), (value), __ATOMIC_RELEASE)
    #define parlour_load_relaxed(field) __atomic_load_n(&(field), __ATOMIC_RELAXED)
    #define parlour_store_relaxed(field, value) __atomic_store_n(&(field), (value), __ATOMIC_RELAXED)
    """
    ctypedef struct Spinlock "parlour_spinlock":
        int held
    void parlour_acquire(Spinlock lock) noexcept nogil
    void parlour_release(Spinlock lock) noexcept nogil
    int parlour_fetch_add(int counter) noexcept nogil
    int parlour_load_acquire(int field) noexcept nogil
    void parlour_store_release(int field, int value) noexcept nogil
    int parlour_load_relaxed(int field) noexcept nogil
    void parlour_store_relaxed(int field, int value) noexcept nogil

cdef enum:
    NONE = -1
    MAX_SEATS = 16
    MAX_PROOFS = 256
    PROBES = 8
    NOT_ASKED = 0
    HAS_PRIORS = 1
    NO_PRIORS = 2
    LOCK_COUNT = 256

cdef struct Node:  # its fields are explained in node.py
    double total
    double prior
    int action
    int edge_visits
    int visits
    int first_child
    int next_sibling
    int canonical
    short decider
    short child_count
    short legal_count
    short proof
    short proof_distance
    short prior_state

ctypedef Node* NodeArray

cdef class Tree:
    cdef readonly int capacity
    cdef readonly int seats
    cdef readonly double max_payoff
    cdef readonly bint shared
    cdef readonly int root
    cdef int halt_flag
    cdef NodeArray nodes
    # For each proof: the payoff of each seat, nan where it is unknown, and whether none is unknown.
    cdef int proof_count
    cdef double[MAX_SEATS * MAX_PROOFS] proof_payoffs
    cdef int[MAX_PROOFS] proof_complete
    # A hash table of positions: their keys and their canonical nodes.
    cdef readonly int slots
    cdef int* slot_nodes
    cdef unsigned long long* slot_keys
    # One for all nodes with the same last bits; the last one is for the tables.
    cdef Spinlock[LOCK_COUNT + 1] locks
    # Last, where no other field shares its cache line: every simulation increments it.
    cdef int allocated

    cdef int lock(self, int node) except -1 nogil
    cdef int unlock(self, int node) except -1 nogil
    @cython.locals(child=int)
    cdef int add(self, int node, int action, int decider) except -2 nogil
    @cython.locals(i=int, at=int, free=int)
    cdef int find_canonical(self, int edge, unsigned long long key) except -2 nogil
    cpdef object clear(self)
    @cython.locals(i=int)
    cpdef object clear_positions(self)
    @cython.locals(edge=int, payoff=double)
    cpdef list edges(self, int node)
    @cython.locals(edge=int, canonical=int, i=int, to=int, repeat=bint, new_index=cython.p_int, count=int)
    cpdef object keep_subtree(self, int root)

# Fields that other threads write; interpreted, these functions are in node.py.
cdef inline bint is_halted(Tree tree) noexcept nogil:
    return parlour_load_relaxed(tree.halt_flag) != 0

cdef inline void set_halted(Tree tree, bint value) noexcept nogil:
    parlour_store_relaxed(tree.halt_flag, value)

cdef inline bint has_proofs(Tree tree) noexcept nogil:
    return parlour_load_relaxed(tree.proof_count) > 1

cdef inline void set_proof_count(Tree tree, int count) noexcept nogil:
    parlour_store_relaxed(tree.proof_count, count)

cdef inline bint has_capacity(Tree tree, int count) noexcept nogil:
    return parlour_load_relaxed(tree.allocated) + count <= tree.capacity

cdef inline int canonical_of(Tree tree, int edge) noexcept nogil:
    return parlour_load_acquire(tree.nodes[edge].canonical)

cdef inline void publish_canonical(Tree tree, int edge, int canonical) noexcept nogil:
    parlour_store_release(tree.nodes[edge].canonical, canonical)

cdef inline int proof_of(Tree tree, int node) noexcept nogil:
    return parlour_load_acquire(tree.nodes[node].proof)

cdef inline double proved_payoff(Tree tree, int edge, int seat) noexcept nogil:
    return tree.proof_payoffs[proof_of(tree, canonical_of(tree, edge)) * MAX_SEATS + seat]

cdef inline bint is_proved(Tree tree, int edge, int seat) noexcept nogil:
    cdef double payoff = proved_payoff(tree, edge, seat)
    return payoff == payoff

cdef inline int proof_distance_of(Tree tree, int node) noexcept nogil:
    return parlour_load_relaxed(tree.nodes[node].proof_distance)

cdef inline void publish_proof(Tree tree, int node, int proof, int proof_distance) noexcept nogil:
    parlour_store_relaxed(tree.nodes[node].proof_distance, proof_distance)
    parlour_store_release(tree.nodes[node].proof, proof)

cdef inline int visits_of(Tree tree, int node) noexcept nogil:
    return parlour_load_relaxed(tree.nodes[node].visits)

cdef inline void count_visit(Tree tree, int node) noexcept nogil:
    parlour_store_relaxed(tree.nodes[node].visits, tree.nodes[node].visits + 1)

cdef inline int prior_state_of(Tree tree, int node) noexcept nogil:
    return parlour_load_relaxed(tree.nodes[node].prior_state)

cdef inline void set_prior_state(Tree tree, int node, int prior_state) noexcept nogil:
    parlour_store_relaxed(tree.nodes[node].prior_state, prior_state)
