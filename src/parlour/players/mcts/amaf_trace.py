"""The actions of one simulation, for AMAF values, and playouts that record them.

A game's own playout hook reports only the result, so these playouts go through `legal` and `play`:
at random, or by MAST, which takes the best of a few random actions by their AMAF value in the whole
search. Among few actions that is nearly greedy, among many it explores, and it costs the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from parlour.players.mcts.amaf import AmafTable

if not cython.compiled:
    from parlour.players.mcts.tree import NONE
    from parlour.table.compiled.rng import random_below
    from parlour.table.state import CHANCE, NOBODY

    MAX_TRACE = 4096  # later actions say little about early ones
    MAST_SAMPLES = 3  # random actions that MAST compares

MAX_STEPS = 100_000
"""Actions of a playout that does not end."""

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints, RngState
    from parlour.table.state import State


class AmafTrace:
    """The decisions of one simulation, each seat and action once; those in the tree come last."""

    def __init__(self, prototype: State, slots: int, mast: bool) -> None:
        """`slots` is the size of the AMAF table; 0 records nothing."""
        self.table = AmafTable(slots)
        self.mast = mast
        self.action_count = prototype.action_count
        size = prototype.seat_count * prototype.action_count if slots else 0
        if cython.compiled:
            self.last_seen = cython.cast(cython.p_int, calloc(size + 1, cython.sizeof(cython.int)))
            if not self.last_seen:
                raise MemoryError
        else:
            self.last_seen, self.trace_seats, self.trace_actions = (
                [0] * size,
                [0] * MAX_TRACE,
                [0] * MAX_TRACE,
            )
        self.simulation = 0
        self.length = 0

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.last_seen)

    def begin(self) -> int:
        """Start a simulation."""
        self.simulation += 1
        self.length = 0
        return 0

    def add(self, seat: int, action: int) -> int:
        """Append an action of a seat; chance outcomes are left out."""
        if seat < 0 or self.length == MAX_TRACE:
            return 0
        if self.last_seen[seat * self.action_count + action] == self.simulation:
            return 0
        self.last_seen[seat * self.action_count + action] = self.simulation
        self.trace_seats[self.length] = seat
        self.trace_actions[self.length] = action
        self.length += 1
        return 1

    def record(self, node: int, payoffs: Floats) -> int:
        """Add the trace, which is what was played below a node, and its payoffs to that node."""
        self.table.add(node, 0, NONE, 0.0)
        for i in range(self.length):
            self.table.add(
                node, self.trace_seats[i], self.trace_actions[i], payoffs[self.trace_seats[i]]
            )
        return 0

    # ---- playouts -----------------------------------------------------------------------------

    def playout(self, state: State, out: Ints, rng_state: RngState) -> int:
        """Play to the end, or up to MAX_STEPS actions; return how many."""
        steps = 0
        while state.seat != NOBODY and steps < MAX_STEPS:
            count = state.legal(out)
            if count == 0:
                break
            if state.seat == CHANCE:
                action = state.draw(out, count, rng_state)
            elif self.mast:
                action = self.mast_action(state.seat, out, count, rng_state)
            else:
                action = out[random_below(rng_state, count)]
            self.add(state.seat, action)
            state.play(action)
            steps += 1
        return steps

    def mast_action(self, seat: int, out: Ints, count: int, rng_state: RngState) -> int:
        """The best of a few random actions; one without an AMAF value comes first."""
        best = out[0]
        highest = -1e300
        for _ in range(MAST_SAMPLES):
            action = out[random_below(rng_state, count)]
            at = self.table.find(NONE, seat, action)
            if at == NONE:
                return action
            mean = self.table.sums[at] / self.table.counts[at]
            if mean > highest:
                highest = mean
                best = action
        return best
