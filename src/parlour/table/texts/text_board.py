"""The text board of any game: a letter for each piece, a dot for each empty cell."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.table.view import LAYERS, Board, Piece


def draw(board: Board, pieces: Sequence[Piece]) -> str:
    """The cells in rows and columns; of several pieces in a cell the topmost is shown."""
    letters: dict[str, str] = {}
    for piece in sorted(pieces, key=lambda piece: LAYERS.index(piece.layer)):
        letters[piece.site] = piece.letter
    columns = sorted({cell.x for cell in board.cells})
    rows = sorted({cell.y for cell in board.cells})
    at = {(cell.x, cell.y): letters.get(cell.site, ".") for cell in board.cells}
    width = max(len(text) for text in at.values())
    lines = (" ".join(at.get((x, y), " ").ljust(width) for x in columns) for y in rows)
    return "\n".join(line.rstrip() for line in lines)
