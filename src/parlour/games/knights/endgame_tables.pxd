cimport cython
from parlour.games.knights.rules cimport AXE, DAGGER, HELD, HELMET, NOTHING, STAFF, WATER

cpdef enum:
    SLOTS = 32
    PREY_TURN = 4096
    CELLS = 8192
    NEVER = -1
    UNCERTAIN = 255

cdef class EndgameTables:
    cdef bint random
    cdef readonly bytearray data
    cdef unsigned char* cells
    cdef long long[SLOTS] key
    cdef short[SLOTS] longest
    cdef short[SLOTS] has_uncertain
    cdef short[SLOTS] pinned
    cdef short[256] neighbour
    cdef int next
    # The table that is being built.
    cdef short[4] spots
    cdef short[4] by_hunter
    cdef short[4] by_prey
    cdef int hand
    cdef int other
    cdef int current
    cdef bint uncertain
    cdef short[4096] found
    cdef int count

    @cython.locals(table=int, entry=int)
    cdef int look_up(
        self, int hand, int other, short* spots, bint prey_turn, int hunter, int prey
    ) noexcept nogil
    @cython.locals(none_lies=bint, key=cython.longlong, slot=int)
    cdef int table_for(
        self, int hand, int other, int axe, int staff, int dagger, int helmet
    ) noexcept nogil
    @cython.locals(spots=cython.short[4], by_hunter=cython.short[4], by_prey=cython.short[4],
                   current=int, longest_known=int, item=int, a=int, m=int, d=int, h=int)
    cdef int build_table(
        self, long long key, int hand, int other, int axe, int staff, int dagger, int helmet
    ) noexcept nogil
    cdef int pin(self, int table) noexcept nogil
    cdef int unpin(self, int table) noexcept nogil
    cdef int length(self, int table) noexcept nogil
    @cython.locals(cell=int, first=int, last=int, actions=int, i=int, tile=int)
    cdef int fill(self, int longest_known) noexcept nogil
    @cython.locals(hunter=int, prey=int, direction=int, tile=int)
    cdef int update_predecessors(self, int cell, int actions) noexcept nogil
    @cython.locals(item=int, direction=int)
    cdef bint item_nearby(self, int tile) noexcept nogil
    @cython.locals(other=int)
    cdef int update_items(self, int tile, int actions) noexcept nogil
    @cython.locals(hunting=bint, cell=int, sure=bint)
    cdef int update_entry(self, int hunter, int prey, int actions) noexcept nogil
    @cython.locals(direction=int, tile=int, entry=int)
    cdef bint hunts(self, int hunter, int prey, int actions) noexcept nogil
    @cython.locals(direction=int, tile=int, entry=int)
    cdef bint caught(self, int hunter, int prey, int actions) noexcept nogil
    @cython.locals(lying=int, winning=int, item=int)
    cdef int fight(self, int prey) noexcept nogil
    @cython.locals(lying=int, winning=int, worst=int, tile=int, cell=int, item=int, table=int,
                   entry=int)
    cdef int after(self, bint by_prey, int hunter, int prey) noexcept nogil

cdef int colour(int tile) noexcept nogil
cdef int attack(int item) noexcept nogil
cdef int defence(int item) noexcept nogil
