"""Domain knowledge of Brique for the search: how many stones each colour still lacks, and where.

Two stones on a rising diagonal are always connected (§3), so a square has six neighbours. Two that
share two empty neighbours have a bridge: if the enemy takes one of these, the other joins them.
Counting neighbours and bridges, `distance` is how many stones a colour needs from one of its sides
to a square, that one included. A square on a shortest path of either colour is where matches are
decided.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import cython

from parlour.games.brique.rules import Rules, Shape, shape_of
from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import floats, ints

if not cython.compiled:
    from math import exp, tanh

    from parlour.games.brique.bitboard import FAR
    from parlour.games.brique.rules import BLACK, EMPTY, MOST, OFF, WHITE

    SLACKS = 64  # weights; a square that takes still more stones has the last

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints
    from parlour.table.game import Game
    from parlour.table.state import State

AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))


class Geometry:
    """A board of one size: the six neighbours of a square in a circle, and the six squares that
    lie behind two of them."""

    def __init__(self, size: int) -> None:
        shape: Shape = shape_of(size)
        self.shape = shape
        self.neighbours, self.bridge = ints(6 * MOST, OFF), ints(6 * MOST, OFF)
        self.edge = ints(4 * MOST)  # the lines between a square and each of the four sides
        for cell in range(shape.cells):
            row, column = divmod(cell, size)
            for k, (down, right) in enumerate(AROUND):
                further_down, further_right = AROUND[(k + 1) % 6]
                self.neighbours[6 * cell + k] = shape.at(row + down, column + right)
                self.bridge[6 * cell + k] = shape.at(
                    row + down + further_down, column + right + further_right
                )
            # Black's sides are the top and the bottom row, White's the left and right column.
            last = size - 1
            for side, line in enumerate((row, last - row, column, last - column)):
                self.edge[side * MOST + cell] = line


@cache
def geometry_of(size: int) -> Geometry:
    return Geometry(size)


class BriqueKnowledge(Knowledge):
    """Distances of both colours to both their sides, computed for each evaluation."""

    def __init__(self, game: Game[Any, Any]) -> None:
        Knowledge.__init__(self, game)
        self.geometry = geometry_of(game.settings.size)
        self.distance = ints(4 * MOST, FAR)  # of each square from each side
        # A square enters a frontier at most once from the side and once from each of 12 squares.
        self.frontier, self.next_frontier = ints(13 * MOST), ints(13 * MOST)
        self.missing, self.next_cells = ints(3), ints(3)  # of each colour
        self.excluded = ints(MOST)
        self.slack_weights = floats(SLACKS)
        for slack in range(SLACKS):
            self.slack_weights[slack] = 0.0 if slack > 8 else exp(-1.2 * slack)

    # ---- the hooks ----------------------------------------------------------------------------

    def evaluate(self, state: State, out: Floats) -> int:
        """The colour that lacks fewer stones is ahead. The turn is worth half a stone, a choice of
        squares a little."""
        return self.evaluate_position(cython.cast(Rules, state), out)

    def evaluate_position(self, rules: Rules, out: Floats) -> int:
        self.measure(rules)
        lead = (
            self.missing[WHITE]
            - self.missing[BLACK]
            + 0.1
            * (self.next_cells[BLACK] - self.next_cells[WHITE])
            / (self.next_cells[BLACK] + self.next_cells[WHITE] + 1.0)
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
        """Weights by how short a path of either colour runs through a square; 0 if dominated."""
        return self.write_priors(cython.cast(Rules, state), actions, count, out)

    def write_priors(self, rules: Rules, actions: Ints, count: int, out: Floats) -> int:
        if rules.asking:
            return 0
        self.measure(rules)
        own = rules.turn
        other = BLACK + WHITE - own
        for cell in range(self.geometry.shape.cells):
            self.excluded[cell] = True  # a square that may not be chosen dominates none
        for i in range(count):
            self.excluded[actions[i]] = False
        for i in range(count):
            cell = actions[i]
            if self.is_dominated(rules, own, cell):
                self.excluded[cell] = True
                out[i] = 0.0
                continue
            mine = self.slack_weight(own, cell)
            theirs = self.slack_weight(other, cell)
            out[i] = 0.02 + mine + theirs + 2.0 * mine * theirs
        return count

    def slack_weight(self, colour: int, cell: int) -> float:
        """How useful an empty square is to a colour, by the stones that the shortest path through
        it takes beyond the shortest of all."""
        slack = self.distance_through(colour, cell) - 1 - self.missing[colour]
        return self.slack_weights[min(SLACKS - 1, slack)]

    def is_dominated(self, rules: Rules, own: int, cell: int) -> bool:
        """Does another square bring this one too? With an own stone and two empty squares in a row
        on a band, the far one fills the near one (§3), which alone would fill no more."""
        one = self.geometry.shape.rise_mid[cell]
        two = self.geometry.shape.fall_mid[cell]
        if rules.board[one] == own and rules.board[two] == EMPTY:
            return not self.excluded[two]
        return rules.board[two] == own and rules.board[one] == EMPTY and not self.excluded[one]

    # ---- distances ----------------------------------------------------------------------------

    def measure(self, rules: Rules) -> int:
        """All four distances; for each colour the stones it lacks, and on how many squares the
        next of them may stand."""
        for side in range(4):
            self.flood(rules, side)
        for colour in range(BLACK, WHITE + 1):
            self.missing[colour] = FAR
            self.next_cells[colour] = 0
            for cell in range(self.geometry.shape.cells):
                stones = self.distance_through(colour, cell)
                if rules.board[cell] == EMPTY:
                    stones -= 1
                if stones < self.missing[colour]:
                    self.missing[colour] = stones
                    self.next_cells[colour] = 0
                if stones == self.missing[colour] and rules.board[cell] == EMPTY:
                    self.next_cells[colour] += 1
        return 0

    def distance_through(self, colour: int, cell: int) -> int:
        """The stones of the shortest path through a square; an empty square counts twice."""
        return (
            self.distance[(2 * colour - 2) * MOST + cell]
            + self.distance[(2 * colour - 1) * MOST + cell]
        )

    def flood(self, rules: Rules, side: int) -> int:
        """How many stones of its colour each square is away from a side."""
        reached = [0] * 12
        start = side * MOST
        colour = BLACK if side < 2 else WHITE
        count = self.start_flood(rules, side, colour)
        stones = 0
        next_count = self.next_count
        while count + next_count > 0:
            if count == 0:  # on to the squares that are one stone further away
                stones += 1
                while next_count > 0:
                    next_count -= 1
                    cell = self.next_frontier[next_count]
                    if self.distance[start + cell] == stones:
                        self.frontier[count] = cell
                        count += 1
                continue
            count -= 1
            cell = self.frontier[count]
            # Its six neighbours, and what lies behind two empty ones.
            targets = 6
            for k in range(6):
                reached[k] = self.geometry.neighbours[6 * cell + k]
            for k in range(6):
                if rules.board[reached[k]] == EMPTY and (
                    rules.board[reached[k + 1 if k < 5 else 0]] == EMPTY
                ):
                    reached[targets] = self.geometry.bridge[6 * cell + k]
                    targets += 1
            for k in range(targets):
                square = reached[k]
                if rules.board[square] == colour:
                    if self.distance[start + square] > stones:
                        self.distance[start + square] = stones
                        self.frontier[count] = square
                        count += 1
                elif rules.board[square] == EMPTY and self.distance[start + square] > stones + 1:
                    self.distance[start + square] = stones + 1
                    self.next_frontier[next_count] = square
                    next_count += 1
        return 0

    def start_flood(self, rules: Rules, side: int, colour: int) -> int:
        """The squares on a side, and those with a bridge to it: own stones are there already,
        empty ones lack a stone. Return how many of the former there are."""
        start = side * MOST
        count = 0
        self.next_count = 0
        for cell in range(self.geometry.shape.cells):
            self.distance[start + cell] = FAR
            at_side = self.geometry.edge[start + cell] == 0
            if self.geometry.edge[start + cell] == 1:
                for k in range(6):
                    one = self.geometry.neighbours[6 * cell + k]
                    two = self.geometry.neighbours[6 * cell + (k + 1) % 6]
                    if (
                        rules.board[one] == EMPTY
                        and rules.board[two] == EMPTY
                        and self.geometry.edge[start + one] == 0
                        and self.geometry.edge[start + two] == 0
                    ):
                        at_side = True
            if at_side and rules.board[cell] == colour:
                self.distance[start + cell] = 0
                self.frontier[count] = cell
                count += 1
            elif at_side and rules.board[cell] == EMPTY:
                self.distance[start + cell] = 1
                self.next_frontier[self.next_count] = cell
                self.next_count += 1
        return count
