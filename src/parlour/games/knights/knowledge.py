"""What is known about playing Knights well: the last two by heart, and how to be among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from parlour.games.knights.pursuit import pursuit
from parlour.games.knights.rules import Rules
from parlour.table.advice.knowledge import Knowledge

if not cython.compiled:
    from parlour.games.knights.pursuit import UNCERTAIN, attack, colour, defence
    from parlour.games.knights.rules import DEAD, LIVE, NOTHING, WATER
    from parlour.table.compiled.rng import random_unit
    from parlour.table.state import NOBODY

    MAX_STEPS = 60  # steps of a playout, then those who are left share

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints, RngState
    from parlour.table.game import Game
    from parlour.table.state import State

ENDLESS = 400  # actions of a draw where no limit ends it: the safeguard of matches

# How promising a step looks.
VICTORY, DEFEAT, DANGER, TAKING, NEARER = 30.0, 0.001, 0.05, 8.0, 3.0

# How likely it is that nobody is caught, and that somebody strikes to its own disadvantage,
# compared with a catch at once; and how much less likely a catch is with every action it takes.
STALEMATE, POINTLESS_HUNT, FADE = 0.1, 0.2, 0.88


class KnightsKnowledge(Knowledge):
    """Stay dry, fight whom you beat, keep away from who beats you, and take what lies around."""

    def __init__(self, game: Game[Any, Any]) -> None:
        Knowledge.__init__(self, game)
        self.pursuit = pursuit(game.settings.item_choice == "random")
        if not cython.compiled:
            self.nearness = [0.0] * 256
            self.hunts = [0] * 16  # 4 * hunter + prey: the actions of a catch, 0 for no hunt
            self.last_chances = [
                0.0
            ] * 64  # 4 * who is left, as bits, + knight: how likely the last one
            self.chances = [0.0] * 4
        for actions in range(256):
            self.nearness[actions] = FADE**actions

    # ---- what is certain ----------------------------------------------------------------------

    def exact_value(self, state: State, out: Floats) -> int:
        return self.exact_position_value(cython.cast(Rules, state), out)

    def exact_position_value(self, rules: Rules, out: Floats) -> int:
        """The last two, from the tables. They know no limit (§7), which keeps a hunter from
        winning too late: then nothing is certain. Without a winner those two share at the limit."""
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
        """Of the last two, who can ever attack: the one to move at an odd distance."""
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
        """What the tables say about the last two."""
        hunter = self.hunter(rules)
        prey = self.other(rules) if hunter == rules.turn else rules.turn
        return self.pursuit.look_up(
            rules.hand[hunter],
            rules.hand[prey],
            rules.spot,
            prey == rules.turn,
            rules.place[hunter],
            rules.place[prey],
        )

    def share(self, rules: Rules, winner: int, out: Floats) -> int:
        """The payoffs (§7): the winner has it all, or those who are left share it."""
        price = 1.0 / (rules.seat_count - 1)
        for knight in range(rules.seat_count):
            if winner >= 0:
                out[knight] = 1.0 if knight == winner else -price
            elif rules.status[knight] == LIVE:
                out[knight] = price * (rules.seat_count - rules.living) / rules.living
            else:
                out[knight] = -price
        return 0

    # ---- what is likely -----------------------------------------------------------------------

    def evaluate(self, state: State, out: Floats) -> int:
        return self.evaluate_position(cython.cast(Rules, state), out)

    def evaluate_position(self, rules: Rules, out: Floats) -> int:
        """Somebody will be caught next, the sooner the likelier: what is left for each then?"""
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
        """Who lives, as bits; and who hunts whom, with the actions that it would take."""
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
        """Of two, one hunts the other, as if they were alone, if it wins the fight and in time."""
        hunter, prey = first, last
        if colour(rules.place[first]) == colour(rules.place[last]):
            hunter, prey = last, first
        if attack(rules.hand[hunter]) >= defence(rules.hand[prey]):
            cell = 64 * rules.place[hunter] + rules.place[prey]
            actions = self.pursuit.cells[4096 * (prey == first) + cell]
            if not rules.limit or rules.steps + actions * rules.living // 2 <= rules.limit:
                self.hunts[4 * hunter + prey] = actions
        return 0

    def compute_last_chances(self, seats: int, living: int) -> int:
        """How likely each is to be the last, whoever of the living is left: a hunt ends with a
        catch, whoever does not gain by it is slow to strike, and without a hunt all share."""
        for left in range(1, living):
            if left & living == left:
                self.compute_group(seats, left)
        return 0

    def compute_group(self, seats: int, group: int) -> int:
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
        """How eagerly a hunter strikes: does it stand better with those who are left then?"""
        return 1.0 if self.last_chances[4 * left + hunter] * size > 1.0 else POINTLESS_HUNT

    # ---- which steps --------------------------------------------------------------------------

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
        """How promising a step is: into the water never."""
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
        """Likely steps until two are left and the tables know the rest, or for a while."""
        if not cython.compiled:
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
            self.find_next_seat(rules)
        return steps

    def find_next_seat(self, rules: Rules) -> int:
        """End a playout: the hunter of the last two wins if the tables say so; others share."""
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
