"""The search tree: nodes in one array of bounded size.

A node is both an edge, with the payoff total of *the seat that chose its action*, and the position
after that action. Statistics per deciding seat serve two seats or four, several actions of one seat
in a row, and payoffs of any kind. With transpositions several edges lead to one position: the
statistics stay with the edges, while the children belong to the position's canonical node.
"""

from __future__ import annotations

from typing import NamedTuple

import cython

if not cython.compiled:
    from math import nan as NAN  # noqa: N812 - as C calls it

    from parlour.players.mcts.node import MAX_SEATS, Node, has_capacity, is_halted, set_halted

    NONE = -1
    MAX_PROOFS = 256
    PROBES = 8  # slots that a position may be in
    LOCK_COUNT = 256
    NOT_ASKED, HAS_PRIORS, NO_PRIORS = range(3)

NODE_BYTES = 60
"""Memory of a node, with its new index while a subtree is kept."""

SLOT_BYTES = 12
"""Memory of an entry in the table of positions."""


class EdgeStats(NamedTuple):
    """An action that was tried at some node."""

    action: int
    visits: int
    mean: float  # payoff of the seat that decides there
    proved_payoff: float  # of that seat, or nan
    distance: int  # proved: the actions until the end, this one not counted
    node: int  # the canonical node of the position it leads to

    @property
    def proved(self) -> bool:
        return self.proved_payoff == self.proved_payoff  # nan is not itself


