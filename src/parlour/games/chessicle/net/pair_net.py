"""The net, in integers: the same position has the same value on every machine.

    45 pairs -> 128 -> 128 -> 64 -> lost, drawn, won

A feature adds its row of 128 weights; each layer keeps of its sums what lies between 0 and 127.
Weights are 64ths. A sum of 45 rows with its bias is at most 46 * 127 and a sum of 128 products at
most 128 * 127 * 127, so that 32 bits are ample.
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import TYPE_CHECKING

import cython

from parlour.games.chessicle.net.net_file import shipped_weights
from parlour.games.chessicle.net.pairs import PAIRS
from parlour.table.compiled.array_types import ints

if not cython.compiled:
    from parlour.games.chessicle.rules import OFF

    FIRST, SECOND, THIRD, RESULTS = 128, 128, 64, 3  # sums of each layer
    CHARACTERS, PAIR_COUNT = 10, 45
    LARGEST = 127  # of what a layer hands on
    EXPONENTIALS = 1024

if TYPE_CHECKING:
    from parlour.games.chessicle.net.net_file import Weights
    from parlour.games.chessicle.rules import Rules
    from parlour.table.compiled.array_types import Ints

PER_EXPONENTIAL = 64  # of the last sums, in which 4096 is one
CLEAR = 40 * 4096  # the largest difference of the last sums that still counts
CLARITY = 0.05


class PairNet:
    """How likely the side to move is to win, and to lose, by the weights of a file."""

    def __init__(self, weights: Weights) -> None:
        self.pairs, self.bias1 = weights.pairs, weights.bias1
        self.dense2, self.bias2 = weights.dense2, weights.bias2
        self.dense3, self.bias3 = weights.dense3, weights.bias3
        self.dense4, self.bias4 = weights.dense4, weights.bias4
        self.first, self.second = ints(PAIR_COUNT), ints(PAIR_COUNT)
        self.begin, self.width = ints(PAIR_COUNT), ints(PAIR_COUNT)
        for k, pair in enumerate(PAIRS):
            self.first[k], self.second[k] = pair.first, pair.second
            self.begin[k], self.width[k] = pair.begin, pair.width
        self.exponential = ints(EXPONENTIALS)
        for k in range(EXPONENTIALS):
            self.exponential[k] = round(exp(-k * PER_EXPONENTIAL / 4096) * (1 << 20))

    def value(self, rules: Rules) -> float:
        """What the side to move may expect, from -1 (lost) to 1 (won).

        Where the result is clear, how clear it is still counts a little: so a won game is brought
        to its end."""
        result = [0] * 3
        self.results(rules, result)
        lead = result[2] - result[0]
        most = max(result[0], result[1], result[2])
        total = 0
        for i in range(RESULTS):
            step = (most - result[i]) // PER_EXPONENTIAL
            result[i] = self.exponential[step] if step < EXPONENTIALS else 0
            total += result[i]
        # By 1.0: a quotient of C integers would be whole.
        expected = 1.0 * (result[2] - result[0]) / total
        clarity = max(min(1.0 * lead / CLEAR, 1.0), -1.0)
        return (1.0 - CLARITY) * expected + CLARITY * clarity

    def results(self, rules: Rules, result: Ints) -> int:
        """Write the last sums: lost, drawn, won."""
        tile, sums, sums2, sums3 = [0] * 10, [0] * 128, [0] * 128, [0] * 64
        self.show(rules, tile)
        for i in range(FIRST):
            sums[i] = self.bias1[i]
        for k in range(PAIR_COUNT):
            row = FIRST * (
                self.begin[k] + tile[self.first[k]] * self.width[k] + tile[self.second[k]]
            )
            for i in range(FIRST):
                sums[i] += self.pairs[row + i]
        for i in range(FIRST):
            sums[i] = min(max(sums[i], 0), LARGEST)
        for o in range(SECOND):
            total = self.bias2[o]
            for i in range(FIRST):
                total += sums[i] * self.dense2[FIRST * o + i]
            sums2[o] = min(max(total, 0) >> 6, LARGEST)
        for o in range(THIRD):
            total = self.bias3[o]
            for i in range(SECOND):
                total += sums2[i] * self.dense3[SECOND * o + i]
            sums3[o] = min(max(total, 0) >> 6, LARGEST)
        for o in range(RESULTS):
            total = self.bias4[o]
            for i in range(THIRD):
                total += sums3[i] * self.dense4[THIRD * o + i]
            result[o] = total
        return 0

    def last_sums(self, rules: Rules) -> list[int]:
        """The last sums, for Python code."""
        result = [0] * 3
        self.results(rules, result)
        return [result[0], result[1], result[2]]

    # ---- what it sees -------------------------------------------------------------------------

    def show(self, rules: Rules, tile: Ints) -> int:
        """Write the ten characters in the order of the pairs: those to move first, heroes before
        pawns, mirrored if that image is the one to show. A hero has a number of its own for each
        tile on which heroes stand."""
        mine, theirs = 5 * rules.turn, 5 - 5 * rules.turn
        for i in range(5):
            slot = i + 2 if i < 3 else i - 3
            tile[slot] = rules.place[mine + i + 1]
            tile[5 + slot] = rules.place[theirs + i + 1]
        upside_down, reversed = self.is_beyond(tile, False), self.is_beyond(tile, True)
        for i in range(CHARACTERS):
            if tile[i] != OFF:
                row, column = tile[i] // 5, tile[i] % 5
                if upside_down:
                    row = 4 - row
                if reversed:
                    column = 4 - column
                tile[i] = 5 * row + column
        for side in range(2):
            self.sort_pawns(tile, 5 * side + 2)
            for i in range(5 * side, 5 * side + 2):
                tile[i] = 15 if tile[i] == OFF else tile[i] // 10 * 5 + tile[i] % 5
        return 0

    def is_beyond(self, tile: Ints, across: bool) -> bool:
        """Does the first character off the middle row (or column) stand beyond it? Heroes count
        first, then the pawns of a side together."""
        pawns = pawns_there = 0
        for i in range(CHARACTERS):
            if tile[i] == OFF:
                continue
            offset = (tile[i] % 5 if across else tile[i] // 5) - 2
            if i < 2 or 5 <= i < 7:
                if offset != 0:
                    return offset > 0
            elif i < 5:
                pawns += offset
            else:
                pawns_there += offset
        return pawns > 0 if pawns != 0 else pawns_there > 0

    def sort_pawns(self, tile: Ints, first: int) -> int:
        """Pawns are alike: in the order of their tiles, those that are gone last."""
        for end in range(2, 0, -1):
            for i in range(first, first + end):
                if tile[i] > tile[i + 1]:
                    larger = tile[i]
                    tile[i] = tile[i + 1]
                    tile[i + 1] = larger
        return 0


@cache
def shipped_net() -> PairNet:
    """The net that comes with the game; searches only read it, so all share one."""
    return PairNet(shipped_weights())
