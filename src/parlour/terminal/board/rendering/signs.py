"""The texts in the cells of the board; colour is never the only sign.

Brackets show the owner of a piece: seat 0 has [ ], seat 1 ( ), seat 2 { } and seat 3 < >. In cells
that are too narrow, a letter that only one seat has or the number of the seat shows the owner.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.table.looks.look import Looks
from parlour.table.view import LAYERS, Piece

BRACKETS = ("[]", "()", "{}", "<>")
CLOSING = {brackets[1] for brackets in BRACKETS} | {" "}  # a sign may replace these
NARROW = 3  # columns that a letter and its brackets need
TOUCHED, HINTED, DANGER, SELECTABLE, LAST = "»", "?", "!", "·", "*"


def owner(seat: int, narrow: bool = False) -> str:
    """The sign of a seat: its brackets, or its number in narrow cells."""
    return str(seat + 1) if narrow else BRACKETS[seat % len(BRACKETS)]


def letter_of(piece: Piece) -> str:
    return "?" if piece.hidden else piece.letter


def word_of(piece: Piece, width: int, unique_letters: bool = False) -> str:
    """A piece's letter with the sign of its owner. In a narrow cell the sign is left out if every
    letter belongs to one seat only (`unique_letters`)."""
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


def stats_of(looks: Looks, piece: Piece) -> str:
    """`3/4` for a number with its bound, `a3 d1` for several numbers."""
    shown = looks.shown_stats(piece)
    texts = [
        f"{key[:1] if len(shown) > 1 else ''}{piece.stats[key]}"
        + (f"/{piece.stats[look.most]}" if look.most in piece.stats else "")
        for key, look in shown.items()
    ]
    return " ".join(texts)


def item_of(looks: Looks, piece: Piece) -> str:
    """The name of what a piece holds."""
    known = piece.holds and not piece.hidden
    return str(looks.item(piece.holds).name).lower() if known else ""


def initial(held: str) -> str:
    """The one letter for what a piece holds."""
    return held[:1].upper()


def condition_of(looks: Looks, piece: Piece) -> str:
    """A condition that is shown as a word; the others are shown by a fainter colour."""
    if not piece.condition or looks.fades(piece):
        return ""
    return str(looks.condition(piece.condition).name).lower()


def top_piece(pieces: Sequence[Piece]) -> Piece | None:
    """The visible piece of a site: the one of the highest layer."""
    return max(pieces, key=lambda piece: LAYERS.index(piece.layer), default=None)
