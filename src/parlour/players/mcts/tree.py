"""The memory of a search: a tree of what was tried, as large as its owner allows.

A node is an action that somebody tried, with what it brought *the seat that chose it*: so one tree
serves two seats or four, several actions of one seat in a row, and payoffs of any kind. It is also
the place behind that action. Where positions are recognised, several edges lead to one place: the
statistics stay with the edges, while what follows is shared.
"""

from __future__ import annotations

from typing import NamedTuple

import cython

if not cython.compiled:
    from math import nan as NAN  # noqa: N812 - as C calls it

    from parlour.players.mcts.node import Node, halt, has_room, is_halted

    NOWHERE = -1
    MOST_VERDICTS = 256
    LOCKS = 256

NODE_BYTES = 60
"""What a node takes, with the number that it needs while the tree is cut back."""

SLOT_BYTES = 12
"""What it takes to recognise one position."""


class Edge(NamedTuple):
    """An action that was tried at some place."""

    action: int
    visits: int
    mean: float  # payoff of the seat that decides there
    sure: float  # what is proved that this seat gets, or nan
    distance: int  # proved: the actions until the end, this one not counted
    place: int  # where it leads

    @property
    def proved(self) -> bool:
        return self.sure == self.sure  # nan is not itself


class Tree:
    """Nodes, of which one is the root; children are a linked list, the newest first."""

    def __init__(
        self, seats: int, max_payoff: float, capacity: int, shared: bool = False, slots: int = 0
    ) -> None:
        """For `capacity` nodes; `max_payoff` is the most that a seat can get. Shared: several
        threads search it. With `slots`, a power of two, that many positions are recognised."""
        self.seats = seats
        self.max_payoff = max_payoff
        self.capacity = capacity
        self.shared = shared
        self.slots = slots
        self.halting = False
        if cython.compiled:
            self.node = cython.cast(Nodes, malloc(capacity * cython.sizeof(Node)))
            self.slot = cython.cast(cython.p_int, malloc((slots + 1) * cython.sizeof(cython.int)))
            self.keys = cython.cast(
                cython.p_ulonglong, malloc((slots + 1) * cython.sizeof(cython.ulonglong))
            )
            if not self.node or not self.slot or not self.keys:
                raise MemoryError
            for i in range(LOCKS + 1):
                parlour_open(self.locks[i])
        else:
            self.slot, self.keys = [NOWHERE] * slots, [0] * slots
            self.known = [NAN] * (MOST_VERDICTS * 16)
            self.complete = [0] * MOST_VERDICTS
        for i in range(16):
            self.known[i] = NAN
        self.complete[0] = 0
        self.verdicts = 1  # the first says nothing about anybody
        self.clear()

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.node)
            free(self.slot)
            free(self.keys)

    @property
    def halted(self) -> bool:
        """Set from outside, by any thread: whoever searches should come back."""
        return is_halted(self)

    @halted.setter
    def halted(self, value: bool) -> None:
        halt(self, value)

    @property
    def nodes(self) -> int:
        """How many there are."""
        return min(self.taken, self.capacity)

    def clear(self) -> None:
        """Forget everything but the root."""
        if not cython.compiled:
            self.node: list[Node] = []
        self.taken = 0
        self.forget_positions()
        self.root = self.add(NOWHERE, NOWHERE, NOWHERE)

    def forget_positions(self) -> None:
        """Keep the nodes, but recognise no position by its key any more."""
        for i in range(self.slots):
            self.slot[i] = NOWHERE

    # ---- while it is searched -----------------------------------------------------------------

    def guard(self, which: int) -> int:
        """Wait until no other thread is at a place, or at the tables, which are NOWHERE."""
        if cython.compiled:
            if self.shared:
                parlour_shut(self.locks[which & (LOCKS - 1) if which >= 0 else LOCKS])
        return 0

    def release(self, which: int) -> int:
        if cython.compiled:
            if self.shared:
                parlour_open(self.locks[which & (LOCKS - 1) if which >= 0 else LOCKS])
        return 0

    def add(self, place: int, action: int, decider: int) -> int:
        """A new child of a place, chosen by `decider`; NOWHERE if the tree is full."""
        if not has_room(self, 1):
            return NOWHERE
        if cython.compiled:
            child = parlour_take(self.taken)
            if child >= self.capacity:  # another thread was faster
                return NOWHERE
        else:
            child = self.taken
            self.taken += 1
            self.node.append(Node())
        self.node[child].action = action
        self.node[child].decider = decider
        self.node[child].total = 0.0
        self.node[child].prior = 0.0
        self.node[child].visits = 0
        self.node[child].reached = 0
        self.node[child].first = NOWHERE
        self.node[child].sibling = NOWHERE
        self.node[child].home = child
        self.node[child].children = 0
        self.node[child].width = 0
        self.node[child].verdict = 0
        self.node[child].distance = 0
        self.node[child].asked = 0
        if place != NOWHERE:
            self.node[child].sibling = self.node[place].first
            self.node[place].first = child
            self.node[place].children += 1
        return child

    def home_of(self, edge: int, key: int) -> int:
        """The node that stands for the position with this key: the first edge that came there, or
        this one. Where the position's corner of the table is full, nothing more is learnt."""
        self.guard(NOWHERE)
        at = key & (self.slots - 1)
        free_slot = NOWHERE
        for i in range(8):
            if self.slot[at ^ i] == NOWHERE:
                if free_slot == NOWHERE:
                    free_slot = at ^ i
            elif self.keys[at ^ i] == key:
                edge = self.slot[at ^ i]
                free_slot = NOWHERE
                break
        if free_slot != NOWHERE:
            self.slot[free_slot] = edge
            self.keys[free_slot] = key
        self.release(NOWHERE)
        return edge

    # ---- between searches ---------------------------------------------------------------------

    def edges(self, place: int) -> list[Edge]:
        """What was tried at a place, in the order of the actions."""
        found: list[Edge] = []
        edge = self.node[place].first
        while edge != NOWHERE:
            node = self.node[edge]
            sure = NAN
            if node.decider >= 0:
                sure = self.known[self.node[node.home].verdict * 16 + node.decider]
            mean = node.total / node.visits if node.visits else 0.0
            distance = self.node[node.home].distance
            found.append(Edge(node.action, node.visits, mean, sure, distance, node.home))
            edge = node.sibling
        return sorted(found)

    def keep(self, root: int) -> None:
        """Make a place the root, keep what may follow it, and forget the rest."""
        n = self.nodes
        if cython.compiled:
            moved = cython.cast(cython.p_int, malloc(n * cython.sizeof(cython.int)))
            if not moved:
                raise MemoryError
        else:
            moved = [0] * n
        for i in range(n):
            moved[i] = NOWHERE
        moved[root] = root
        again = True
        while again:  # once, as children come after their parents; shared places may not
            again = False
            for i in range(n):
                if moved[i] == NOWHERE:
                    continue
                edge = self.node[i].first
                while edge != NOWHERE:
                    home = self.node[edge].home
                    again = again or (moved[home] == NOWHERE and home < i)
                    moved[edge] = edge
                    moved[home] = home
                    edge = self.node[edge].sibling
        self.node[root].sibling = NOWHERE
        to = 0
        for i in range(n):
            if moved[i] != NOWHERE:
                self.node[to] = self.node[i]
                moved[i] = to
                to += 1
        for i in range(to):
            if self.node[i].first != NOWHERE:
                self.node[i].first = moved[self.node[i].first]
            if self.node[i].sibling != NOWHERE:
                self.node[i].sibling = moved[self.node[i].sibling]
            self.node[i].home = moved[self.node[i].home]
        for i in range(self.slots):
            if self.slot[i] != NOWHERE:
                self.slot[i] = moved[self.slot[i]]
        self.root = moved[root]
        self.taken = to
        if cython.compiled:
            free(moved)
        else:
            del self.node[to:]
