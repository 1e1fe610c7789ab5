"""The ways to turn and reflect a board, which symmetries of games are made of."""

from __future__ import annotations

from collections.abc import Callable

Turn = Callable[[int, int], tuple[int, int]]
"""From the row and the column of a cell to those that it becomes."""


def turns_of_a_board(rows: int, columns: int) -> dict[str, Turn]:
    """Eight for a square board, four for any other, with the identity first."""
    bottom, right = rows - 1, columns - 1
    turns: dict[str, Turn] = {
        "identity": lambda y, x: (y, x),
        "half turn": lambda y, x: (bottom - y, right - x),
        "left-right mirror": lambda y, x: (y, right - x),
        "top-bottom mirror": lambda y, x: (bottom - y, x),
    }
    if rows == columns:
        turns |= {
            "quarter turn": lambda y, x: (x, bottom - y),
            "three-quarter turn": lambda y, x: (bottom - x, y),
            "transposition": lambda y, x: (x, y),
            "anti-transposition": lambda y, x: (bottom - x, bottom - y),
        }
    return turns


def turned_cells(turn: Turn, rows: int, columns: int) -> tuple[int, ...]:
    """The cell that each becomes, numbered row by row from the top left."""
    places = (turn(*divmod(cell, columns)) for cell in range(rows * columns))
    return tuple(row * columns + column for row, column in places)
