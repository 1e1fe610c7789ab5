cimport cython
from libc.stdlib cimport free, malloc
from parlour.players.alphabeta.move_ordering cimport MoveOrdering
from parlour.players.alphabeta.ply cimport MAX_PLY, Ply, plies
from parlour.players.alphabeta.quiescence cimport Quiescence
from parlour.players.alphabeta.repetition cimport RepetitionTable
from parlour.players.alphabeta.scores cimport PROOF, UNKNOWN, WIN, from_table, to_table
from parlour.players.alphabeta.search_limits cimport SearchLimits
from parlour.players.alphabeta.transposition_table cimport (
    EXACT, LOWER, NONE, PROVED_DEPTH, TranspositionTable, UPPER)
from parlour.table.state cimport NOBODY, State

cdef enum:
    MAX_FOLLOW = 20000

@cython.final
cdef class AlphaBetaSearch:
    cdef readonly SearchLimits limits
    cdef MoveOrdering ordering
    cdef Quiescence quiescence
    cdef Ply top
    cdef TranspositionTable table
    cdef RepetitionTable repetitions
    cdef unsigned long long[MAX_PLY] path_keys
    cdef int budget
    cdef readonly bint proved
    cdef readonly int score
    cdef int count
    cdef int* root_scores
    cdef long long* root_nodes

    cpdef object recall(self, State before, int played, State now)
    @cython.locals(i=int, slot=cython.longlong, hash_action=int)
    cpdef object begin(self, State root, object actions, long long nodes, object deadline,
                       bint fresh)
    @cython.locals(before=cython.longlong)
    cpdef bint deepen(self, int depth) except *
    @cython.locals(index=int, k=int)
    cpdef object prefer(self, int action)
    @cython.locals(i=int, action=int, score=int)
    cpdef list root_results(self)
    @cython.locals(i=int, state=State, slot=cython.longlong)
    cpdef list principal_variation(self)

    cdef bint follows(self, State before, int played, State now) except -1
    @cython.locals(count=int, i=int)
    cdef bint can_reach(self, Ply here, int seat, unsigned long long key) except -1 nogil
    @cython.locals(i=int)
    cdef bint repeated(self, unsigned long long repetition_key, int number) noexcept nogil

    @cython.locals(alpha=int, value=int, action=int, i=int, k=int, before=cython.longlong)
    cdef int search_root(self, int depth) except -1 nogil
    cdef int reply(self, Ply here, int depth, int alpha, int beta) except? -2000000 nogil
    @cython.locals(known=int, key=cython.ulonglong, slot=cython.longlong, hash_action=int, value=int,
                   bound=int)
    cdef int search(self, Ply here, int depth, int alpha, int beta) except? -2000000 nogil
    @cython.locals(guesses=cython.longlong, best=int, chosen=int, bound=int, count=int, i=int,
                   action=int, value=int, reduction=int)
    cdef int expand(self, Ply here, unsigned long long key, int hash_action, int depth, int alpha,
                    int beta) except? -2000000 nogil
