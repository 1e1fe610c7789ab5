"""How playouts are played: at random, but in haste.

Actions chosen with equal chances hardly ever end a match: half of them shuffle guards, units
destroy themselves, and captures are passed by. A search learns nothing from that. So here every
turn is played in the order in which people play it, with random choices: capture whatever can be
captured, place a block, let every unit move and act, sometimes move a guard, and end. All of it is
legal, and `legal` and `play` know nothing of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from parlour.games.turncoat.rules import Rules

if not cython.compiled:
    from parlour.games.turncoat.blocks import (
        ACTED,
        BLOCKS,
        CLEANER,
        COLOUR,
        FIGHTER,
        MOVED,
        OBJECTIVE,
        SHIELD,
        SHOOTER,
        SPAWN,
    )
    from parlour.table.dice import roll
    from parlour.table.state import NOBODY

if TYPE_CHECKING:
    from parlour.table.kinds import Dice


class HastyRules(Rules):
    """Turn blocks to your colour, walk your units over them and take the others' objectives."""

    def playout(self, dice: Dice) -> int:
        """Random turns to the end, or for a very long while; how many actions they took."""
        steps = 0
        while self.seat != NOBODY and steps < 100_000:
            if not self.asked:
                steps += self.hurry(dice)
            while self.asked and self.seat != NOBODY:
                self.decide(1 + roll(dice, 5))
                steps += 1
        return steps

    def hurry(self, dice: Dice) -> int:
        """The rest of a turn up to `end`; how many actions it took."""
        steps = self.strike(dice)
        if self.seat == NOBODY:
            return steps
        if not self.placed:
            steps += self.place_somewhere(dice)
        for u in range(1, self.unit_count + 1):
            if u <= self.unit_count and self.what[u] >> 3 == self.turn:
                moves_first = roll(dice, 2)
                if moves_first:
                    steps += self.move_somewhere(u, dice)
                steps += self.act_somehow(u, dice)
                # A Fighter may have given this number to another unit, or taken a lower one.
                if not moves_first and u <= self.unit_count:
                    steps += self.move_somewhere(u, dice)
        if not self.guarded and self.guard_count[self.turn] > 0 and roll(dice, 4) == 0:
            steps += self.guard_somewhere(dice)
        steps += self.strike(dice)
        if self.seat != NOBODY:
            self.finish()
            steps += 1
        return steps

    # ---- captures -----------------------------------------------------------------------------

    def strike(self, dice: Dice) -> int:
        """Capture all that can be, with a move before it where that is needed."""
        steps = 0
        for i in range(self.land.goal_count):
            here = self.land.goals[i]
            block = self.top[here]
            if block < OBJECTIVE or block >= SPAWN or block == OBJECTIVE + self.turn:
                continue
            if self.unit[here] != 0 and not self.occupied:
                continue
            for d in range(4):
                steps += self.strike_from(here + self.land.reach[d], here, dice)
                if self.seat == NOBODY:
                    return steps
                if self.top[here] != block:
                    break
        return steps

    def strike_from(self, near: int, goal: int, dice: Dice) -> int:
        """Capture an objective from a place beside it, by a unit that is there or can come."""
        u = self.unit[near]
        if u != 0:
            if self.what[u] >> 3 != self.turn or (self.used[u] & ACTED and not self.free_capture):
                return 0
            self.capture(u, goal, roll(dice, 2) == 0)
            return 1
        if not self.land.passes[self.turn * BLOCKS + self.top[near]]:
            return 0
        for d in range(4):
            u = self.comer(near, self.land.reach[d])
            if u != 0:
                self.move_unit(u, near)
                self.capture(u, goal, roll(dice, 2) == 0)
                return 2
        return 0

    def comer(self, near: int, step: int) -> int:
        """The first unit in a direction that can come here and act; 0 for none."""
        to = near + step
        while True:
            u = self.unit[to]
            if u != 0:
                if self.what[u] >> 3 == self.turn and not self.used[u]:
                    return u
                if self.units_block:
                    return 0
            if not self.land.passes[self.turn * BLOCKS + self.top[to]]:
                return 0
            to += step

    # ---- everything else ----------------------------------------------------------------------

    def place_somewhere(self, dice: Dice) -> int:
        """Ten tries to place a block."""
        for _ in range(10):
            here = self.land.live[roll(dice, self.land.live_count)]
            if self.open_to_blocks(here) and self.place_block(here) > 0:
                return 1
        return 0

    def guard_somewhere(self, dice: Dice) -> int:
        """Four tries to move a guard."""
        for _ in range(4):
            here = self.land.live[roll(dice, self.land.live_count)]
            if self.open_to_guards(here):
                return self.move_guard(roll(dice, self.guard_count[self.turn]), here) + 1
        return 0

    def move_somewhere(self, u: int, dice: Dice) -> int:
        """A random direction, and a random one of the vacant tiles in it."""
        if not cython.compiled:
            tiles = [0] * 18
        if self.used[u] & MOVED:
            return 0
        step = self.land.reach[roll(dice, 4)]
        to = self.at[u] + step
        count = 0
        while self.land.passes[self.turn * BLOCKS + self.top[to]]:
            if self.unit[to] == 0:
                tiles[count] = to
                count += 1
            elif self.units_block:
                break
            to += step
        if count == 0:
            return 0
        self.move_unit(u, tiles[roll(dice, count)])
        return 1

    def act_somehow(self, u: int, dice: Dice) -> int:
        """A useful act around the unit, from a random side on; beside an objective if it can be."""
        kind = self.what[u] & 7
        if kind == SHIELD or self.used[u] & ACTED:
            return 0
        first = 4 if kind == SHOOTER else 0
        last = 7 if kind == SHOOTER else 3
        turned = roll(dice, 8)
        best = 0
        for i in range(last + 1):
            k = first + (i + turned & last)
            to = self.at[u] + self.land.reach[k]
            if self.may_act(u, k) and self.is_useful(kind, to):
                best = to
                if self.land.beside[to]:
                    break
        if best == 0:
            return 0
        self.act(u, best)
        return 1

    def is_useful(self, kind: int, to: int) -> bool:
        """Fighters and Cleaners leave alone what is their own."""
        if kind == FIGHTER:
            return self.what[self.unit[to]] >> 3 != self.turn
        return kind != CLEANER or self.top[to] != COLOUR + self.turn
