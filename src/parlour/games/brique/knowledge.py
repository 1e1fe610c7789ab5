"""What is known about playing Brique well: how many stones each colour still lacks, and where.

Two stones on a rising diagonal are always connected (§3), so a square has six neighbours. Two that
share two empty neighbours have a bridge: if the enemy takes one of these, the other joins them.
Counting neighbours and bridges, `far` is how many stones a colour needs from one of its sides to a
square, that one included. A square through which a shortest way of either colour leads is where
matches are decided.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import cython

from parlour.games.brique.rules import Rules, Shape, shape_of
from parlour.table.advice.knowledge import Knowledge

if not cython.compiled:
    from math import exp, tanh

    from parlour.games.brique.rules import BLACK, EMPTY, MOST, OFF, WHITE

    FAR = 99  # stones: a side that is out of reach

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints
    from parlour.table.game import Game
    from parlour.table.state import State

AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))


class Ground:
    """A board of one size: the six neighbours of a square in a circle, and the six squares that
    lie behind two of them."""

    def __init__(self, size: int) -> None:
        shape: Shape = shape_of(size)
        if not cython.compiled:
            self.near, self.over = [OFF] * (6 * MOST), [OFF] * (6 * MOST)
            self.edge = [0] * (4 * MOST)
        self.shape = shape
        for cell in range(shape.cells):
            row, column = divmod(cell, size)
            for k, (down, right) in enumerate(AROUND):
                further_down, further_right = AROUND[(k + 1) % 6]
                self.near[6 * cell + k] = shape.at(row + down, column + right)
                self.over[6 * cell + k] = shape.at(
                    row + down + further_down, column + right + further_right
                )
            # Black's sides are the top and the bottom row, White's the left and right column.
            last = size - 1
            for side, line in enumerate((row, last - row, column, last - column)):
                self.edge[side * MOST + cell] = line


@cache
def ground_of(size: int) -> Ground:
    return Ground(size)


class BriqueKnowledge(Knowledge):
    """Distances of both colours to both their sides, measured anew for each question."""

    def __init__(self, game: Game[Any, Any]) -> None:
        Knowledge.__init__(self, game)
        self.ground = ground_of(game.settings.size)
        if not cython.compiled:
            self.far = [FAR] * (4 * MOST)
            self.now, self.later = [0] * (13 * MOST), [0] * (13 * MOST)
            self.lack, self.ways = [0] * 3, [0] * 3
            self.dull = [False] * MOST
            self.worth = [0.0] * 64
        for slack in range(64):
            self.worth[slack] = 0.0 if slack > 8 else exp(-1.2 * slack)

    # ---- the hooks ----------------------------------------------------------------------------

    def evaluate(self, state: State, out: Floats) -> int:
        """Who lacks fewer stones is ahead; to move is worth half a stone, many ways a little."""
        return self.judge(cython.cast(Rules, state), out)

    def judge(self, rules: Rules, out: Floats) -> int:
        self.measure(rules)
        lead = (
            self.lack[WHITE]
            - self.lack[BLACK]
            + 0.1
            * (self.ways[BLACK] - self.ways[WHITE])
            / (self.ways[BLACK] + self.ways[WHITE] + 1.0)
        )
        lead += 0.5 if rules.turn == BLACK else -0.5
        value = tanh(0.6 * lead)
        out[rules.black] = value
        out[1 - rules.black] = -value
        if rules.asking:  # whoever is asked takes the better colour
            value = value if value > 0.0 else -value
            out[rules.seat] = value
            out[1 - rules.seat] = -value
        return 2

    def priors(self, state: State, actions: Ints, count: int, out: Floats) -> int:
        """The squares on short ways of either colour; none that another one serves better."""
        return self.prefer(cython.cast(Rules, state), actions, count, out)

    def prefer(self, rules: Rules, actions: Ints, count: int, out: Floats) -> int:
        if rules.asking:
            return 0
        self.measure(rules)
        own = rules.turn
        other = BLACK + WHITE - own
        for cell in range(self.ground.shape.cells):
            self.dull[cell] = True  # what may not be chosen serves nobody
        for i in range(count):
            self.dull[actions[i]] = False
        for i in range(count):
            cell = actions[i]
            if self.served(rules, own, cell):
                self.dull[cell] = True
                out[i] = 0.0
                continue
            mine = self.worth[min(63, self.through(own, cell) - 1 - self.lack[own])]
            theirs = self.worth[min(63, self.through(other, cell) - 1 - self.lack[other])]
            out[i] = 0.02 + mine + theirs + 2.0 * mine * theirs
        return count

    def served(self, rules: Rules, own: int, cell: int) -> bool:
        """Does another square bring this one too? With an own stone and two empty squares in a row
        on a band, the far one fills the near one (§3), which alone would fill no more."""
        one = self.ground.shape.rise_mid[cell]
        two = self.ground.shape.fall_mid[cell]
        if rules.board[one] == own and rules.board[two] == EMPTY:
            return not self.dull[two]
        return rules.board[two] == own and rules.board[one] == EMPTY and not self.dull[one]

    # ---- distances ----------------------------------------------------------------------------

    def measure(self, rules: Rules) -> int:
        """All four distances; for each colour the stones it lacks, and on how many squares the
        next of them may stand."""
        for side in range(4):
            self.flood(rules, side)
        for colour in range(BLACK, WHITE + 1):
            self.lack[colour] = FAR
            self.ways[colour] = 0
            for cell in range(self.ground.shape.cells):
                stones = self.through(colour, cell)
                if rules.board[cell] == EMPTY:
                    stones -= 1
                if stones < self.lack[colour]:
                    self.lack[colour] = stones
                    self.ways[colour] = 0
                if stones == self.lack[colour] and rules.board[cell] == EMPTY:
                    self.ways[colour] += 1
        return 0

    def through(self, colour: int, cell: int) -> int:
        """The stones of the shortest way by a square, which itself counts twice if it is empty."""
        return self.far[(2 * colour - 2) * MOST + cell] + self.far[(2 * colour - 1) * MOST + cell]

    def flood(self, rules: Rules, side: int) -> int:
        """How many stones of its colour each square is away from a side."""
        if not cython.compiled:
            reached = [0] * 12
        start = side * MOST
        colour = BLACK if side < 2 else WHITE
        count = self.begin(rules, side, colour)
        stones = 0
        waiting = self.waiting
        while count + waiting > 0:
            if count == 0:  # on to the squares that are one stone further away
                stones += 1
                while waiting > 0:
                    waiting -= 1
                    cell = self.later[waiting]
                    if self.far[start + cell] == stones:
                        self.now[count] = cell
                        count += 1
                continue
            count -= 1
            cell = self.now[count]
            # Its six neighbours, and what lies behind two empty ones.
            targets = 6
            for k in range(6):
                reached[k] = self.ground.near[6 * cell + k]
            for k in range(6):
                if rules.board[reached[k]] == EMPTY and (
                    rules.board[reached[k + 1 if k < 5 else 0]] == EMPTY
                ):
                    reached[targets] = self.ground.over[6 * cell + k]
                    targets += 1
            for k in range(targets):
                square = reached[k]
                if rules.board[square] == colour:
                    if self.far[start + square] > stones:
                        self.far[start + square] = stones
                        self.now[count] = square
                        count += 1
                elif rules.board[square] == EMPTY and self.far[start + square] > stones + 1:
                    self.far[start + square] = stones + 1
                    self.later[waiting] = square
                    waiting += 1
        return 0

    def begin(self, rules: Rules, side: int, colour: int) -> int:
        """The squares on a side, and those with a bridge to it: own stones are there already,
        empty ones lack a stone. Return how many of the former there are."""
        start = side * MOST
        count = 0
        self.waiting = 0
        for cell in range(self.ground.shape.cells):
            self.far[start + cell] = FAR
            at_side = self.ground.edge[start + cell] == 0
            if self.ground.edge[start + cell] == 1:
                for k in range(6):
                    one = self.ground.near[6 * cell + k]
                    two = self.ground.near[6 * cell + (k + 1) % 6]
                    if (
                        rules.board[one] == EMPTY
                        and rules.board[two] == EMPTY
                        and self.ground.edge[start + one] == 0
                        and self.ground.edge[start + two] == 0
                    ):
                        at_side = True
            if at_side and rules.board[cell] == colour:
                self.far[start + cell] = 0
                self.now[count] = cell
                count += 1
            elif at_side and rules.board[cell] == EMPTY:
                self.far[start + cell] = 1
                self.later[self.waiting] = cell
                self.waiting += 1
        return count
