cimport cython
from libc.stdlib cimport free, malloc
from parlour.players.alphabeta.repetition cimport Past
from parlour.players.alphabeta.ply cimport DEEPEST, Ply
from parlour.players.alphabeta.quiescence cimport Quiescence
from parlour.players.alphabeta.scores cimport PROOF, UNKNOWN, WIN, from_here, from_there
from parlour.players.alphabeta.transposition_table cimport (
    EXACT, LOWER, NOWHERE, PROVED, Transpositions, UPPER)
from parlour.table.state cimport NOBODY, State

cdef enum:
    PATIENCE = 20000

cdef class Search(Quiescence):
    cdef Transpositions table
    cdef Past past
    cdef unsigned long long[100] way
    cdef int patience
    cdef readonly bint proved
    cdef readonly int score
    cdef int count
    cdef int* worth
    cdef long long* visits

    cpdef object recall(self, State before, int played, State now)
    @cython.locals(i=int, slot=cython.longlong, proposed=int)
    cpdef object begin(self, State root, object actions, long long nodes, object deadline,
                       bint fresh)
    @cython.locals(before=cython.longlong)
    cpdef bint deepen(self, int depth) except *
    @cython.locals(place=int, k=int)
    cpdef object prefer(self, int action)
    @cython.locals(i=int, action=int, worth=int)
    cpdef list found(self)
    @cython.locals(i=int, state=State, slot=cython.longlong)
    cpdef list expected(self)

    cdef bint follows(self, State before, int played, State now) except -1
    @cython.locals(count=int, i=int)
    cdef bint leads(self, Ply here, int seat, unsigned long long key) except -1 nogil
    @cython.locals(i=int)
    cdef bint repeated(self, unsigned long long repetition_key, int number) noexcept nogil

    @cython.locals(alpha=int, value=int, action=int, i=int, k=int, before=cython.longlong)
    cdef int look(self, int depth) except -1 nogil
    @cython.locals(known=int, key=cython.ulonglong, slot=cython.longlong, proposed=int, value=int,
                   bound=int)
    cdef int search(self, Ply here, int depth, int alpha, int beta) except? -2000000 nogil
    @cython.locals(guesses=cython.longlong, best=int, chosen=int, bound=int, count=int, i=int,
                   action=int, value=int, less=int)
    cdef int expand(self, Ply here, unsigned long long key, int proposed, int depth, int alpha,
                    int beta) except? -2000000 nogil
