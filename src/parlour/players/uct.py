"""UCT: a tree of statistics grown by random playouts, on the contract alone and without the GIL.

Each simulation walks down the tree, always to the action that looks best or has been tried least,
adds one node, plays at random to the end, and writes the result on the way back. A node keeps what
its simulations brought *the seat that chose it*: so the same tree serves two seats or four, several
actions of one seat in a row, and payoffs of any kind. Chance is drawn by its odds. Where something
is hidden each simulation starts from another guess, and the tree is what they have in common.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from math import log, sqrt

    from parlour.table.dice import roll
    from parlour.table.state import CHANCE, NOBODY

    NOWHERE = -1
    DEEPEST = 1024

if TYPE_CHECKING:
    from parlour.table.kinds import Ints
    from parlour.table.state import State


class Tree:
    """The search tree of one decision."""

    def __init__(
        self, room: State, root: State, seed: int, capacity: int, exploration: float
    ) -> None:
        """`room` is any state of the game that is searched, `root` the position to search from:
        its game may differ in settings that a position does not hold, such as the safeguard."""
        self.capacity = capacity
        self.exploration = exploration
        self.root = room.copy()
        self.root.copy_from(root)
        self.root.seat = root.seat
        self.scratch = room.copy()
        if cython.compiled:
            self.action = cython.cast(cython.p_int, malloc(capacity * cython.sizeof(cython.int)))
            self.decider = cython.cast(cython.p_int, malloc(capacity * cython.sizeof(cython.int)))
            self.visits = cython.cast(cython.p_int, malloc(capacity * cython.sizeof(cython.int)))
            self.total = cython.cast(
                cython.p_double, malloc(capacity * cython.sizeof(cython.double))
            )
            self.first = cython.cast(cython.p_int, malloc(capacity * cython.sizeof(cython.int)))
            self.sibling = cython.cast(cython.p_int, malloc(capacity * cython.sizeof(cython.int)))
            self.children = cython.cast(cython.p_int, malloc(capacity * cython.sizeof(cython.int)))
            self.tried = cython.cast(
                cython.p_int, malloc(root.action_count * cython.sizeof(cython.int))
            )
            if (
                not self.action or not self.decider or not self.visits or not self.total
                or not self.first or not self.sibling or not self.children or not self.tried
            ):  # fmt: skip
                raise MemoryError
        else:
            self.action, self.decider, self.visits = ([0] * capacity for _ in range(3))
            self.first, self.sibling, self.children = ([0] * capacity for _ in range(3))
            self.total = [0.0] * capacity
            self.tried = [0] * root.action_count
            self.dice = [0]
        for action in range(root.action_count):
            self.tried[action] = 0
        self.look = 0
        self.varied = False  # has the root been guessed anew?
        self.dice[0] = seed & 0xFFFFFFFFFFFFFFFF
        self.nodes = 0
        self.add(NOWHERE, NOWHERE, NOBODY)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.action)
            free(self.decider)
            free(self.visits)
            free(self.total)
            free(self.first)
            free(self.sibling)
            free(self.children)
            free(self.tried)

    # ---- what the player calls ----------------------------------------------------------------

    def grow(self, count: int, guess: State | None = None) -> None:
        """Run `count` simulations, from another guess of the position if one is given."""
        if guess is not None:
            self.varied = True
            self.root.copy_from(guess)
            self.root.seat = guess.seat
        with cython.nogil:
            self.batch(count)

    def statistics(self) -> list[tuple[int, int, float]]:
        """For each action tried at the root: action, visits, mean payoff of who decides there."""
        found: list[tuple[int, int, float]] = []
        child = self.first[0]
        while child != NOWHERE:
            visits = self.visits[child]
            mean = self.total[child] / visits if visits else 0.0
            found.append((self.action[child], visits, mean))
            child = self.sibling[child]
        return sorted(found)

    # ---- the search ---------------------------------------------------------------------------

    def batch(self, count: int) -> int:
        for _ in range(count):
            self.simulate()
        return 0

    def simulate(self) -> int:
        """One walk down the tree, a playout, and the way back."""
        if not cython.compiled:
            out, way, payoffs = [0] * self.scratch.action_count, [0] * DEEPEST, [0.0] * 16
        self.scratch.copy_from(self.root)
        self.scratch.seat = self.root.seat
        node = 0
        depth = 0
        way[0] = 0
        while self.scratch.seat != NOBODY and depth + 1 < DEEPEST:
            count = self.scratch.legal(out)
            before = self.nodes
            if self.scratch.seat == CHANCE:
                child = self.follow(node, self.scratch.draw(out, count, self.dice))
            else:
                child = self.descend(node, out, count)
            if child == NOWHERE:  # no room for another node
                break
            self.scratch.play(self.action[child])
            depth += 1
            way[depth] = child
            node = child
            if self.nodes > before:
                break
        self.scratch.playout(self.dice)
        for i in range(self.scratch.seat_count):
            payoffs[i] = 0.0
        if self.scratch.seat == NOBODY:
            self.scratch.result(payoffs)
        for i in range(depth + 1):
            node = way[i]
            self.visits[node] += 1
            if self.decider[node] >= 0:
                self.total[node] += payoffs[self.decider[node]]
        return 0

    def descend(self, node: int, out: Ints, count: int) -> int:
        """A new child for an action that was never tried, else the most promising one.

        Where the game has hunches they alone become children, and those of a node at most as many
        as twice the root of its visits: a few likely actions are better known than all of them.
        What is legal may differ from guess to guess, so then only actions legal now are looked at.
        """
        if self.children[node] == count and not self.varied:
            return self.most_promising(node)
        self.look += 1
        untried = count
        for i in range(count):
            self.tried[out[i]] = -self.look  # legal now
        child = self.first[node]
        while child != NOWHERE:
            if self.tried[self.action[child]] == -self.look:
                self.tried[self.action[child]] = self.look  # legal now, and tried before
                untried -= 1
            child = self.sibling[child]
        if untried == 0:
            return self.most_promising(node)
        idea = self.scratch.hunch(self.dice)
        if idea != NOWHERE:
            narrow = self.children[node] * self.children[node] <= 4 * self.visits[node]
            if (narrow or untried == count) and self.tried[idea] == -self.look:
                return self.add(node, idea, self.scratch.seat)
            if untried < count:
                return self.most_promising(node)
        n = roll(self.dice, untried)
        for i in range(count):
            if self.tried[out[i]] == -self.look:
                if n == 0:
                    return self.add(node, out[i], self.scratch.seat)
                n -= 1
        return NOWHERE

    def most_promising(self, node: int) -> int:
        """The child with the highest upper confidence bound, among those that are legal now."""
        best = NOWHERE
        highest = -1e300
        log_visits = log(self.visits[node] + 1.0)
        child = self.first[node]
        while child != NOWHERE:
            if not self.varied or self.tried[self.action[child]] == self.look:
                score = self.total[child] / self.visits[child] + self.exploration * sqrt(
                    log_visits / self.visits[child]
                )
                if score > highest:
                    highest = score
                    best = child
            child = self.sibling[child]
        return best

    def follow(self, node: int, action: int) -> int:
        """The child that chance has drawn."""
        child = self.first[node]
        while child != NOWHERE:
            if self.action[child] == action:
                return child
            child = self.sibling[child]
        return self.add(node, action, CHANCE)

    def add(self, node: int, action: int, decider: int) -> int:
        """A new node, chosen by `decider`, under its parent; NOWHERE if the tree is full."""
        if self.nodes == self.capacity:
            return NOWHERE
        child = self.nodes
        self.nodes += 1
        self.action[child] = action
        self.decider[child] = decider
        self.visits[child] = 0
        self.total[child] = 0.0
        self.first[child] = NOWHERE
        self.children[child] = 0
        self.sibling[child] = NOWHERE
        if node != NOWHERE:
            self.sibling[child] = self.first[node]
            self.first[node] = child
            self.children[node] += 1
        return child
