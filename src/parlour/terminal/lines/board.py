"""The board in the line dialogue: drawn as on the full screen, with the seats below."""

from __future__ import annotations

import os
from io import StringIO
from shutil import get_terminal_size

from parlour.table.looks.look import Looks
from parlour.table.view import Board, View
from parlour.terminal.board.rendering.grid import BoardGrid
from parlour.terminal.board.rendering.signs import NARROW
from parlour.terminal.board.seat_panels import SeatPanel

LARGEST = (9, 3)  # a cell: the text before the board should stay on the screen
AROUND = 6  # lines between one board and the next


def board_in_lines(board: Board, view: View, looks: Looks, hinted: tuple[str, ...] = ()) -> str:
    """The board and a line for each seat, as large as the terminal allows."""
    from parlour.terminal.board.rendering.renderer import (  # rich takes a moment to import
        BoardRenderer,
        Highlights,
    )

    columns, lines = get_terminal_size()
    fewest = len({cell.y for cell in board.cells}) + 2
    grid = BoardGrid(board, columns - 1, max(fewest, lines - len(view.panels) - AROUND), LARGEST)
    text = BoardRenderer(grid, view, Highlights(hinted=hinted), looks).text()
    narrow = grid.cell_width < NARROW
    seats = [
        SeatPanel.of(looks, panel, panel.name, "" if panel.alive else "out", narrow)
        for panel in view.panels
    ]
    return "\n".join([_styled(text), *(seat.in_lines(columns - 1) for seat in seats)])


def _styled(text: object) -> str:
    """Text with escape sequences for the colours that this terminal supports."""
    from rich.console import Console

    console = Console(
        file=StringIO(), force_terminal=True, no_color=bool(os.environ.get("NO_COLOR")), width=1_000
    )
    with console.capture() as captured:
        console.print(text, soft_wrap=True, end="")
    return captured.get()
