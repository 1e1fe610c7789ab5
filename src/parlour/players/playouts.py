"""Batches of random playouts without the GIL, to measure a game and its balance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from parlour.table.state import NOBODY

if TYPE_CHECKING:
    from parlour.table.state import State


class Playouts:
    """Playouts from one position; `totals` has the sum of each seat's payoffs, and `steps` the
    number of actions."""

    def __init__(self, state: State, seed: int = 0) -> None:
        self.root = state.copy()
        self.scratch = state.copy()
        self.totals = [0.0] * state.seat_count
        self.steps = 0
        if not cython.compiled:
            self.rng_state = [0]
            self.sums = [0.0] * 16
        self.rng_state[0] = seed & 0xFFFFFFFFFFFFFFFF

    def run(self, count: int, by_hook: bool = True) -> None:
        """Run `count` playouts, with the game's playout hook or through `legal` and `play`."""
        for i in range(16):
            self.sums[i] = 0.0
        with cython.nogil:
            self.batch(count, by_hook)
        for seat in range(len(self.totals)):
            self.totals[seat] += self.sums[seat]

    def batch(self, count: int, by_hook: bool) -> int:
        if not cython.compiled:
            out, payoffs = [0] * self.scratch.action_count, [0.0] * 16
        for _ in range(count):
            self.scratch.copy_from(self.root)
            if by_hook:
                self.steps += self.scratch.playout(self.rng_state)
            else:
                self.steps += self.scratch.uniform_playout(out, self.rng_state)
            if self.scratch.seat == NOBODY:
                self.scratch.result(payoffs)
                for k in range(self.scratch.seat_count):
                    self.sums[k] += payoffs[k]
        return 0
