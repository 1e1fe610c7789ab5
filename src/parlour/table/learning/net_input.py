"""How a net sees a position: what a game writes into its input, and where an action's answer is.

The net always looks from the side of the seat to act. Its input has two parts. The *grid* is one
byte for each square of a square board with a rim of width one; bit `p` of a byte is plane `p`. The
*rows* are the numbers of the rows of a table that the net adds up: what is not on a square, such as
the size of the board. A game may use either part, or both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Ints
    from parlour.table.game import Game
    from parlour.table.state import State


class NetInput:
    """The hooks of a game for nets. Like the hooks of a state they run without the GIL, do not
    check their arguments and do not change the state; they are not called when it is over."""

    def __init__(
        self,
        game: Game[Any, Any],
        *,
        side: int,
        planes: int,
        row_count: int,
        active_rows: int,
        policy_size: int,
    ) -> None:
        self.game = game
        self.side = side  # squares in a line of the grid, with its rim
        self.planes = planes
        self.row_count = row_count  # of the table
        self.active_rows = active_rows  # of them, in each position
        self.policy_size = policy_size  # the answers of the net about actions

    def grid(self, state: State, out: Ints) -> int:
        """Write the byte of each square, `side * side` of them, rim included."""
        return 0

    def rows(self, state: State, out: Ints) -> int:
        """Write the numbers of `active_rows` different rows."""
        return 0

    def target(self, state: State, action: int) -> int:
        """Which of the net's `policy_size` answers is about this legal action."""
        return 0

    def settles(self, state: State) -> bool:
        """Do the actions only settle who plays on from here, as the answer to the pie question?
        Then `stake` says what the net's value means for each, and there is no policy."""
        return False

    def stake(self, state: State, action: int) -> int:
        """1 if the seat to act plays on as the net's value assumes, -1 if from the other side."""
        return 1
