"""Domain knowledge of Knights for the search.

The value of the last two is exact, from `endgame_tables`. With more knights, each pair has a
hunter, and the evaluation estimates who is caught next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from parlour.games.knights.endgame_tables import endgame_tables
from parlour.games.knights.rules import Rules
from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import floats, ints

if not cython.compiled:
    from parlour.games.knights.endgame_tables import (
        PREY_TURN,
        UNCERTAIN,
        attack,
        colour,
        defence,
    )
    from parlour.games.knights.rules import DEAD, LIVE, NOTHING, WATER
    from parlour.table.compiled.rng import random_unit
    from parlour.table.state import NOBODY

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints, RngState
    from parlour.table.game import Game
    from parlour.table.state import State

ENDLESS = 400  # actions of a draw where no limit ends it: the safeguard of matches
MAX_STEPS = 60  # of a rollout; then the living share the win

# Priors of steps, as factors.
VICTORY, DEFEAT, DANGER, TAKING, NEARER = 30.0, 0.001, 0.05, 8.0, 3.0

# Weights, where an immediate catch has 1: that nobody is caught, and that a hunter strikes to its
# own disadvantage; and the factor by which each action that a catch takes makes it less likely.
STALEMATE, POINTLESS_HUNT, FADE = 0.1, 0.2, 0.88


class KnightsKnowledge(Knowledge):
    """Exact values of the last two, an evaluation of hunts, priors of steps, weighted rollouts."""

    def __init__(self, game: Game[Any, Any]) -> None:
        Knowledge.__init__(self, game)
        self.tables = endgame_tables(game.settings.item_choice == "random")
        self.nearness = floats(256)  # how likely a catch is, by the actions it takes
        self.hunts = ints(16)  # 4 * hunter + prey: the actions of a catch, 0 for no hunt
        self.last_chances = floats(64)  # 4 * bits of who is left + knight: is it the last one?
        self.chances = floats(4)
        for actions in range(256):
            self.nearness[actions] = FADE**actions

    # ---- exact values -------------------------------------------------------------------------

    def exact_value(self, state: State, out: Floats) -> int:
        return self.exact_position_value(cython.cast(Rules, state), out)

    def exact_position_value(self, rules: Rules, out: Floats) -> int:
        """The last two, from the tables, which ignore the limit (§7): a win that would come after
        it is not claimed. If neither can win, the two share first place at the limit."""
        if rules.living != 2 or rules.drawing:
            return 0
        entry = self.entry(rules)
        if entry == UNCERTAIN or (rules.limit and rules.steps + entry > rules.limit):
            return 0
        self.share(rules, self.hunter(rules) if entry else -1, out)
        if entry == 0:
            return 1 + (rules.limit - rules.steps if rules.limit else ENDLESS)
        return 1 + entry

    def hunter(self, rules: Rules) -> int:
        """Of the last two, the one that can ever attack: to move at an odd distance."""
        other = self.other(rules)
        here, there = rules.place[rules.turn], rules.place[other]
        return rules.turn if (here ^ here >> 3 ^ there ^ there >> 3) & 1 else other

    def other(self, rules: Rules) -> int:
        """Of the last two, the one that is not to move."""
        for knight in range(rules.seat_count):
            if knight != rules.turn and rules.status[knight] == LIVE:
                return knight
        return rules.turn

    def entry(self, rules: Rules) -> int:
        """The entry of the last two in the tables."""
        hunter = self.hunter(rules)
        prey = self.other(rules) if hunter == rules.turn else rules.turn
        return self.tables.look_up(
            rules.hand[hunter],
            rules.hand[prey],
            rules.spot,
            prey == rules.turn,
            rules.place[hunter],
            rules.place[prey],
        )

    def share(self, rules: Rules, winner: int, out: Floats) -> int:
        """The payoffs (§7): the winner takes all, or without a winner (-1) the living share."""
        price = 1.0 / (rules.seat_count - 1)
        for knight in range(rules.seat_count):
            if winner >= 0:
                out[knight] = 1.0 if knight == winner else -price
            elif rules.status[knight] == LIVE:
                out[knight] = price * (rules.seat_count - rules.living) / rules.living
            else:
                out[knight] = -price
        return 0

    # ---- static evaluation --------------------------------------------------------------------

    def evaluate(self, state: State, out: Floats) -> int:
        return self.evaluate_position(cython.cast(Rules, state), out)

    def evaluate_position(self, rules: Rules, out: Floats) -> int:
        """Average over who is caught next, the sooner the likelier: each knight's chance to be the
        last of those who are left then."""
        living = self.find_hunts(rules)
        self.compute_last_chances(rules.seat_count, living)
        price = 1.0 / (rules.seat_count - 1)
        whole = STALEMATE
        for knight in range(rules.seat_count):
            self.chances[knight] = STALEMATE / rules.living if living >> knight & 1 else 0.0
        for pair in range(16):
            if self.hunts[pair]:
                left = living ^ 1 << (pair & 3)
                likely = self.nearness[self.hunts[pair]] * self.hunt_weight(
                    left, pair >> 2, rules.living
                )
                whole += likely
                for knight in range(rules.seat_count):
                    self.chances[knight] += likely * self.last_chances[4 * left + knight]
        for knight in range(rules.seat_count):
            out[knight] = (1.0 + price) * self.chances[knight] / whole - price
        return rules.seat_count

    def find_hunts(self, rules: Rules) -> int:
        """Write who hunts whom and in how many actions; return the living, as bits."""
        living = 0
        for pair in range(16):
            self.hunts[pair] = 0
        for one in range(rules.seat_count):
            if rules.status[one] == LIVE:
                living |= 1 << one
                for other in range(one):
                    if rules.status[other] == LIVE:
                        first = other if self.moves_first(rules, other, one) else one
                        self.add_hunt(rules, first, one + other - first)
        return living

    def moves_first(self, rules: Rules, one: int, other: int) -> bool:
        """Does `one`, whose number is lower, have its next turn before the other?"""
        next = rules.turn + 1 if rules.drawing else rules.turn
        return not one < next <= other

    def add_hunt(self, rules: Rules, first: int, last: int) -> int:
        """Of two, as if they were alone, one hunts the other if it wins the fight in time."""
        hunter, prey = first, last
        if colour(rules.place[first]) == colour(rules.place[last]):
            hunter, prey = last, first
        if attack(rules.hand[hunter]) >= defence(rules.hand[prey]):
            cell = 64 * rules.place[hunter] + rules.place[prey]
            actions = self.tables.cells[PREY_TURN * (prey == first) + cell]
            if not rules.limit or rules.steps + actions * rules.living // 2 <= rules.limit:
                self.hunts[4 * hunter + prey] = actions
        return 0

    def compute_last_chances(self, seats: int, living: int) -> int:
        """Each knight's chance to be the last of each group of the living. Groups come in ascending
        order of their bits, so that those with one knight fewer are known."""
        for left in range(1, living):
            if left & living == left:
                self.compute_group(seats, left)
        return 0

    def compute_group(self, seats: int, group: int) -> int:
        """The chances in a group: a hunt ends with a catch, a hunter that does not gain by it
        seldom strikes, and without a hunt all share."""
        size = 0
        for knight in range(seats):
            size += group >> knight & 1
        whole = STALEMATE if size > 2 else 0.000001
        for knight in range(4):
            self.chances[knight] = whole / size if group >> knight & 1 else 0.0
        for pair in range(16):
            if self.hunts[pair] and group >> (pair >> 2) & 1 and group >> (pair & 3) & 1:
                left = group ^ 1 << (pair & 3)
                likely = self.hunt_weight(left, pair >> 2, size)
                whole += likely
                for knight in range(seats):
                    self.chances[knight] += likely * self.last_chances[4 * left + knight]
        for knight in range(4):
            self.last_chances[4 * group + knight] = self.chances[knight] / whole
        return 0

    def hunt_weight(self, left: int, hunter: int, size: int) -> float:
        """The weight of a hunt: does the hunter stand better among those who are left then?"""
        return 1.0 if self.last_chances[4 * left + hunter] * size > 1.0 else POINTLESS_HUNT

    # ---- priors and rollouts ------------------------------------------------------------------

    def priors(self, state: State, actions: Ints, count: int, out: Floats) -> int:
        return self.write_priors(cython.cast(Rules, state), actions, count, out)

    def write_priors(self, rules: Rules, actions: Ints, count: int, out: Floats) -> int:
        if rules.drawing:
            return 0
        best = 0.0
        for i in range(count):
            out[i] = self.step_weight(rules, actions[i])
            best = max(best, out[i])
        if best == 0.0:  # the water all around: none of these is better than another
            for i in range(count):
                out[i] = 1.0
        return count

    def step_weight(self, rules: Rules, direction: int) -> float:
        """The prior of a step: 0 into the water."""
        knight = rules.turn
        tile = rules.beside(rules.place[knight], direction)
        if tile == WATER:
            return 0.0
        hand = rules.hand[knight]
        weight = 1.0
        if hand == NOTHING:
            hand = self.items_on(rules, tile)
            if hand != NOTHING:
                weight = TAKING
            elif self.distance_to_item(rules, tile) < self.distance_to_item(
                rules, rules.place[knight]
            ):
                weight = NEARER
        foe = self.knight_on(rules, tile)
        if foe >= 0:
            if attack(hand) < defence(rules.hand[foe]):
                return DEFEAT
            weight = VICTORY
        return weight * DANGER if self.in_danger(rules, tile, hand, foe) else weight

    def items_on(self, rules: Rules, tile: int) -> int:
        """An item that lies on a tile, the first of several; NOTHING for none."""
        for item in range(4):
            if rules.spot[item] == tile:
                return item
        return NOTHING

    def distance_to_item(self, rules: Rules, tile: int) -> int:
        """How many steps the next item is away."""
        nearest = 99
        for item in range(4):
            if rules.spot[item] < WATER:
                nearest = min(nearest, distance(rules.spot[item], tile))
        return nearest

    def knight_on(self, rules: Rules, tile: int) -> int:
        """The living knight on a tile other than the one to move, -1 for none."""
        for knight in range(rules.seat_count):
            if knight != rules.turn and rules.place[knight] == tile:
                if rules.status[knight] == LIVE:
                    return knight
        return -1

    def in_danger(self, rules: Rules, tile: int, hand: int, beaten: int) -> bool:
        """Could anybody else step onto this tile and win? All others move before it is left."""
        for knight in range(rules.seat_count):
            if knight != rules.turn and knight != beaten and rules.status[knight] == LIVE:
                if distance(rules.place[knight], tile) == 1:
                    if attack(rules.hand[knight]) >= defence(hand):
                        return True
        return False

    def rollout(self, state: State, rng_state: RngState) -> int:
        return self.play_weighted(cython.cast(Rules, state), rng_state)

    def play_weighted(self, rules: Rules, rng_state: RngState) -> int:
        """Steps drawn by their priors until two are left and the tables decide, or MAX_STEPS."""
        weights = [0.0] * 4
        steps = 0
        if rules.drawing:
            rules.drawing = False
            rules.take_by_chance(rules.turn, rng_state)
            rules.next_turn()
            steps = 1
        while rules.seat != NOBODY and steps < MAX_STEPS:
            if rules.living == 2:
                break
            total = 0.0
            for direction in range(4):
                weights[direction] = self.step_weight(rules, direction)
                total += weights[direction]
            mark = total * random_unit(rng_state)
            direction = 0
            while direction < 3 and mark >= weights[direction]:
                mark -= weights[direction]
                direction += 1
            if rules.limit:
                rules.steps += 1
            if rules.step(rules.turn, direction):
                rules.take_by_chance(rules.turn, rng_state)
            rules.next_turn()
            steps += 1
        if rules.seat != NOBODY:
            self.end_rollout(rules)
        return steps

    def end_rollout(self, rules: Rules) -> int:
        """The end of a rollout: the hunter of the last two wins if the tables say so; else the
        living share the win."""
        if rules.living == 2:
            entry = self.entry(rules)
            if entry and entry != UNCERTAIN:
                hunter = self.hunter(rules)
                prey = self.other(rules) if hunter == rules.turn else rules.turn
                rules.fall(prey, DEAD, rules.place[prey])
        rules.seat = NOBODY
        return 0


def distance(one: int, other: int) -> int:
    """How many steps lie between two tiles."""
    rows, columns = (one >> 3) - (other >> 3), (one & 7) - (other & 7)
    return (rows if rows >= 0 else -rows) + (columns if columns >= 0 else -columns)
