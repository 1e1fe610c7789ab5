"""How playouts are played: at random, but in haste.

Actions chosen with equal chances hardly ever end a match: half of them shuffle guards, units
destroy themselves, and captures are passed by. A search learns nothing from that. So here every
turn is played in the order in which people play it, with random choices: capture whatever can be
captured, place a block, let every unit move and act, sometimes move a guard, and end. After some
rounds without a winner a playout breaks off and weighs what everybody has. A hunch is one step of
such a turn. All of it is legal, and `legal` and `play` know nothing of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
        PLACE,
        SHIELD,
        SHOOTER,
        SPAWN,
        TRUE,
    )
    from parlour.table.compiled.rng import random_below
    from parlour.table.state import NOBODY

    NONE = -1
    MAX_ROUNDS = 6  # rounds
    UNIT_WORTH = 8  # blocks that an objective or a unit is worth
    TRIES = 12

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, RngState
    from parlour.table.game import Game
    from parlour.table.state import State


class HastyRules(Rules):
    """Turn blocks to your colour, walk your units over them and take the others' objectives."""

    def __init__(self, game: Game[Any, Any]) -> None:
        Rules.__init__(self, game)
        if not cython.compiled:
            self.worth = [0] * 4
        self.cut_off = False

    def playout(self, rng_state: RngState) -> int:
        """Random turns to the end or, as long as nobody wins, for some rounds; how many actions."""
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
        """Break off, and weigh what everybody has instead."""
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
        """Where a playout broke off, the share in all there is, worth half a win at most."""
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
        """The rest of a turn up to `end`; how many actions it took."""
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
        """Capture all that can be, with a move before it where that is needed."""
        steps = 0
        for i in range(self.terrain.goal_count):
            here = self.terrain.goals[i]
            for d in range(4):
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
        """What such a player might do now: capture, or else something of the turn, or end it."""
        if self.choosing:
            return self.terrain.end + 1 + random_below(rng_state, 5)
        action = self.sample_capture(rng_state)
        for _ in range(TRIES):
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
                    first = self.terrain.cell[here] * self.terrain.stride
                    action = first + self.terrain.lines + 22 + slot
            elif thing == 7:
                break
        return self.terrain.end if action == NONE else action

    def sample_capture(self, rng_state: RngState) -> int:
        """The next step of a capture, if there is one to be made."""
        for i in range(self.terrain.goal_count):
            here = self.terrain.goals[i]
            if not self.can_be_captured(here):
                continue
            for d in range(4):
                near = here + self.terrain.reach[d]
                u = self.capturing_unit(near)
                if u == 0:
                    continue
                first = self.terrain.cell[self.at[u]] * self.terrain.stride
                if self.at[u] != near:
                    return first + self.terrain.move_code(self.at[u], near)
                # Directions are north, east, south, west: the objective lies the other way.
                return (
                    first + self.terrain.lines + 14 + (d + 2 & 3) + 4 * random_below(rng_state, 2)
                )
        return NONE

    def sample_unit_action(self, rng_state: RngState) -> int:
        """A move or an act of any unit, if it is an own one."""
        if self.unit_count == 0:
            return NONE
        u = 1 + random_below(rng_state, self.unit_count)
        if self.what[u] >> 3 != self.turn:
            return NONE
        first = self.terrain.cell[self.at[u]] * self.terrain.stride
        if random_below(rng_state, 2) == 0:
            to = self.random_move(u, rng_state)
            return NONE if to == NONE else first + self.terrain.move_code(self.at[u], to)
        k = self.random_act(u, rng_state)
        return NONE if k == NONE else first + self.terrain.lines + 2 + k

    # ---- what comes to mind -------------------------------------------------------------------

    def can_be_captured(self, here: int) -> bool:
        """Is this somebody else's objective, open to capture?"""
        block = self.top[here]
        if block < OBJECTIVE or block >= SPAWN or block == OBJECTIVE + self.turn:
            return False
        return self.occupied or self.unit[here] == 0

    def capturing_unit(self, near: int) -> int:
        """A unit that is at this place, or can come to it, and may capture from it; 0 for none."""
        u = self.unit[near]
        if u != 0:
            if self.what[u] >> 3 != self.turn or (self.used[u] & ACTED and not self.free_capture):
                return 0
            return u
        if not self.terrain.passes[self.turn * BLOCKS + self.top[near]]:
            return 0
        for d in range(4):
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
        """Ten tries to find a place for a block."""
        for _ in range(10):
            here = self.terrain.live[random_below(rng_state, self.terrain.live_count)]
            if self.may_place(here):
                return here
        return NONE

    def site_for_a_guard(self, rng_state: RngState) -> int:
        """Four tries to find a place for a guard."""
        for _ in range(4):
            here = self.terrain.live[random_below(rng_state, self.terrain.live_count)]
            if self.open_to_guards(here):
                return here
        return NONE

    def random_move(self, u: int, rng_state: RngState) -> int:
        """A random direction, and a random one of the vacant tiles in it that a unit can go to."""
        if not cython.compiled:
            tiles = [0] * 18
        if self.used[u] & MOVED:
            return NONE
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
        """A useful act around the unit, from a random side on; beside an objective if it can be."""
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
        """Fighters and Cleaners leave alone what is their own."""
        if kind == FIGHTER:
            return self.what[self.unit[to]] >> 3 != self.turn
        return kind != CLEANER or self.top[to] != COLOUR + self.turn
