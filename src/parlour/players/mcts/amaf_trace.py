"""What was played in one simulation, by whom, and playouts that leave such a trail.

A playout by a game's own hook tells nothing but its result, so these go through `legal` and `play`.
At random, or by MAST: of a few actions drawn at random the one that brought its seat most so far,
wherever it was played. That is nearly the greedy choice among few actions, stays curious among
many, and costs the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from parlour.players.mcts.amaf import Repute

if not cython.compiled:
    from parlour.players.mcts.tree import NOWHERE
    from parlour.table.compiled.rng import random_below
    from parlour.table.state import CHANCE, NOBODY

    LONGEST = 4096  # what comes later says little about an early action
    DRAWN = 3  # actions that MAST compares

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints, RngState
    from parlour.table.state import State


class Trail:
    """The choices of one simulation, each seat and action once, the tree's last."""

    def __init__(self, room: State, slots: int, mast: bool) -> None:
        """Notes go to a table of so many slots; with none there is no trail."""
        self.repute = Repute(slots)
        self.mast = mast
        self.actions = room.action_count
        size = room.seat_count * room.action_count if slots else 0
        if cython.compiled:
            self.last = cython.cast(cython.p_int, calloc(size + 1, cython.sizeof(cython.int)))
            if not self.last:
                raise MemoryError
        else:
            self.last, self.seats, self.played = [0] * size, [0] * LONGEST, [0] * LONGEST
        self.number = 0
        self.length = 0

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.last)

    def begin(self) -> int:
        """Another simulation."""
        self.number += 1
        self.length = 0
        return 0

    def add(self, seat: int, action: int) -> int:
        """A seat chose an action; nobody asks what chance chose."""
        if seat < 0 or self.length == LONGEST:
            return 0
        if self.last[seat * self.actions + action] == self.number:
            return 0
        self.last[seat * self.actions + action] = self.number
        self.seats[self.length] = seat
        self.played[self.length] = action
        self.length += 1
        return 1

    def tell(self, place: int, payoffs: Floats) -> int:
        """Note at a place what has been played from there on, and what it brought."""
        self.repute.note(place, 0, NOWHERE, 0.0)
        for i in range(self.length):
            self.repute.note(place, self.seats[i], self.played[i], payoffs[self.seats[i]])
        return 0

    # ---- playouts -----------------------------------------------------------------------------

    def play_out(self, state: State, out: Ints, rng_state: RngState) -> int:
        """Play to the end, or for a very long while; return how many actions."""
        steps = 0
        while state.seat != NOBODY and steps < 100_000:
            count = state.legal(out)
            if count == 0:
                break
            if state.seat == CHANCE:
                action = state.draw(out, count, rng_state)
            elif self.mast:
                action = self.best_known(state.seat, out, count, rng_state)
            else:
                action = out[random_below(rng_state, count)]
            self.add(state.seat, action)
            state.play(action)
            steps += 1
        return steps

    def best_known(self, seat: int, out: Ints, count: int, rng_state: RngState) -> int:
        """The best of a few; one that nobody has heard of comes before all others."""
        best = out[0]
        highest = -1e300
        for _ in range(DRAWN):
            action = out[random_below(rng_state, count)]
            at = self.repute.find(NOWHERE, seat, action)
            if at == NOWHERE:
                return action
            mean = self.repute.sums[at] / self.repute.counts[at]
            if mean > highest:
                highest = mean
                best = action
        return best
