"""What is known about playing Knights well: the last two by heart, and how to be among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from parlour.games.knights.pursuit import pursuit
from parlour.games.knights.rules import Rules
from parlour.table.knowledge import Knowledge

if not cython.compiled:
    from parlour.games.knights.pursuit import DOUBT, attack, defence
    from parlour.games.knights.rules import DEAD, LIVE, NOTHING, WATER
    from parlour.table.dice import spin
    from parlour.table.state import NOBODY

    PATIENCE = 60  # steps of a playout, then those who are left share

if TYPE_CHECKING:
    from parlour.table.game import Game
    from parlour.table.kinds import Dice, Floats, Ints
    from parlour.table.state import State

ENDLESS = 400  # actions of a draw where no limit ends it: the safeguard of matches

# How promising a step looks.
VICTORY, DEFEAT, PERIL, TAKING, NEARER = 30.0, 0.001, 0.05, 8.0, 3.0

# How likely to be the last one, compared with each other: with axe, staff, dagger, helmet, nothing.
CHANCES = (1.6, 2.4, 1.5, 1.6, 1.0)


class KnightsKnowledge(Knowledge):
    """Stay dry, fight whom you beat, keep away from who beats you, and take what lies around."""

    def __init__(self, game: Game[Any, Any]) -> None:
        Knowledge.__init__(self, game)
        self.pursuit = pursuit(game.settings.item_choice == "random")
        if not cython.compiled:
            self.chances = [0.0] * 5
        for item, chance in enumerate(CHANCES):
            self.chances[item] = chance

    # ---- what is certain ----------------------------------------------------------------------

    def exact(self, state: State, out: Floats) -> int:
        return self.certain(cython.cast(Rules, state), out)

    def certain(self, rules: Rules, out: Floats) -> int:
        """The last two, from the tables. They know no limit (§7), which keeps a hunter from
        winning too late: then nothing is certain. Without a winner those two share at the limit."""
        if rules.living != 2 or rules.drawing:
            return 0
        entry = self.entry(rules)
        if entry == DOUBT or (rules.limit and rules.steps + entry > rules.limit):
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
        return self.judge(cython.cast(Rules, state), out)

    def judge(self, rules: Rules, out: Floats) -> int:
        """Each of the living may be the last one, more likely so with an item in the hand."""
        price = 1.0 / (rules.seat_count - 1)
        total = 0.0
        for knight in range(rules.seat_count):
            if rules.status[knight] == LIVE:
                total += self.chances[rules.hand[knight]]
        for knight in range(rules.seat_count):
            out[knight] = -price
            if rules.status[knight] == LIVE:
                out[knight] += (1.0 + price) * self.chances[rules.hand[knight]] / total
        return rules.seat_count

    # ---- which steps --------------------------------------------------------------------------

    def weigh(self, state: State, actions: Ints, count: int, out: Floats) -> int:
        return self.rate(cython.cast(Rules, state), actions, count, out)

    def rate(self, rules: Rules, actions: Ints, count: int, out: Floats) -> int:
        if rules.drawing:
            return 0
        for i in range(count):
            out[i] = self.step_weight(rules, actions[i])
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
            hand = self.lying(rules, tile)
            if hand != NOTHING:
                weight = TAKING
            elif self.way_to_item(rules, tile) < self.way_to_item(rules, rules.place[knight]):
                weight = NEARER
        foe = self.standing(rules, tile)
        if foe >= 0:
            if attack(hand) < defence(rules.hand[foe]):
                return DEFEAT
            weight = VICTORY
        return weight * PERIL if self.in_peril(rules, tile, hand, foe) else weight

    def lying(self, rules: Rules, tile: int) -> int:
        """An item that lies on a tile, the first of several; NOTHING for none."""
        for item in range(4):
            if rules.spot[item] == tile:
                return item
        return NOTHING

    def way_to_item(self, rules: Rules, tile: int) -> int:
        """How many steps the next item is away."""
        nearest = 99
        for item in range(4):
            if rules.spot[item] < WATER:
                nearest = min(nearest, distance(rules.spot[item], tile))
        return nearest

    def standing(self, rules: Rules, tile: int) -> int:
        """The living knight on a tile other than the one to move, -1 for none."""
        for knight in range(rules.seat_count):
            if knight != rules.turn and rules.place[knight] == tile:
                if rules.status[knight] == LIVE:
                    return knight
        return -1

    def in_peril(self, rules: Rules, tile: int, hand: int, beaten: int) -> bool:
        """Could anybody else step onto this tile and win? All others move before it is left."""
        for knight in range(rules.seat_count):
            if knight != rules.turn and knight != beaten and rules.status[knight] == LIVE:
                if distance(rules.place[knight], tile) == 1:
                    if attack(rules.hand[knight]) >= defence(hand):
                        return True
        return False

    def rollout(self, state: State, dice: Dice) -> int:
        return self.play_likely(cython.cast(Rules, state), dice)

    def play_likely(self, rules: Rules, dice: Dice) -> int:
        """Likely steps until two are left and the tables know the rest, or for a while."""
        if not cython.compiled:
            weights = [0.0] * 4
        steps = 0
        if rules.drawing:
            rules.drawing = False
            rules.take_by_chance(rules.turn, dice)
            rules.pass_on()
            steps = 1
        while rules.seat != NOBODY and steps < PATIENCE:
            if rules.living == 2:
                break
            total = 0.0
            for direction in range(4):
                weights[direction] = self.step_weight(rules, direction)
                total += weights[direction]
            mark = total * spin(dice)
            direction = 0
            while direction < 3 and mark >= weights[direction]:
                mark -= weights[direction]
                direction += 1
            if rules.limit:
                rules.steps += 1
            if rules.step(rules.turn, direction):
                rules.take_by_chance(rules.turn, dice)
            rules.pass_on()
            steps += 1
        if rules.seat != NOBODY:
            self.settle(rules)
        return steps

    def settle(self, rules: Rules) -> int:
        """End a playout: the hunter of the last two wins if the tables say so; others share."""
        if rules.living == 2:
            entry = self.entry(rules)
            if entry and entry != DOUBT:
                hunter = self.hunter(rules)
                prey = self.other(rules) if hunter == rules.turn else rules.turn
                rules.fall(prey, DEAD, rules.place[prey])
        rules.seat = NOBODY
        return 0


def distance(one: int, other: int) -> int:
    """How many steps lie between two tiles."""
    rows, columns = (one >> 3) - (other >> 3), (one & 7) - (other & 7)
    return (rows if rows >= 0 else -rows) + (columns if columns >= 0 else -columns)
