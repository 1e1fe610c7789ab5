"""Playouts that get somewhere: random, but with the actions of a turn in a sensible order.

Uniformly random actions hardly ever end a match: half of them shuffle guards, units destroy
themselves, and captures are missed. A search learns nothing from that. So a playout plays every
turn in the order in which people play it, with random choices: capture whatever can be captured,
place a block, let every unit move and act, sometimes move a guard, and end. After MAX_ROUNDS rounds
without a winner it is cut off, and what every seat has is the result. `sample_action` is one step
of such a turn. All of it is legal; `legal` and `play` do not depend on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from parlour.games.turncoat.rules import Rules
from parlour.table.compiled.array_types import ints

if not cython.compiled:
    from parlour.games.turncoat.blocks import (
        ACTED,
        BLOCKS,
        CLEANER,
        COLOUR,
        FIGHTER,
        MOVED,
        OBJECTIVE,
        PLACE,
        SEATS,
        SHIELD,
        SHOOTER,
        SIDES,
        SPAWN,
        TRUE,
    )
    from parlour.table.compiled.rng import random_below
    from parlour.table.state import NOBODY

    NONE = -1  # no square, no target
    MAX_ROUNDS = 6  # of a playout
    UNIT_WORTH = 8  # blocks that an objective or a unit is worth
    ACTION_TRIES, BLOCK_TRIES, GUARD_TRIES = 12, 10, 4  # to find something by chance

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, RngState
    from parlour.table.game import Game
    from parlour.table.state import State


class PlayoutRules(Rules):
    """Turn blocks to your colour, walk your units over them and take the others' objectives."""

    def __init__(self, game: Game[Any, Any]) -> None:
        Rules.__init__(self, game)
        self.worth = ints(SEATS)
        self.cut_off = False

    def playout(self, rng_state: RngState) -> int:
        """Play random turns to the end, or for MAX_ROUNDS rounds; return how many actions."""
        steps = turns = 0
        while self.seat != NOBODY and turns < MAX_ROUNDS * self.left:
            if not self.choosing:
                steps += self.play_turn(rng_state)
            while self.choosing and self.seat != NOBODY:
                self.decide(1 + random_below(rng_state, 5))
                steps += 1
            turns += 1
        if self.seat != NOBODY:
            self.cut_playout()
        return steps

    def cut_playout(self) -> int:
        """Stop, and count what every seat has instead."""
        for seat in range(self.terrain.seats):
            self.worth[seat] = UNIT_WORTH * self.goals[seat]
        for u in range(1, self.unit_count + 1):
            self.worth[self.what[u] >> 3] += UNIT_WORTH
        for i in range(self.terrain.live_count):
            block = self.top[self.terrain.live[i]]
            if COLOUR <= block < TRUE:
                self.worth[block - COLOUR] += 1
        self.cut_off = True
        self.seat = NOBODY
        return 0

    def result(self, out: Floats) -> int:
        """After a cut, the share in all that the seats have: at most half a win."""
        if not self.cut_off:
            return Rules.result(self, out)
        total = 0.0
        for seat in range(self.terrain.seats):
            total += self.worth[seat]
        for seat in range(self.terrain.seats):
            share = self.worth[seat] / total
            out[seat] = 0.5 * (self.terrain.seats * share - 1.0) / (self.terrain.seats - 1)
        return 0

    def copy_from(self, other: State) -> int:
        self.cut_off = False
        return Rules.copy_from(self, other)

    def play_turn(self, rng_state: RngState) -> int:
        """Play the rest of a turn up to `end`; return how many actions it took."""
        steps = self.capture_all(rng_state)
        if self.seat == NOBODY:
            return steps
        if not self.placed:
            here = self.site_for_a_block(rng_state)
            if here != NONE:
                self.place_block(here)
                steps += 1
        for u in range(1, self.unit_count + 1):
            if u <= self.unit_count and self.what[u] >> 3 == self.turn:
                moves_first = random_below(rng_state, 2)
                if moves_first:
                    steps += self.move_somewhere(u, rng_state)
                steps += self.act_somehow(u, rng_state)
                # A Fighter may have given this number to another unit, or taken a lower one.
                if not moves_first and u <= self.unit_count:
                    steps += self.move_somewhere(u, rng_state)
        if not self.guarded and self.guard_count[self.turn] > 0 and random_below(rng_state, 4) == 0:
            here = self.site_for_a_guard(rng_state)
            if here != NONE:
                self.move_guard(random_below(rng_state, self.guard_count[self.turn]), here)
                steps += 1
        steps += self.capture_all(rng_state)
        if self.seat != NOBODY:
            self.finish()
            steps += 1
        return steps

    def capture_all(self, rng_state: RngState) -> int:
        """Capture all that can be, after a move where that is needed; return how many actions."""
        steps = 0
        for i in range(self.terrain.goal_count):
            here = self.terrain.goals[i]
            for d in range(SIDES):
                if not self.can_be_captured(here):
                    break
                near = here + self.terrain.reach[d]
                u = self.capturing_unit(near)
                if u == 0:
                    continue
                if self.at[u] != near:
                    self.move_unit(u, near)
                    steps += 1
                self.capture(u, here, random_below(rng_state, 2) == 0)
                steps += 1
                if self.seat == NOBODY:
                    return steps
        return steps

    def move_somewhere(self, u: int, rng_state: RngState) -> int:
        to = self.random_move(u, rng_state)
        return 0 if to == NONE else self.move_unit(u, to) + 1

    def act_somehow(self, u: int, rng_state: RngState) -> int:
        k = self.random_act(u, rng_state)
        return 0 if k == NONE else self.act(u, self.at[u] + self.terrain.reach[k]) + 1

    # ---- a single step ------------------------------------------------------------------------

    def sample_action(self, rng_state: RngState) -> int:
        """One step of such a turn: a capture if there is one, or else anything, or the end."""
        if self.choosing:
            return self.terrain.end + 1 + random_below(rng_state, 5)
        action = self.sample_capture(rng_state)
        for _ in range(ACTION_TRIES):
            if action != NONE:
                return action
            thing = random_below(rng_state, 8)
            if thing < 4:
                action = self.sample_unit_action(rng_state)
            elif thing < 6 and not self.placed:
                here = self.site_for_a_block(rng_state)
                if here != NONE:
                    action = self.terrain.cell[here] * self.terrain.stride + PLACE
            elif thing == 6 and not self.guarded and self.guard_count[self.turn] > 0:
                here = self.site_for_a_guard(rng_state)
                if here != NONE:
                    slot = random_below(rng_state, self.guard_count[self.turn])
                    base = self.terrain.cell[here] * self.terrain.stride
                    action = base + self.terrain.first_guard + slot
            elif thing == 7:
                break
        return self.terrain.end if action == NONE else action

    def sample_capture(self, rng_state: RngState) -> int:
        """The next step of a capture, if there is one to be made."""
        for i in range(self.terrain.goal_count):
            here = self.terrain.goals[i]
            if not self.can_be_captured(here):
                continue
            for d in range(SIDES):
                near = here + self.terrain.reach[d]
                u = self.capturing_unit(near)
                if u == 0:
                    continue
                base = self.terrain.cell[self.at[u]] * self.terrain.stride
                if self.at[u] != near:
                    return base + self.terrain.move_code(self.at[u], near)
                # Directions are north, east, south, west: the objective lies the other way.
                return (
                    base + self.terrain.first_capture + (d + 2 & 3) + 4 * random_below(rng_state, 2)
                )
        return NONE

    def sample_unit_action(self, rng_state: RngState) -> int:
        """A move or an act of any unit, if it is an own one."""
        if self.unit_count == 0:
            return NONE
        u = 1 + random_below(rng_state, self.unit_count)
        if self.what[u] >> 3 != self.turn:
            return NONE
        base = self.terrain.cell[self.at[u]] * self.terrain.stride
        if random_below(rng_state, 2) == 0:
            to = self.random_move(u, rng_state)
            return NONE if to == NONE else base + self.terrain.move_code(self.at[u], to)
        k = self.random_act(u, rng_state)
        return NONE if k == NONE else base + self.terrain.first_act + k

    # ---- random choices -----------------------------------------------------------------------

    def can_be_captured(self, here: int) -> bool:
        """Is this somebody else's objective, open to capture?"""
        block = self.top[here]
        if block < OBJECTIVE or block >= SPAWN or block == OBJECTIVE + self.turn:
            return False
        return self.occupied or self.unit[here] == 0

    def capturing_unit(self, near: int) -> int:
        """A unit that stands here or can come here, and may capture from here; 0 for none."""
        u = self.unit[near]
        if u != 0:
            if self.what[u] >> 3 != self.turn or (self.used[u] & ACTED and not self.free_capture):
                return 0
            return u
        if not self.terrain.passes[self.turn * BLOCKS + self.top[near]]:
            return 0
        for d in range(SIDES):
            u = self.approaching_unit(near, self.terrain.reach[d])
            if u != 0:
                return u
        return 0

    def approaching_unit(self, near: int, step: int) -> int:
        """The first unit in a direction that can come here and act; 0 for none."""
        to = near + step
        while True:
            u = self.unit[to]
            if u != 0:
                if self.what[u] >> 3 == self.turn and not self.used[u]:
                    return u
                if self.units_block:
                    return 0
            if not self.terrain.passes[self.turn * BLOCKS + self.top[to]]:
                return 0
            to += step

    def site_for_a_block(self, rng_state: RngState) -> int:
        """A random square for a block, if a few tries find one."""
        for _ in range(BLOCK_TRIES):
            here = self.terrain.live[random_below(rng_state, self.terrain.live_count)]
            if self.may_place(here):
                return here
        return NONE

    def site_for_a_guard(self, rng_state: RngState) -> int:
        """A random square for a guard, if a few tries find one."""
        for _ in range(GUARD_TRIES):
            here = self.terrain.live[random_below(rng_state, self.terrain.live_count)]
            if self.open_to_guards(here):
                return here
        return NONE

    def random_move(self, u: int, rng_state: RngState) -> int:
        """A random one of the vacant squares in a random direction that a unit can move to."""
        if self.used[u] & MOVED:
            return NONE
        tiles = [0] * 18
        step = self.terrain.reach[random_below(rng_state, 4)]
        to = self.at[u] + step
        count = 0
        while self.terrain.passes[self.turn * BLOCKS + self.top[to]]:
            if self.unit[to] == 0:
                tiles[count] = to
                count += 1
            elif self.units_block:
                break
            to += step
        return tiles[random_below(rng_state, count)] if count > 0 else NONE

    def random_act(self, u: int, rng_state: RngState) -> int:
        """A useful act, starting from a random side; beside an objective if there is one."""
        kind = self.what[u] & 7
        if kind == SHIELD or self.used[u] & ACTED:
            return NONE
        first = 4 if kind == SHOOTER else 0
        last = 7 if kind == SHOOTER else 3
        turned = random_below(rng_state, 8)
        best = NONE
        for i in range(last + 1):
            k = first + (i + turned & last)
            to = self.at[u] + self.terrain.reach[k]
            if self.may_act(u, k) and self.is_useful(kind, to):
                best = k
                if self.terrain.beside[to]:
                    break
        return best

    def is_useful(self, kind: int, to: int) -> bool:
        """Not what harms their own side, for Fighters and Cleaners."""
        if kind == FIGHTER:
            return self.what[self.unit[to]] >> 3 != self.turn
        return kind != CLEANER or self.top[to] != COLOUR + self.turn
