"""Colours of pictures: RGB values by name, and calculations with them."""

from __future__ import annotations

import re
from functools import lru_cache

from parlour.table.looks.standard import COLOURS, inked, luminance

PAPER, FRAME, TEXT, FAINT, LINE = "#fbf8f1", "#54412f", "#33291f", "#75695a", "#ddd3c0"
ACCENT = "#3f8f4f"

NAMED = {name: look.light.fill for name, look in COLOURS.items()}
BY_SEAT = tuple(NAMED[name] for name in ("purple", "teal", "orange", "pink", "brown", "grey"))
NOBODYS = "#efe3c4"  # of pieces without an owner

_hex = re.compile(r"#[0-9a-f]{6}")


def paint(colour: str, seat: int | None = None) -> str:
    """The RGB value of a colour's name; for an unknown name, the default colour of the seat."""
    name = colour.lower()
    if name in NAMED:
        return NAMED[name]
    if _hex.fullmatch(name):
        return name
    return NOBODYS if seat is None else BY_SEAT[seat % len(BY_SEAT)]


@lru_cache(1_024)
def mix(one: str, other: str, share: float) -> str:
    """Linear interpolation from one colour to another; share 0 is the first."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


@lru_cache(1_024)
def ink(ground: str) -> str:
    """The text colour that is more readable on this ground: white or nearly black."""
    return inked(ground).ink


@lru_cache(1_024)
def rim(colour: str) -> str:
    """The outline of a piece: darker than its colour, but lighter than black."""
    return mix(colour, "#ffffff", 0.3) if luminance(colour) < 0.04 else mix(colour, "#000000", 0.55)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
