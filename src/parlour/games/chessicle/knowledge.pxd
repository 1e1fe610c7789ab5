cimport cython
from libc.math cimport tanh
from parlour.games.chessicle.complete.opening cimport NO_ENTRY, Opening
from parlour.games.chessicle.net.pair_net cimport PairNet
from parlour.games.chessicle.solving.endgame_table cimport EndgameTable
from parlour.games.chessicle.rules cimport BEYOND, MOVES, OFF, PLACES, Rules
from parlour.table.advice.knowledge cimport Knowledge
from parlour.table.state cimport State

cdef double PREY, DANGER, TURN

cdef enum:
    ENDLESS = 100

cdef class ChessicleKnowledge(Knowledge):
    cdef EndgameTable table
    cdef Opening opening
    cdef bint opens
    cdef PairNet net
    cdef bint has_net
    cdef int pieces
    cdef double[5 * PLACES] worth

    cdef int exact_value(self, State state, double* out) except -1 nogil
    @cython.locals(entry=int)
    cdef int exact_position_value(self, Rules rules, double* out) noexcept nogil
    cdef bint in_tables(self, Rules rules) noexcept nogil
    cdef int evaluate(self, State state, double* out) except -1 nogil
    @cython.locals(mine=int, other=int, lead=double)
    cdef int evaluate_position(self, Rules rules, double* out) noexcept nogil
    @cython.locals(total=double, piece=int, tile=int)
    cdef double material(self, Rules rules, int side) noexcept nogil
    @cython.locals(tiles=int, closed=int, piece=int, step=int, k=int)
    cdef int attacked(self, Rules rules, int side) noexcept nogil
    @cython.locals(count=int, piece=int, tile=int)
    cdef int count_on(self, Rules rules, int side, int tiles) noexcept nogil
    cdef int tactical(self, State state, int* out) except -1 nogil
    @cython.locals(count=int, first=int, closed=int, piece=int, step=int, k=int)
    cdef int write_captures(self, Rules rules, int* out) noexcept nogil
    @cython.locals(enemies=int)
    cdef int removed(self, Rules rules, int step) noexcept nogil
    cdef int priors(self, State state, int* actions, int count, double* out) except -1 nogil
    @cython.locals(danger=int, left=int, i=int, piece=int, here=int, step=int, gone=int)
    cdef int write_priors(self, Rules rules, int* actions, int count, double* out) noexcept nogil
    @cython.locals(entry=int)
    cdef double endgame_prior(self, Rules rules, int action) noexcept nogil
