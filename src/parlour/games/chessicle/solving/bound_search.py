"""What can be proved about positions with more characters than the tables know.

A search down to the tables asks yes-or-no questions: does the side to move reach at least a draw,
or a win? Where it has to stop, the answer is a doubt, and it asks once with every doubt against the
side to move and once in its favour: what comes out the same way is proved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from parlour.table.compiled.array_types import ints

if not cython.compiled:
    from parlour.games.chessicle.rules import BEYOND, MOVES, OFF, PLACES
    from parlour.games.chessicle.solving.endgame_table import seen

if TYPE_CHECKING:
    from parlour.games.chessicle.rules import Rules
    from parlour.games.chessicle.solving.endgame_table import EndgameTable
    from parlour.table.compiled.array_types import Ints

DEEPEST = 60


class BoundSearch:
    """The bounds that are proved for a position: -1 lost, 0 a draw, 1 won for the side to move."""

    def __init__(self, table: EndgameTable, state: Rules, nodes: int) -> None:
        """Search deeper and deeper, until there is no doubt or `nodes` positions were seen."""
        self.table = table
        self.most = nodes
        self.nodes = 0
        self.depth = 0
        self.low, self.high = -1, 1
        self.root = ints(10, OFF)
        seen(state, self.root)
        while self.low < self.high and self.nodes < self.most and self.depth < DEEPEST:
            self.deepen()

    def deepen(self) -> None:
        """One more move; what was not finished proves nothing."""
        for goal in (1, 0):
            if self.low < goal <= self.high:
                for doubt in (False, True):
                    with cython.nogil:
                        reached = self.reaches(self.root, self.depth + 1, goal, doubt)
                    if self.nodes >= self.most:
                        return
                    if reached and not doubt:
                        self.low = goal
                        break
                    if doubt and not reached:
                        self.high = goal - 1
        self.depth += 1

    def reaches(self, place: Ints, depth: int, goal: int, doubt: bool) -> bool:
        """Does the side to move reach `goal`? At the end of the search the answer is `doubt`.

        Removing characters comes first: it leads to the tables."""
        next = [0] * 10
        if self.nodes >= self.most:
            return doubt
        self.nodes += 1
        count = 0
        closed = BEYOND
        for i in range(10):
            count += place[i] != OFF
            if i < 5:
                closed |= 1 << place[i]
        if count <= self.table.pieces:
            entry = self.table.cells[self.table.number(place)]
            return entry & 1 == 1 or (entry == 0 and goal == 0)
        if depth == 0:
            return doubt
        for quiet in range(2):
            for piece in range(5):
                step = (piece * PLACES + place[piece]) * MOVES
                for k in range(MOVES):
                    if closed & self.table.steps.barred[step + k]:
                        continue
                    left = self.move(place, piece, step + k, next)
                    if (left == count) != quiet:
                        continue
                    if left == 0 or not self.reaches(next, depth - 1, 1 - goal, not doubt):
                        return True
        return False

    def move(self, place: Ints, piece: int, step: int, next: Ints) -> int:
        """Write what a move leads to, seen from the other side; return how many are left, 0 if
        nobody is left there (§5)."""
        to = self.table.steps.landing[step]
        over = self.table.steps.crossing[step]
        theirs = ours = 0
        for i in range(5):
            next[5 + i] = place[i]
            ours += place[i] != OFF
            next[i] = place[5 + i]
            if next[i] == to or next[i] == over:
                next[i] = OFF
            theirs += next[i] != OFF
        next[5 + piece] = to
        return ours + theirs if theirs else 0
