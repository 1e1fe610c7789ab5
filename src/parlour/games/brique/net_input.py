"""How a net sees Brique: always as the colour that joins top and bottom, whichever has its turn.

Mirroring the board along its falling diagonal and exchanging the colours changes nothing in the
rules (§2, §3), so White's positions are shown mirrored. The rim has stones of the colour whose side
it is. One net knows all sizes; two rows of its table say which it is, and whether the first stone
is about to be offered to the other player (§5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from parlour.games.brique.rules import Rules, shape_of
from parlour.table.compiled.array_types import ints
from parlour.table.learning.net_input import NetInput

if not cython.compiled:
    from parlour.games.brique.rules import BLACK, EMPTY, MOST, WHITE

    OWN, OTHER, LIGHT, INSIDE = 1, 2, 4, 8
    LARGEST = 19

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Ints
    from parlour.table.game import Game
    from parlour.table.state import State


SMALLEST = 5  # on boards with fewer squares along a side there is nothing to learn


class BriqueNetInput(NetInput):
    """Stones of the mover and of the other colour, light squares, and what is on the board."""

    def __init__(self, game: Game[Any, Any]) -> None:
        size = game.settings.size
        NetInput.__init__(
            self,
            game,
            side=size + 2,
            planes=4,
            row_count=LARGEST + 2,
            active_rows=2,
            policy_size=size * size,
        )
        self.shape = shape_of(size)
        self.turned = ints(MOST)
        for cell in range(size * size):
            self.turned[cell] = cell % size * size + cell // size

    def grid(self, state: State, out: Ints) -> int:
        return self.write_grid(cython.cast(Rules, state), out)

    def write_grid(self, rules: Rules, out: Ints) -> int:
        size = self.shape.size
        side = size + 2
        for i in range(side):
            out[i] = OWN
            out[side * (side - 1) + i] = OWN
        for i in range(1, side - 1):
            out[side * i] = OTHER
            out[side * i + side - 1] = OTHER
        out[0] = out[side - 1] = out[side * (side - 1)] = out[side * side - 1] = OWN + OTHER
        for row in range(size):
            for column in range(size):
                cell = row * size + column
                if rules.turn == WHITE:
                    cell = self.turned[cell]
                stone = rules.board[cell]
                bits = INSIDE
                if (row + column) & 1 == 0:
                    bits += LIGHT
                if stone == rules.turn:
                    bits += OWN
                elif stone != EMPTY:
                    bits += OTHER
                out[side * (row + 1) + column + 1] = bits
        return 0

    def rows(self, state: State, out: Ints) -> int:
        out[0] = self.shape.size - 1
        out[1] = LARGEST
        if (
            cython.cast(Rules, state).pie
            and cython.cast(Rules, state).empty_count == self.shape.cells
        ):
            out[1] = LARGEST + 1
        return 2

    def target(self, state: State, action: int) -> int:
        return action if cython.cast(Rules, state).turn == BLACK else self.turned[action]

    def settles(self, state: State) -> bool:
        """At the pie question; the net's value is that of White, whom the asked player has yet."""
        return cython.cast(Rules, state).asking

    def stake(self, state: State, action: int) -> int:
        return -1 if action == self.shape.cells else 1
