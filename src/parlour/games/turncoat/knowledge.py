"""What is known about playing Turncoat well.

Nearness is all: how close units stand to the objectives of others, over ground that they may pass
or that must change its colour first (reach.py). It says how a seat stands, which action looks
promising, where the units of a playout go, and where to get in their way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from parlour.games.turncoat.reach import Reach
from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import floats

if not cython.compiled:
    from parlour.games.turncoat.blocks import (
        ACTED,
        CLEANER,
        COLOUR,
        DESTROY,
        FIGHTER,
        MOVED,
        NEUTRAL,
        PLACE,
        SEATS,
        SIDES,
        SLOTS,
        SQUARES,
        TRUE,
    )
    from parlour.games.turncoat.reach import FAR, MOVE_COST
    from parlour.games.turncoat.rules import Rules

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints
    from parlour.table.game import Game
    from parlour.table.state import State

FADE = 0.86
"""What a unit loses of its worth as an attacker with every step of distance."""

KINDS = (1.0, 1.0, 1.0, 0.1, 6.0, 0.3)
"""How willingly each kind is chosen: end, Fighter, Paver, Cleaner, Shooter, Shield."""


class TurncoatKnowledge(Knowledge):
    """Distances of the position at hand, and what they make of actions and seats."""

    def __init__(self, game: Game[Any, Any]) -> None:
        Knowledge.__init__(self, game)
        self.reach = Reach()
        self.fade = [FADE**distance for distance in range(FAR + 1)]
        self.kinds = list(KINDS)
        self.score = floats(SEATS)

    # ---- how well each seat stands --------------------------------------------------------------

    def evaluate(self, state: State, out: Floats) -> int:
        """Objectives, units near those of others, units and ground, beside those of the others."""
        return self.evaluate_position(cython.cast(Rules, state), out)

    def evaluate_position(self, rules: Rules, out: Floats) -> int:
        self.reach.measure_all(rules)
        self.score_seats(rules)
        whole = 0.0
        for seat in range(rules.terrain.seats):
            whole += self.score[seat]
        for seat in range(rules.terrain.seats):
            lead = self.score[seat] - (whole - self.score[seat]) / (rules.terrain.seats - 1)
            out[seat] = -1.0 if rules.out[seat] else lead / (4.0 + abs(lead))
        return rules.terrain.seats

    def score_seats(self, rules: Rules) -> int:
        """What everybody has, in objectives."""
        for seat in range(rules.terrain.seats):
            self.score[seat] = 3.0 * rules.goals[seat]
            for i in range(rules.terrain.spawn_count[seat]):
                there = rules.terrain.spawns[seat * SLOTS + i]
                self.score[seat] += 0.5 * self.proximity(seat, there)
        for u in range(1, rules.unit_count + 1):
            seat = rules.what[u] >> 3
            self.score[seat] += 0.15 + self.proximity(seat, rules.at[u])
        seat = self.capturing_seat(rules)
        self.score[seat] += 2.5 * self.fade[self.capture_distance(rules, seat)]
        for i in range(rules.terrain.live_count):
            block = rules.top[rules.terrain.live[i]]
            if COLOUR <= block < TRUE:
                self.score[block - COLOUR] += 0.03
        return 0

    def capturing_seat(self, rules: Rules) -> int:
        """Who can capture first: whose turn it is, or who comes next where it is at its end."""
        seat = rules.turn
        if rules.choosing:
            seat = seat + 1 if seat + 1 < rules.terrain.seats else 0
            while rules.out[seat]:
                seat = seat + 1 if seat + 1 < rules.terrain.seats else 0
        return seat

    def capture_distance(self, rules: Rules, seat: int) -> int:
        """The distance of its unit that is nearest to a capture, of those that can still act,
        beyond that of a single move."""
        least = FAR
        for u in range(1, rules.unit_count + 1):
            if rules.what[u] >> 3 == seat:
                far = self.reach.far[seat * SQUARES + rules.at[u]]
                if rules.choosing or not (rules.used[u] & ACTED or (rules.used[u] & MOVED and far)):
                    least = min(least, far)
        if rules.choosing:
            for i in range(seat * SLOTS, seat * SLOTS + rules.terrain.spawn_count[seat]):
                if rules.spawn_kind[i]:
                    least = min(least, self.reach.far[seat * SQUARES + rules.terrain.spawns[i]])
        return max(least - MOVE_COST, 0)

    def proximity(self, seat: int, square: int) -> float:
        """How near a seat is to capturing something from here: 1 beside it, then less and less."""
        return self.fade[self.reach.far[seat * SQUARES + square]]

    def danger(self, rules: Rules, square: int) -> float:
        """How near the other seats are from here."""
        most = 0.0
        for seat in range(rules.terrain.seats):
            if seat != rules.turn and not rules.out[seat]:
                most = max(most, self.proximity(seat, square))
        return most

    # ---- which actions look promising -----------------------------------------------------------

    def priors(self, state: State, actions: Ints, count: int, out: Floats) -> int:
        return self.write_priors(cython.cast(Rules, state), actions, count, out)

    def write_priors(self, rules: Rules, actions: Ints, count: int, out: Floats) -> int:
        if not rules.choosing:
            self.reach.measure_all(rules)
        for i in range(count):
            out[i] = self.prior(rules, actions[i])
        return count

    def tactical(self, state: State, out: Ints) -> int:
        """Captures, and whatever destroys a unit of somebody else."""
        return self.keep_tactical(cython.cast(Rules, state), out, state.legal(out))

    def keep_tactical(self, rules: Rules, out: Ints, count: int) -> int:
        """Keep those of these actions that strike."""
        kept = 0
        for i in range(count):
            if self.is_tactical(rules, out[i]):
                out[kept] = out[i]
                kept += 1
        return kept

    def is_tactical(self, rules: Rules, action: int) -> bool:
        if action >= rules.terrain.end:
            return False
        cell = action // rules.terrain.stride
        code = action - cell * rules.terrain.stride
        here = rules.terrain.square[cell]
        if code == PLACE:
            return self.victims(rules, here) > 0.0
        if code < rules.terrain.first_act or code >= rules.terrain.first_guard:
            return False
        if code >= rules.terrain.first_capture:
            return True
        there = here + rules.terrain.reach[code - rules.terrain.first_act]
        return (
            rules.what[rules.unit[here]] & 7 == FIGHTER
            and rules.what[rules.unit[there]] >> 3 != rules.turn
        )

    def victims(self, rules: Rules, here: int) -> float:
        """Who dies of a block placed here: the more, the nearer they are to a capture."""
        sum = 0.0
        for d in range(SIDES):
            step = rules.terrain.reach[d]
            there = here
            for _ in range(rules.run(here, step)):
                there += step
                u = rules.unit[there]
                if u != 0 and rules.what[u] >> 3 != rules.turn and not rules.protected(u):
                    sum += 2.0 + 8.0 * self.proximity(rules.what[u] >> 3, there)
        return sum

    def prior(self, rules: Rules, action: int) -> float:
        if action >= rules.terrain.end:
            return self.kinds[action - rules.terrain.end]
        cell = action // rules.terrain.stride
        code = action - cell * rules.terrain.stride
        here = rules.terrain.square[cell]
        if code == PLACE:
            return self.block_prior(rules, here)
        if code == DESTROY:
            return 0.001
        u = rules.unit[here]
        if code < rules.terrain.first_act:
            return self.move_prior(rules, u, rules.terrain.target(here, code))
        if code < rules.terrain.first_capture:
            k = code - rules.terrain.first_act
            return self.act_prior(rules, u, here + rules.terrain.reach[k])
        if code < rules.terrain.first_guard:
            return 100.0 if code < rules.terrain.first_kill else 60.0
        return 0.03 + 0.5 * self.danger(rules, here) / rules.guard_count[rules.turn]

    def block_prior(self, rules: Rules, here: int) -> float:
        """All that changes its colour, and who dies of it."""
        sum = self.ground_prior(rules, here) + self.victims(rules, here)
        for d in range(SIDES):
            step = rules.terrain.reach[d]
            there = here
            for _ in range(rules.run(here, step)):
                there += step
                sum += self.ground_prior(rules, there)
        return 0.5 * sum

    def ground_prior(self, rules: Rules, square: int) -> float:
        """A block in one's own colour: a way for one's own units, and none for the others'."""
        if rules.top[square] == COLOUR + rules.turn:
            return 0.0
        gain = 0.1 + 2.0 * self.proximity(rules.turn, square)
        return (
            gain if rules.top[square] == NEUTRAL else gain + 0.1 + 2.0 * self.danger(rules, square)
        )

    def move_prior(self, rules: Rules, u: int, to: int) -> float:
        here = rules.at[u]
        gain = self.proximity(rules.turn, to) - self.proximity(rules.turn, here)
        if self.reach.far[rules.turn * SQUARES + to] == 0 and not rules.used[u] & ACTED:
            return 50.0
        return 0.1 + 4.0 * gain if gain > 0.0 else 0.1

    def act_prior(self, rules: Rules, u: int, to: int) -> float:
        kind = rules.what[u] & 7
        if kind == FIGHTER:
            owner = rules.what[rules.unit[to]] >> 3
            return 0.001 if owner == rules.turn else 2.0 + 8.0 * self.proximity(owner, to)
        if kind == CLEANER:
            own = rules.top[to] == COLOUR + rules.turn
            return 0.005 if own else 0.2 + 2.0 * self.danger(rules, to)
        return 0.3 + 1.5 * self.ground_prior(rules, to)
