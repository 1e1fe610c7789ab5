"""Parsing of typed text: strict about the character set, lenient about everything else.

Only printable ASCII is accepted: Unicode has other digits that look the same, and control
characters could disturb a terminal. Case, blanks and punctuation are ignored.
"""

from __future__ import annotations

import re

from parlour.table.errors import BadText

LONGEST_TEXT = 400
LONGEST_LINE = 4_000

_pieces = re.compile(r"[a-z]+|[0-9]+")


def tidy(text: object, most: int = LONGEST_TEXT) -> str:
    """The text with blanks stripped and collapsed; BadText if it is too long or not printable
    ASCII."""
    if not isinstance(text, str):
        raise BadText("table.not_text", given=type(text).__name__)
    if len(text) > most:
        raise BadText("table.too_long", length=len(text), most=most)
    words = text.replace("\t", " ").strip("\r\n ")
    if not (words.isascii() and words.isprintable()):
        strange = next(character for character in words if not " " <= character <= "~")
        raise BadText("table.strange_character", code=f"U+{ord(strange):04X}")
    return " ".join(words.split(" ")) if "  " not in words else " ".join(words.split())


def fold(text: str) -> tuple[str, ...]:
    """The runs of letters and of digits, in lower case: `D 8`, `d8` and `d-8` are equal."""
    return tuple(_pieces.findall(text.lower()))


def whole_number(text: str) -> int | None:
    """An integer of ASCII digits with an optional minus sign, else None."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else None
