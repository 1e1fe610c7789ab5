"""What two deployments are worth, looked up in the solved game while a search runs."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import cython

from parlour.games.chessicle.complete.solution import solution
from parlour.table.compiled.array_types import ints

if not cython.compiled:
    ROWS, PAIRS = 20, 400  # deployments, pawns being alike; two of them
    NO_ENTRY = -1
    HOME = 0b11111  # the set of tiles of the top row
    BOTTOM = 20  # the first tile of the other one

if TYPE_CHECKING:
    from parlour.games.chessicle.rules import Rules


class Opening:
    """Rows have numbers: 5 * column of H1 + column of H2 leads to them."""

    def __init__(self) -> None:
        names = [*solution().deployments]
        self.by_heroes, self.entry = ints(25), ints(PAIRS)
        for number, name in enumerate(names):
            self.by_heroes[5 * name.index("1") + name.index("2")] = number
            for other, reply in enumerate(names):
                self.entry[ROWS * number + other] = solution().entry(name, reply)

    def look_up(self, rules: Rules) -> int:
        """The entry of a position in which all stand at home; NO_ENTRY of any other."""
        if rules.army[0] != HOME or rules.army[1] != HOME << BOTTOM:
            return NO_ENTRY
        own, other = self.row_of(rules, rules.turn), self.row_of(rules, 1 - rules.turn)
        return self.entry[ROWS * own + other]

    def row_of(self, rules: Rules, side: int) -> int:
        h1, h2 = rules.place[5 * side + 4], rules.place[5 * side + 5]
        return self.by_heroes[5 * (h1 - BOTTOM * side) + h2 - BOTTOM * side]


@cache
def shipped_opening() -> Opening:
    """The values that come with the game; searches only read them, so all share one."""
    return Opening()
