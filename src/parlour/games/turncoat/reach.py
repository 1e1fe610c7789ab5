"""How far it is to the objectives: what a unit would still have to do to stand beside one.

A way is a chain of straight moves over ground that the unit may pass. A move costs MOVE_COST.
Blocks on the way that have to change their colour first cost less, and those behind each other in
a row no more than one of them, for a single block that is placed may turn them all. Guards, and
what can never be passed, are walls. One search backwards from the objectives of all others gives
the distance of every place at once, for one seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from parlour.games.turncoat.blocks import (
        BLOCKS,
        COLOUR,
        DEAD,
        NEUTRAL,
        OBJECTIVE,
        SEATS,
        SIDES,
        SPAWN,
        SQUARES,
        TRUE,
    )

    FAR = 99  # farther than any distance
    MOVE_COST = 4
    NEUTRAL_COST = 2  # of a neutral block that has to turn
    FOREIGN_COST = 3  # of a block in another colour
    WALL = 100
    BUCKETS = 16  # costs that are in the queue at the same time
    BUCKET_SIZE = 3000

if TYPE_CHECKING:
    from parlour.games.turncoat.rules import Rules


class Reach:
    """The distances of all places for every seat; FAR where no way leads."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.far = [FAR] * (SEATS * SQUARES)  # from each square, for each seat
            self.best = [FAR] * (SIDES * SQUARES)  # cost of arriving on a square in a direction
            self.turned = [0] * SQUARES  # whether a square was visited
            self.queue = [0] * (BUCKETS * BUCKET_SIZE)  # arrivals by cost: 4 * square + direction
            self.count = [0] * BUCKETS  # arrivals in each bucket

    def measure_all(self, rules: Rules) -> int:
        """Measure the board as it is, for all who are still in."""
        for seat in range(rules.terrain.seats):
            if not rules.out[seat]:
                self.measure(rules, seat)
        return 0

    def measure(self, rules: Rules, seat: int) -> int:
        """Backwards from the blocks beside the objectives of others, the nearest places first."""
        first = seat * SQUARES
        for i in range(rules.terrain.live_count):
            here = rules.terrain.live[i]
            self.far[first + here] = FAR
            self.turned[here] = 0
            for d in range(SIDES):
                self.best[SIDES * here + d] = FAR
        for i in range(BUCKETS):
            self.count[i] = 0
        for i in range(rules.terrain.goal_count):
            here = rules.terrain.goals[i]
            block = rules.top[here]
            if OBJECTIVE <= block < SPAWN and block != OBJECTIVE + seat:
                for d in range(SIDES):
                    self.seed(rules, seat, here + rules.terrain.reach[d])
        cost = idle = 0
        while idle < BUCKETS and cost < FAR:
            bucket = cost & (BUCKETS - 1)
            idle += 1
            while self.count[bucket] > 0:
                idle = 0
                self.count[bucket] -= 1
                entry = self.queue[bucket * BUCKET_SIZE + self.count[bucket]]
                if self.best[entry] == cost:
                    self.spread(rules, seat, entry >> 2, entry & 3, cost)
            cost += 1
        return 0

    def seed(self, rules: Rules, seat: int, near: int) -> int:
        """A block from which an objective can be taken, whoever comes to it."""
        cost = self.ground(rules, seat, near)
        u = rules.unit[near]
        if u != 0 and rules.what[u] >> 3 == seat:
            self.far[seat * SQUARES + near] = 0
        if cost < WALL:
            self.far[seat * SQUARES + near] = 0
            if u != 0:
                cost += NEUTRAL_COST  # it must be vacant first
            for d in range(SIDES):
                self.push(near, d, cost + MOVE_COST)
        return 0

    def spread(self, rules: Rules, seat: int, here: int, d: int, cost: int) -> int:
        """From a place on in one direction, and from its first visit also around the corner."""
        around = not self.turned[here]
        self.turned[here] = 1
        changing = self.ground(rules, seat, here) > 0
        for e in range(SIDES):
            if e == d or (around and e != (d ^ 2)):
                there = here + rules.terrain.reach[e]
                total = cost if e == d else cost + MOVE_COST
                if total < self.far[seat * SQUARES + there] and rules.terrain.block[there] != DEAD:
                    self.far[seat * SQUARES + there] = total
                ground = self.ground(rules, seat, there)
                if ground < WALL:
                    self.push(there, e, total if e == d and changing else total + ground)
        return 0

    def push(self, square: int, d: int, cost: int) -> int:
        bucket = cost & (BUCKETS - 1)
        if cost < self.best[SIDES * square + d] and cost < FAR and self.count[bucket] < BUCKET_SIZE:
            self.best[SIDES * square + d] = cost
            self.queue[bucket * BUCKET_SIZE + self.count[bucket]] = SIDES * square + d
            self.count[bucket] += 1
        return 0

    def ground(self, rules: Rules, seat: int, square: int) -> int:
        """What it costs to make a block passable."""
        block = rules.top[square]
        if rules.terrain.passes[seat * BLOCKS + block]:
            return 0
        if block == NEUTRAL:
            return NEUTRAL_COST
        return FOREIGN_COST if COLOUR <= block < TRUE else WALL
