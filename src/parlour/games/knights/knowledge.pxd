cimport cython
from parlour.games.knights.endgame_tables cimport (
    PREY_TURN, UNCERTAIN, EndgameTables, attack, colour, defence)
from parlour.games.knights.rules cimport DEAD, LIVE, NOTHING, WATER, Rules
from parlour.table.compiled.rng cimport random_unit
from parlour.table.advice.knowledge cimport Knowledge
from parlour.table.state cimport NOBODY, State

cdef double VICTORY, DEFEAT, DANGER, TAKING, NEARER, STALEMATE, POINTLESS_HUNT
cdef int ENDLESS, MAX_STEPS

cdef class KnightsKnowledge(Knowledge):
    cdef EndgameTables tables
    cdef double[256] nearness
    cdef int[16] hunts
    cdef double[64] last_chances
    cdef double[4] chances

    cdef int exact_value(self, State state, double* out) except -1 nogil
    @cython.locals(entry=int)
    cdef int exact_position_value(self, Rules rules, double* out) noexcept nogil
    @cython.locals(other=int, here=int, there=int)
    cdef int hunter(self, Rules rules) noexcept nogil
    @cython.locals(knight=int)
    cdef int other(self, Rules rules) noexcept nogil
    @cython.locals(hunter=int, prey=int)
    cdef int entry(self, Rules rules) noexcept nogil
    @cython.locals(price=double, knight=int)
    cdef int share(self, Rules rules, int winner, double* out) noexcept nogil
    cdef int evaluate(self, State state, double* out) except -1 nogil
    @cython.locals(living=int, price=double, whole=double, likely=double, knight=int, pair=int,
                   left=int)
    cdef int evaluate_position(self, Rules rules, double* out) noexcept nogil
    @cython.locals(living=int, pair=int, one=int, other=int, first=int)
    cdef int find_hunts(self, Rules rules) noexcept nogil
    @cython.locals(next=int)
    cdef bint moves_first(self, Rules rules, int one, int other) noexcept nogil
    @cython.locals(hunter=int, prey=int, cell=int, actions=int)
    cdef int add_hunt(self, Rules rules, int first, int last) noexcept nogil
    @cython.locals(left=int)
    cdef int compute_last_chances(self, int seats, int living) noexcept nogil
    @cython.locals(size=int, knight=int, pair=int, left=int, whole=double, likely=double)
    cdef int compute_group(self, int seats, int group) noexcept nogil
    cdef double hunt_weight(self, int left, int hunter, int size) noexcept nogil
    cdef int priors(self, State state, int* actions, int count, double* out) except -1 nogil
    @cython.locals(i=int, best=double)
    cdef int write_priors(self, Rules rules, int* actions, int count, double* out) noexcept nogil
    @cython.locals(knight=int, tile=int, hand=int, weight=double, foe=int)
    cdef double step_weight(self, Rules rules, int direction) noexcept nogil
    @cython.locals(item=int)
    cdef int items_on(self, Rules rules, int tile) noexcept nogil
    @cython.locals(nearest=int, item=int)
    cdef int distance_to_item(self, Rules rules, int tile) noexcept nogil
    @cython.locals(knight=int)
    cdef int knight_on(self, Rules rules, int tile) noexcept nogil
    @cython.locals(knight=int)
    cdef bint in_danger(self, Rules rules, int tile, int hand, int beaten) noexcept nogil
    cdef int rollout(self, State state, unsigned long long* rng_state) except -1 nogil
    @cython.locals(weights=cython.double[4], steps=int, total=double, mark=double, direction=int)
    cdef int play_weighted(self, Rules rules, unsigned long long* rng_state) except -1 nogil
    @cython.locals(entry=int, hunter=int, prey=int)
    cdef int end_rollout(self, Rules rules) except -1 nogil

@cython.locals(rows=int, columns=int)
cdef int distance(int one, int other) noexcept nogil
