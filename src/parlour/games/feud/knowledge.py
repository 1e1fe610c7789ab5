"""Domain knowledge of Feud for the search: what pieces are worth, and what they threaten.

The evaluation is linear in the `TRAITS` of both sides. The weighted sum is the logarithm of the
odds that the side to decide wins. The weights are those that won in matches (docs/players.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from parlour.games.feud.grid import GRID
from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import floats

if not cython.compiled:
    from math import tanh

    from parlour.games.feud.grid import (
        ACTING,
        ACTS,
        ARCHER,
        CODES,
        FIRST_KING,
        FIRST_SHIELD,
        KING,
        KNIGHT,
        MEDIC,
        OFF,
        SKIP,
        SWAPPING,
        TILES,
        WIZARD,
    )
    from parlour.games.feud.rules import Rules, active, bits, lowest

    # The index of each trait; the first three have one for each kind.
    POINTS, PRESENT, ALONE = 0, 6, 12
    KING_WITH_ONE = PRESENT + KING  # whether the king stands need not be said
    OTHER_WITH_ONE, IN_BOWSHOT, IN_REACH, KING_ATTACKERS, HEALABLE, PAIRS = range(18, 24)
    KING_WITH_TWO, ABLE, NONE_ABLE, SKIPS, SWAP_TO_COME, TWO_SKIPS = range(24, 30)
    TRAIT_COUNT = 30

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints
    from parlour.table.game import Game
    from parlour.table.state import State

# fmt: off
TRAITS: tuple[tuple[str, float, float], ...] = (
    # what is counted           for the side that decides, and for the other
    ("archer points",                       0.35,  0.35),
    ("knight points",                       0.35,  0.35),
    ("king points",                         0.60,  0.60),
    ("medic points",                        0.40,  0.40),
    ("shield points",                       0.25,  0.25),
    ("wizard points",                       0.25,  0.25),
    ("archer",                              0.40,  0.40),
    ("knight",                              0.40,  0.40),
    ("king with one point",                -0.80, -1.20),
    ("medic",                               0.60,  0.60),
    ("shield",                              0.30,  0.30),
    ("wizard",                              0.30,  0.30),
    ("isolated archer",                    -0.20, -0.20),
    ("isolated knight",                    -0.20, -0.20),
    ("isolated king",                      -0.20, -0.20),
    ("isolated medic",                     -0.20, -0.20),
    ("isolated shield",                    -0.00, -0.00),
    ("isolated wizard",                    -0.10, -0.10),
    ("other with one point",               -0.20, -0.30),
    ("enemy within bowshot",                0.03,  0.03),
    ("enemy beside a knight or the king",   0.05,  0.05),
    ("piece that can hit the enemy king",   0.30,  0.20),
    ("friend that the medic can heal",      0.10,  0.10),
    ("pair of friends side by side",        0.05,  0.05),
    ("king with two points",               -0.20, -0.30),
    ("piece that can act",                  0.15,  0.15),
    ("no piece can act",                   -0.50, -0.50),
    ("skip in a row",                      -0.30, -0.30),
    ("swap to come",                        0.20,  0.00),
    ("two skips in a row",                 -0.30, -0.30),
)
# fmt: on

HURT, HEALED, MOVED, SKIPPED = 1.0, 0.5, 0.15, 0.02
KILLED, KINGLY = 2.0, 2.0


class FeudKnowledge(Knowledge):
    """A static evaluation, the tactical actions, and priors."""

    def __init__(self, game: Game[Any, Any]) -> None:
        Knowledge.__init__(self, game)
        self.grid = GRID
        self.own_weights, self.other_weights = floats(TRAIT_COUNT), floats(TRAIT_COUNT)
        self.described = floats(TRAIT_COUNT)  # the traits of the side that was described last
        for i, (_, mine, theirs) in enumerate(TRAITS):
            self.own_weights[i] = mine
            self.other_weights[i] = theirs

    # ---- static evaluation --------------------------------------------------------------------

    def evaluate(self, state: State, out: Floats) -> int:
        return self.evaluate_position(cython.cast(Rules, state), out)

    def evaluate_position(self, state: Rules, out: Floats) -> int:
        seat = state.seat
        balance = 0.0
        self.describe(state, seat)
        for i in range(TRAIT_COUNT):
            balance += self.own_weights[i] * self.described[i]
        self.describe(state, 1 - seat)
        for i in range(TRAIT_COUNT):
            balance -= self.other_weights[i] * self.described[i]
        out[seat] = tanh(balance / 2)
        out[1 - seat] = 0.0 - out[seat]
        return 2

    def traits(self, state: Rules, side: int) -> list[float]:
        """The numbers that describe one side, in the order of TRAITS."""
        self.describe(state, side)
        return [float(self.described[i]) for i in range(TRAIT_COUNT)]

    def describe(self, state: Rules, side: int) -> int:
        """Write the traits of a side to `described`."""
        for i in range(TRAIT_COUNT):
            self.described[i] = 0.0
        army = state.army[side]
        enemies = state.army[1 - side]
        able = active(army)
        shield = state.place[FIRST_SHIELD + 8 * (1 - side)]
        king = 1 << state.place[FIRST_KING + 8 * (1 - side)]
        for piece in range(8 * side, 8 * side + 8):
            here = state.place[piece]
            if here == OFF:
                continue
            kind = self.grid.kind[piece]
            self.described[POINTS + kind] += state.points[piece]
            if kind == KING:
                if state.points[piece] == 1:
                    self.described[KING_WITH_ONE] += 1.0
                elif state.points[piece] == 2:
                    self.described[KING_WITH_TWO] += 1.0
            else:
                self.described[PRESENT + kind] += 1.0
                if state.points[piece] == 1:
                    self.described[OTHER_WITH_ONE] += 1.0
            if not able >> here & 1:
                self.described[ALONE + kind] += 1.0
                continue
            if kind == ARCHER:
                reach = enemies & self.grid.sight[here * 17 + shield]
                self.described[IN_BOWSHOT] += bits(reach)
            elif kind in (KNIGHT, KING):
                reach = enemies & self.grid.near[here]
                self.described[IN_REACH] += bits(reach)
            elif kind == MEDIC:
                reach = state.hurt(army & self.grid.near[here])
                self.described[HEALABLE] += bits(reach)
            else:
                reach = army if kind == WIZARD else 0
            if reach:
                self.described[ABLE] += 1.0
            if reach & king:
                self.described[KING_ATTACKERS] += 1.0
        self.described[PAIRS] = bits(army & army >> 1 & 0x7777) + bits(army & army >> 4)
        if self.described[ABLE] == 0.0:
            self.described[NONE_ABLE] = 1.0
        self.described[SKIPS] = state.skips[side]
        if state.seat == side and state.phase == SWAPPING:
            self.described[SWAP_TO_COME] = 1.0
        if state.skips[side] == 2:
            self.described[TWO_SKIPS] = 1.0
        return 0

    # ---- tactical actions and priors ----------------------------------------------------------

    def tactical(self, state: State, out: Ints) -> int:
        """The attacks of archers, knights and kings."""
        return self.write_tactical(cython.cast(Rules, state), out)

    def write_tactical(self, state: Rules, out: Ints) -> int:
        if state.phase != ACTING:
            return 0
        count = state.legal(out)
        kept = 0
        for i in range(count):
            if out[i] >= ACTS:
                kind = self.grid.kind[state.tile[(out[i] - ACTS) >> 4]]
                if kind in (ARCHER, KNIGHT, KING):
                    out[kept] = out[i]
                    kept += 1
        return kept

    def priors(self, state: State, actions: Ints, count: int, out: Floats) -> int:
        return self.write_priors(cython.cast(Rules, state), actions, count, out)

    def write_priors(self, state: Rules, actions: Ints, count: int, out: Floats) -> int:
        if state.phase == SWAPPING:
            for i in range(count):
                out[i] = self.swap_prior(state, actions[i])
        else:
            for i in range(count):
                out[i] = self.act_prior(state, actions[i])
        return count

    def swap_prior(self, state: Rules, swap: int) -> float:
        """A swap within one side isolates nobody; others count by the pieces they isolate (§5)."""
        both = 1 << self.grid.first[swap] | 1 << self.grid.second[swap]
        mine = state.army[state.seat]
        theirs = state.army[1 - state.seat]
        if mine & both == both or theirs & both == both:
            return 2.0
        gain = bits(active(mine ^ both)) - bits(active(mine))
        gain += bits(active(theirs)) - bits(active(theirs ^ both))
        return 2.0 + gain if gain > -2 else 0.5

    def act_prior(self, state: Rules, action: int) -> float:
        """Hits count most, those that kill or hit the king still more."""
        if action == SKIP:
            return SKIPPED
        here = (action - ACTS) >> 4
        kind = self.grid.kind[state.tile[here]]
        targets = self.grid.targets[(kind * TILES + here) * CODES + ((action - ACTS) & 15)]
        if kind == MEDIC:
            return HEALED * bits(targets)
        if kind not in (ARCHER, KNIGHT, KING):
            return MOVED
        prior = 0.0
        while targets:
            target = state.tile[lowest(targets)]
            prior += HURT
            if state.points[target] == 1:
                prior += KILLED
            if self.grid.kind[target] == KING:
                prior += KINGLY
            targets &= targets - 1
        return prior
