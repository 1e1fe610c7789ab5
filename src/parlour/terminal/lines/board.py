"""The board in the line dialogue: drawn as on the full screen, with the seats below."""

from __future__ import annotations

import os
from io import StringIO
from shutil import get_terminal_size

from parlour.table.view import Board, View
from parlour.terminal.board.rendering.grid import BoardGrid
from parlour.terminal.board.rendering.signs import NARROW, owner
from parlour.terminal.board.seat_panels import SeatPanel
from parlour.terminal.seats import mentions_colour

LARGEST = (9, 3)  # a cell: the text before the board should stay on the screen
AROUND = 6  # lines between one board and the next


def board_in_lines(board: Board, view: View, hinted: tuple[str, ...] = ()) -> str:
    """The board and a line for each seat, as large as the terminal allows."""
    from parlour.terminal.board.rendering.renderer import (  # rich takes a moment to import
        BoardRenderer,
        Highlights,
    )

    columns, lines = get_terminal_size()
    fewest = len({cell.y for cell in board.cells}) + 2
    grid = BoardGrid(board, columns - 1, max(fewest, lines - len(view.panels) - AROUND), LARGEST)
    text = BoardRenderer(grid, view, Highlights(hinted=hinted)).text()
    seats = [_seat(view, seat, grid.cell_width < NARROW) for seat in range(len(view.panels))]
    return "\n".join([_styled(text), *(seat.in_lines(columns - 1) for seat in seats)])


def _seat(view: View, seat: int, narrow: bool) -> SeatPanel:
    panel = view.panels[seat]
    return SeatPanel(
        "▶" if panel.acting else " ",
        owner(panel.seat, narrow),
        panel.name,
        "" if mentions_colour(panel.name, panel.colour) else panel.colour,
        "" if panel.alive else "out",
        [f"{name}\u00a0{value}" for name, value in panel.counters.items()],
    )


def _styled(text: object) -> str:
    """Text with escape sequences for the colours that this terminal supports."""
    from rich.console import Console

    console = Console(
        file=StringIO(), force_terminal=True, no_color=bool(os.environ.get("NO_COLOR")), width=1_000
    )
    with console.capture() as captured:
        console.print(text, soft_wrap=True, end="")
    return captured.get()
