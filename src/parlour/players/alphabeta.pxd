cimport cython
from libc.stdlib cimport calloc, free, malloc
from parlour.players.transpositions cimport (
    EXACT, LOWER, NOWHERE, PROVED, Transpositions, UPPER)
from parlour.table.knowledge cimport Knowledge
from parlour.table.state cimport CHANCE, State

cpdef enum:
    BAND = 100000
    PROOF = 900000
    WIN = 1000000
    UNKNOWN = 2000000
    DEEPEST = 100

cdef class Ply:
    cdef State state
    cdef Ply below
    cdef int number
    cdef int killer
    cdef int other_killer
    cdef int* actions
    cdef double* order
    cdef int length
    cdef int[100] line
    cdef int end  # the last array is checked for its bounds only if something follows

cdef class Search:
    cdef Knowledge knowledge
    cdef Transpositions table
    cdef object time
    cdef object deadline
    cdef public bint stopped
    cdef readonly bint proved
    cdef readonly int score
    cdef readonly long long nodes
    cdef long long most
    cdef long long guesses
    cdef long long next_look
    cdef long long stride
    cdef double looked
    cdef bint halted
    cdef Ply top
    cdef int count
    cdef int* worth
    cdef long long* visits
    cdef double* history
    cdef double highest

    @cython.locals(ply=Ply, i=int, _=int, slot=cython.longlong)
    cpdef object begin(self, State root, object actions, long long nodes, object deadline,
                       bint fresh)
    @cython.locals(before=cython.longlong)
    cpdef bint deepen(self, int depth) except *
    @cython.locals(i=int, action=int, worth=int)
    cpdef list found(self)
    @cython.locals(i=int, state=State, slot=cython.longlong)
    cpdef list expected(self)

    @cython.locals(alpha=int, value=int, action=int, i=int, k=int, before=cython.longlong)
    cdef int look(self, int depth) except -1 nogil
    cdef int descend(self, Ply here, int action) except -1 nogil
    @cython.locals(payoffs=double[16])
    cdef int reply(self, Ply here, int depth, int alpha, int beta) except? -2000000 nogil
    @cython.locals(payoffs=double[16], known=int, key=cython.ulonglong, slot=cython.longlong,
                   proposed=int, value=int, bound=int)
    cdef int search(self, Ply here, int depth, int alpha, int beta) except? -2000000 nogil
    @cython.locals(guesses=cython.longlong, best=int, chosen=int, bound=int, count=int, i=int,
                   action=int, value=int, less=int)
    cdef int expand(self, Ply here, unsigned long long key, int proposed, int depth, int alpha,
                    int beta) except? -2000000 nogil
    @cython.locals(best=int, count=int, i=int, action=int, value=int)
    cdef int calm(self, Ply here, int alpha, int beta) except? -2000000 nogil
    @cython.locals(values=double[16], value=double)
    cdef int judged(self, Ply here) except? -2000000 nogil
    @cython.locals(first=int, heaviest=double, order=double, i=int, action=int)
    cdef int arrange(self, Ply here, int count, int proposed) except -1 nogil
    @cython.locals(best=int, k=int, action=int)
    cdef int pick(self, Ply here, int i, int count) noexcept nogil
    @cython.locals(place=int)
    cdef int praise(self, Ply here, int action, int depth) noexcept nogil
    @cython.locals(i=int)
    cdef int keep_line(self, Ply here, int action) noexcept nogil
    @cython.locals(now=double)
    cdef bint late(self) except -1 nogil

cdef int settled(double* payoffs, int seat, int number) noexcept nogil
cdef int from_there(int score, int number) noexcept nogil
cdef int from_here(int score, int number) noexcept nogil