class Tree:
    """Nodes, of which one is the root; children are a linked list, the newest first."""

    def __init__(
        self, seats: int, max_payoff: float, capacity: int, shared: bool = False, slots: int = 0
    ) -> None:
        """For `capacity` nodes; `max_payoff` is the most that a seat can get; `shared` by several
        threads. `slots`, a power of two, is the size of the table of positions; 0 for none."""
        self.seats = seats
        self.max_payoff = max_payoff
        self.capacity = capacity
        self.shared = shared
        self.slots = slots
        self.halt_flag = False
        if cython.compiled:
            self.nodes = cython.cast(NodeArray, malloc(capacity * cython.sizeof(Node)))
            self.slot_nodes = cython.cast(
                cython.p_int, malloc((slots + 1) * cython.sizeof(cython.int))
            )
            self.slot_keys = cython.cast(
                cython.p_ulonglong, malloc((slots + 1) * cython.sizeof(cython.ulonglong))
            )
            if not self.nodes or not self.slot_nodes or not self.slot_keys:
                raise MemoryError
            for i in range(LOCK_COUNT + 1):
                parlour_release(self.locks[i])
        else:
            self.slot_nodes, self.slot_keys = [NONE] * slots, [0] * slots
            self.proof_payoffs = [NAN] * (MAX_PROOFS * MAX_SEATS)
            self.proof_complete = [0] * MAX_PROOFS
        for i in range(MAX_SEATS):
            self.proof_payoffs[i] = NAN
        self.proof_complete[0] = 0
        self.proof_count = 1  # proof 0: nothing is known
        self.clear()

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.nodes)
            free(self.slot_nodes)
            free(self.slot_keys)

    @property
    def halted(self) -> bool:
        """Set by any thread: all searching threads should return."""
        return is_halted(self)

    @halted.setter
    def halted(self, value: bool) -> None:
        set_halted(self, value)

    @property
    def node_count(self) -> int:
        return min(self.allocated, self.capacity)

    def clear(self) -> None:
        """Delete all nodes but the root."""
        if not cython.compiled:
            self.nodes: list[Node] = []
        self.allocated = 0
        self.clear_positions()
        self.root = self.add(NONE, NONE, NONE)

    def clear_positions(self) -> None:
        """Keep the nodes, but empty the table of positions."""
        for i in range(self.slots):
            self.slot_nodes[i] = NONE

    # ---- during a search -----------------------------------------------------------------------

    def lock(self, node: int) -> int:
        """Take the lock of a node, or with NONE that of the tables, unless the tree is unshared."""
        if cython.compiled:
            if self.shared:
                parlour_acquire(self.locks[node & (LOCK_COUNT - 1) if node >= 0 else LOCK_COUNT])
        return 0

    def unlock(self, node: int) -> int:
        if cython.compiled:
            if self.shared:
                parlour_release(self.locks[node & (LOCK_COUNT - 1) if node >= 0 else LOCK_COUNT])
        return 0

    def add(self, node: int, action: int, decider: int) -> int:
        """Add a child to a node, chosen by `decider`; NONE if the tree is full."""
        if not has_capacity(self, 1):
            return NONE
        if cython.compiled:
            child = parlour_fetch_add(self.allocated)
            if child >= self.capacity:  # another thread took the last node
                return NONE
        else:
            child = self.allocated
            self.allocated += 1
            self.nodes.append(Node())
        self.nodes[child].action = action
        self.nodes[child].decider = decider
        self.nodes[child].total = 0.0
        self.nodes[child].prior = 0.0
        self.nodes[child].edge_visits = 0
        self.nodes[child].visits = 0
        self.nodes[child].first_child = NONE
        self.nodes[child].next_sibling = NONE
        self.nodes[child].canonical = child
        self.nodes[child].child_count = 0
        self.nodes[child].legal_count = 0
        self.nodes[child].proof = 0
        self.nodes[child].proof_distance = 0
        self.nodes[child].prior_state = NOT_ASKED
        if node != NONE:
            self.nodes[child].next_sibling = self.nodes[node].first_child
            self.nodes[node].first_child = child
            self.nodes[node].child_count += 1
        return child

    def find_canonical(self, edge: int, key: int) -> int:
        """The canonical node of the position with this key: the first edge that led to it, or
        this one. Where all slots of a key are taken, the position is not stored."""
        self.lock(NONE)
        at = key & (self.slots - 1)
        free = NONE
        for i in range(PROBES):
            if self.slot_nodes[at ^ i] == NONE:
                if free == NONE:
                    free = at ^ i
            elif self.slot_keys[at ^ i] == key:
                edge = self.slot_nodes[at ^ i]
                free = NONE
                break
        if free != NONE:
            self.slot_nodes[free] = edge
            self.slot_keys[free] = key
        self.unlock(NONE)
        return edge

    # ---- between searches ---------------------------------------------------------------------

    def edges(self, node: int) -> list[EdgeStats]:
        """The children of a node, in the order of their actions."""
        found: list[EdgeStats] = []
        edge = self.nodes[node].first_child
        while edge != NONE:
            child = self.nodes[edge]
            target = self.nodes[child.canonical]
            payoff = NAN
            if child.decider >= 0:
                payoff = self.proof_payoffs[target.proof * MAX_SEATS + child.decider]
            visits = child.edge_visits
            mean = child.total / visits if visits else 0.0
            found.append(
                EdgeStats(
                    child.action, visits, mean, payoff, target.proof_distance, child.canonical
                )
            )
            edge = child.next_sibling
        return sorted(found)

    def keep_subtree(self, root: int) -> None:
        """Make a node the root, keep what may follow it, and delete the rest."""
        count = self.node_count
        if cython.compiled:
            new_index = cython.cast(cython.p_int, malloc(count * cython.sizeof(cython.int)))
            if not new_index:
                raise MemoryError
        else:
            new_index = [0] * count
        for i in range(count):
            new_index[i] = NONE
        new_index[root] = root
        repeat = True
        while repeat:  # children come after their parents, but canonical nodes may not
            repeat = False
            for i in range(count):
                if new_index[i] == NONE:
                    continue
                edge = self.nodes[i].first_child
                while edge != NONE:
                    canonical = self.nodes[edge].canonical
                    repeat = repeat or (new_index[canonical] == NONE and canonical < i)
                    new_index[edge] = edge
                    new_index[canonical] = canonical
                    edge = self.nodes[edge].next_sibling
        self.nodes[root].next_sibling = NONE
        to = 0
        for i in range(count):
            if new_index[i] != NONE:
                self.nodes[to] = self.nodes[i]
                new_index[i] = to
                to += 1
        for i in range(to):
            if self.nodes[i].first_child != NONE:
                self.nodes[i].first_child = new_index[self.nodes[i].first_child]
            if self.nodes[i].next_sibling != NONE:
                self.nodes[i].next_sibling = new_index[self.nodes[i].next_sibling]
            self.nodes[i].canonical = new_index[self.nodes[i].canonical]
        for i in range(self.slots):
            if self.slot_nodes[i] != NONE:
                self.slot_nodes[i] = new_index[self.slot_nodes[i]]
        self.root = new_index[root]
        self.allocated = to
        if cython.compiled:
            free(new_index)
        else:
            del self.nodes[to:]
