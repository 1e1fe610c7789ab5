"""Decodes, sanitises and bounds messages from a hall, which a client does not trust.

The result of `decode` contains no control characters, no numbers too large to show, and no more
values than a client can hold. Anything else raises `msgspec.ValidationError`.
"""

from __future__ import annotations

import unicodedata
from typing import Any, TypeVar, cast

import msgspec

from parlour.table.view import Board, View

LARGEST = 4 * 1024 * 1024
"""Bytes of a message."""
LONGEST, LONGEST_SETTING = 4_000, 20_000
"""Characters of a text, and of a text in the settings, which may be a map of several lines."""
MOST_VALUES = 200_000
"""Values in a message, in total."""
DEEPEST = 48
"""Nesting depth of lists and objects."""
LARGEST_NUMBER = 2**53
MOST_PIECES = 4_096
"""Pieces, marks, buttons and panels of a view, and cells of a board."""
LONGEST_LETTER = 8
FARTHEST = 256.0
"""Largest coordinate, in cells."""

Decoded = TypeVar("Decoded")


def decode(data: str | bytes, kind: type[Decoded]) -> Decoded:
    """Decode a message or response of a hall; raises `ValidationError` if it is invalid."""
    if len(data) > LARGEST:
        raise msgspec.ValidationError("it is too large")
    try:
        return msgspec.convert(_Cleaner().clean(msgspec.json.decode(data), 0), kind, str_keys=True)
    except msgspec.ValidationError:
        raise
    except (msgspec.MsgspecError, RecursionError, ValueError, OverflowError) as error:
        raise msgspec.ValidationError(type(error).__name__) from None


def clean(text: str, longest: int = LONGEST, lines: str = "") -> str:
    """One line without control characters or marks that change the text direction.

    `lines` may contain the newline, for texts of several lines.
    """
    if len(text) > longest:
        text = text[:longest]
    if text.isascii() and text.isprintable():
        return text
    kept = (" " if c in "\n\t" and c not in lines else c for c in text)
    return "".join(c for c in kept if c in lines or _is_shown(c))


def _is_shown(c: str) -> bool:
    return unicodedata.category(c)[0] != "C" and (c == " " or not c.isspace())


class _Cleaner:
    """Cleans one message and counts its values."""

    def __init__(self) -> None:
        self._left = MOST_VALUES

    def clean(self, value: object, depth: int, *, setting: bool = False) -> object:
        self._left -= 1
        if self._left < 0 or depth > DEEPEST:
            raise msgspec.ValidationError("there is too much in it")
        if isinstance(value, str):
            return clean(value, LONGEST_SETTING, "\n") if setting else clean(value)
        if isinstance(value, dict):
            fields = cast(dict[str, object], value)
            return {
                clean(name): self.clean(part, depth + 1, setting=setting or name == "settings")
                for name, part in fields.items()
            }
        if isinstance(value, list):
            parts = cast(list[object], value)
            return [self.clean(part, depth + 1, setting=setting) for part in parts]
        if isinstance(value, int | float) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            raise msgspec.ValidationError("a number is too large")
        return value


# ---- checks beyond the types ---------------------------------------------------------------------


def check_board(board: Board) -> Board:
    """Check that a board can be drawn."""
    edges = [(edge.x1, edge.y1, edge.x2, edge.y2) for edge in board.edges]
    drawn = [(thing.x, thing.y) for thing in (*board.cells, *board.labels)]
    if not 0 < len(board.cells) <= MOST_PIECES or len(drawn) + len(edges) > 4 * MOST_PIECES:
        raise msgspec.ValidationError("no board has so many cells")
    columns, rows = {cell.x for cell in board.cells}, {cell.y for cell in board.cells}
    if len(columns) * len(rows) > 16 * MOST_PIECES:
        raise msgspec.ValidationError("the cells lie nowhere near each other")
    if any(abs(value) > FARTHEST for point in (*drawn, *edges) for value in point):
        raise msgspec.ValidationError("the board is too wide")
    return board


def check_view(view: View) -> View:
    """Check that a view can be drawn, also after any number of changes."""
    parts = (view.pieces, view.marks, view.buttons, view.panels)
    if max(map(len, parts)) > MOST_PIECES:
        raise msgspec.ValidationError("no view shows so much")
    if any(len(piece.letter) > LONGEST_LETTER for piece in view.pieces):
        raise msgspec.ValidationError("a piece has too long a letter")
    return view


def check_paths(tree: dict[str, Any] | None) -> dict[str, Any] | None:
    """Check that all leaves of a trie are numbers."""
    branches: list[dict[str, Any]] = [] if tree is None else [tree]
    while branches:
        for deeper in branches.pop().values():
            if isinstance(deeper, dict):
                branches.append(cast(dict[str, Any], deeper))
            elif not isinstance(deeper, int):
                raise msgspec.ValidationError("a path leads to no action")
    return tree
