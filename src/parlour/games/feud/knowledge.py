"""What is known about playing Feud well: what pieces are worth, and what they threaten.

A position is described by some numbers for each side, `TRAITS`. Their weights, for the side that
decides and for the other, add up to the logarithm of its odds; they were fitted to the results of
matches (docs/players.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from parlour.games.feud.grid import GRID
from parlour.table.knowledge import Knowledge

if not cython.compiled:
    from math import tanh

    from parlour.games.feud.grid import (
        ACTING,
        ACTS,
        ARCHER,
        FIRST_KING,
        FIRST_SHIELD,
        KING,
        KNIGHT,
        MEDIC,
        OFF,
        SKIP,
        SWAPPING,
        WIZARD,
    )
    from parlour.games.feud.rules import Rules, active, bits, lowest

    TRAIT_COUNT = 34
    MIDDLE = 0x0660  # the four tiles that have four neighbours

if TYPE_CHECKING:
    from parlour.table.game import Game
    from parlour.table.kinds import Floats, Ints
    from parlour.table.state import State

# fmt: off
TRAITS: tuple[tuple[str, int, int], ...] = (
    # what is counted: hundredths for the side that decides, and for the other
    ("archer points",                         23,   28),
    ("knight points",                         13,   17),
    ("king points",                           58,   70),
    ("medic points",                          15,   20),
    ("shield points",                         20,   21),
    ("wizard points",                          9,   14),
    ("archer",                                21,   -2),
    ("knight",                                 4,  -14),
    ("king with one point",                  -85, -109),
    ("medic",                                  6,  -18),
    ("shield",                                 7,   -6),
    ("wizard",                                17,    3),
    ("isolated archer",                      -14,  -13),
    ("isolated knight",                        4,    3),
    ("isolated king",                         -3,  -14),
    ("isolated medic",                        -7,   -7),
    ("isolated shield",                       10,    6),
    ("isolated wizard",                       -7,   -7),
    ("other with one point",                 -25,  -18),
    ("enemy within bowshot",                  -2,   -3),
    ("enemy beside a knight or the king",      5,    2),
    ("piece that can hit the enemy king",     44,   30),
    ("friend that the medic can heal",        -1,   -5),
    ("pair of friends side by side",          28,   29),
    ("king with two points",                 -16,  -19),
    ("piece that can act",                     5,    5),
    ("no piece can act",                    -144, -112),
    ("skip in a row",                        -41,  -46),
    ("swap to come",                          32,    0),
    ("two skips in a row",                   -51,  -33),
    ("king in the middle",                   -22,  -30),
    ("enemy beside the king",                -19,  -16),
    ("at most two active pieces",            -81,  -66),
    ("at most four active pieces",           -32,  -36),
)
# fmt: on

HURT, HEALED, MOVED, SKIPPED = 1.0, 0.5, 0.15, 0.02
KILLED, KINGLY = 2.0, 2.0


class FeudKnowledge(Knowledge):
    """Who stands better, and which actions look promising."""

    def __init__(self, game: Game[Any, Any]) -> None:
        Knowledge.__init__(self, game)
        self.grid = GRID
        if not cython.compiled:
            self.weights_of_mine, self.weights_of_theirs = [0] * 34, [0] * 34
        for i, (_, mine, theirs) in enumerate(TRAITS):
            self.weights_of_mine[i] = mine
            self.weights_of_theirs[i] = theirs

    # ---- who stands better --------------------------------------------------------------------

    def evaluate(self, state: State, out: Floats) -> int:
        seat = state.seat
        balance = self.standing(cython.cast(Rules, state), seat, self.weights_of_mine)
        balance -= self.standing(cython.cast(Rules, state), 1 - seat, self.weights_of_theirs)
        out[seat] = tanh(balance / 200.0)  # in hundredths
        out[1 - seat] = 0.0 - out[seat]
        return 2

    def traits(self, state: Rules, side: int) -> list[int]:
        """The numbers that describe one side, in the order of TRAITS: what each of them alone would
        make of it."""
        if not cython.compiled:
            weights = [0] * TRAIT_COUNT
        found: list[int] = []
        for trait in range(TRAIT_COUNT):
            for i in range(TRAIT_COUNT):
                weights[i] = i == trait
            found.append(self.standing(state, side, weights))
        return found

    def standing(self, state: Rules, side: int, weights: Ints) -> int:
        """The traits of one side, weighted and added up."""
        total = 0
        army = state.army[side]
        enemies = state.army[1 - side]
        able = active(army)
        shield = state.place[FIRST_SHIELD + 8 * (1 - side)]
        king = 1 << state.place[FIRST_KING + 8 * (1 - side)]
        acting = 0
        for piece in range(8 * side, 8 * side + 8):
            here = state.place[piece]
            if here == OFF:
                continue
            kind = self.grid.kind[piece]
            points = state.points[piece]
            total += weights[kind] * points
            if kind == KING:
                if points == 1:
                    total += weights[8]
                elif points == 2:
                    total += weights[24]
                if MIDDLE >> here & 1:
                    total += weights[30]
                total += weights[31] * bits(enemies & self.grid.near[here])
            else:
                total += weights[6 + kind]
                if points == 1:
                    total += weights[18]
            if not able >> here & 1:
                total += weights[12 + kind]
                continue
            if kind == ARCHER:
                reach = enemies & self.grid.sight[here * 17 + shield]
                total += weights[19] * bits(reach)
            elif kind in (KNIGHT, KING):
                reach = enemies & self.grid.near[here]
                total += weights[20] * bits(reach)
            elif kind == MEDIC:
                reach = state.hurt(army & self.grid.near[here])
                total += weights[22] * bits(reach)
            else:
                reach = army if kind == WIZARD else 0
            acting += reach != 0
            if reach & king:
                total += weights[21]
        total += weights[23] * (bits(army & army >> 1 & 0x7777) + bits(army & army >> 4))
        total += weights[25] * acting
        if acting == 0:
            total += weights[26]
        total += weights[27] * state.skips[side]
        if state.seat == side and state.phase == SWAPPING:
            total += weights[28]
        if state.skips[side] == 2:
            total += weights[29]
        together = bits(able)
        if together <= 2:
            total += weights[32]
        if together <= 4:
            total += weights[33]
        return total

    # ---- what looks promising -----------------------------------------------------------------

    def noisy(self, state: State, out: Ints) -> int:
        """What hurts or kills."""
        if cython.cast(Rules, state).phase != ACTING:
            return 0
        count = state.legal(out)
        kept = 0
        for i in range(count):
            if out[i] >= ACTS:
                kind = self.grid.kind[cython.cast(Rules, state).tile[(out[i] - ACTS) >> 4]]
                if kind in (ARCHER, KNIGHT, KING):
                    out[kept] = out[i]
                    kept += 1
        return kept

    def weigh(self, state: State, actions: Ints, count: int, out: Floats) -> int:
        if cython.cast(Rules, state).phase == SWAPPING:
            for i in range(count):
                out[i] = self.promise_of_swap(cython.cast(Rules, state), actions[i])
        else:
            for i in range(count):
                out[i] = self.promise_of_act(cython.cast(Rules, state), actions[i])
        return count

    def promise_of_swap(self, state: Rules, swap: int) -> float:
        """Swaps of two enemies or two friends leave everybody's neighbours; others may isolate."""
        both = 1 << self.grid.first[swap] | 1 << self.grid.second[swap]
        mine = state.army[state.seat]
        theirs = state.army[1 - state.seat]
        if mine & both == both or theirs & both == both:
            return 2.0
        gain = bits(active(mine ^ both)) - bits(active(mine))
        gain += bits(active(theirs)) - bits(active(theirs ^ both))
        return 2.0 + gain if gain > -2 else 0.5

    def promise_of_act(self, state: Rules, action: int) -> float:
        if action == SKIP:
            return SKIPPED
        here = (action - ACTS) >> 4
        kind = self.grid.kind[state.tile[here]]
        targets = self.grid.targets[(kind * 16 + here) * 16 + ((action - ACTS) & 15)]
        if kind == MEDIC:
            return HEALED * bits(targets)
        if kind not in (ARCHER, KNIGHT, KING):
            return MOVED
        promise = 0.0
        while targets:
            target = state.tile[lowest(targets)]
            promise += HURT
            if state.points[target] == 1:
                promise += KILLED
            if self.grid.kind[target] == KING:
                promise += KINGLY
            targets &= targets - 1
        return promise
