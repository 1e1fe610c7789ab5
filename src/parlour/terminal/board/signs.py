"""What is written in a cell of the board, so that colour is never the only sign.

Owners are told apart by brackets: seat 0 has [ ], seat 1 ( ), seat 2 { } and seat 3 < >; where
there is no room for them, by letters that only one of them has, or by the number of the seat.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.drawing.figures import FADED
from parlour.table.view import LAYERS, Piece

BRACKETS = ("[]", "()", "{}", "<>")
CLOSING = {brackets[1] for brackets in BRACKETS} | {" "}  # what a sign may take the place of
NARROW = 3  # columns that a letter and its brackets need
GROUNDS = {"water": "≈", "dead": "×", "neutral": "-"}
TOUCHED, HINTED, DANGER, SELECTABLE, LAST = "»", "?", "!", "·", "*"


def owner(seat: int, narrow: bool = False) -> str:
    """The sign of a seat: its brackets, or its number where cells are narrow."""
    return str(seat + 1) if narrow else BRACKETS[seat % len(BRACKETS)]


def letter_of(piece: Piece) -> str:
    if piece.hidden:
        return "?"
    return piece.letter.lower() if piece.condition == "fallen" else piece.letter


def word_of(piece: Piece, width: int, unique_letters: bool = False) -> str:
    """A piece's letter with the sign of its owner. Where there is little room, the sign is left out
    if every letter belongs to one seat only (`unique_letters`)."""
    letter = letter_of(piece)
    if piece.seat is None:
        return letter[:width]
    if len(letter) + 2 <= width:
        opening, closing = owner(piece.seat)
        return f"{opening}{letter}{closing}"
    if unique_letters or len(letter) >= width:
        return letter[:width]
    return f"{owner(piece.seat, narrow=True)}{letter}"


def letters_are_unique(pieces: Sequence[Piece]) -> bool:
    """Does every letter on the board belong to one seat only?"""
    seats: dict[str, int | None] = {}
    return all(seats.setdefault(letter_of(it).upper(), it.seat) == it.seat for it in pieces)


def stats_of(piece: Piece) -> str:
    """`3/4` for hit points, `a3 d1` for several numbers."""
    stats = dict(piece.stats)
    if "hp" in stats and "max" in stats:
        return f"{stats['hp']}/{stats['max']}"
    return " ".join(f"{name[:1]}{value}" for name, value in stats.items())


def initial(held: str) -> str:
    """What a piece holds, in one letter."""
    return held[:1].upper()


def condition_of(piece: Piece) -> str:
    """What is the matter with a piece, where that takes a word."""
    return "" if piece.condition in FADED else piece.condition


def top_piece(pieces: Sequence[Piece]) -> Piece | None:
    """The piece that is seen on a site: the one of the highest layer."""
    return max(pieces, key=lambda piece: LAYERS.index(piece.layer), default=None)
