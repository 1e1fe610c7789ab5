"""The colours of pictures: RGB values by name, and text colours that contrast with them."""

from __future__ import annotations

import re
from functools import lru_cache

PAPER, FRAME, TEXT, FAINT, LINE = "#fbf8f1", "#54412f", "#33291f", "#75695a", "#ddd3c0"
ACCENT, FACE = "#3f8f4f", "#454b57"

NAMED = {
    "black": "#2e2d2f",
    "white": "#f6f1e6",
    "red": "#c93a34",
    "blue": "#2f6cbf",
    "green": "#37924f",
    "yellow": "#ebbd35",
    "purple": "#8650a6",
    "orange": "#e07b2c",
    "teal": "#2a9d9a",
    "pink": "#dd7fa8",
    "brown": "#8a5a3a",
    "grey": "#8f8f8f",
    "gray": "#8f8f8f",
}
BY_SEAT = tuple(NAMED[name] for name in ("purple", "teal", "orange", "pink", "brown", "grey"))
NOBODYS = "#efe3c4"  # of pieces without an owner

GROUNDS = {
    "plain": "#ecdfc3",
    "light": "#f0dcb8",
    "dark": "#cda67c",
    "water": "#8fbcdb",
    "dead": "#57514b",
    "neutral": "#d5d2ca",
    "goal": "#f2d682",
    "spawn": "#cfe0bd",
}

MARKS = {  # colour, opacity and dashes
    "last": ("#a3c626", 0.5, None),
    "goal": ("#e6ac1c", 0.35, "9 4"),
    "danger": ("#d8342c", 0.35, "3 3"),
    "area": ("#3f7fc4", 0.28, "1 5"),
}

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
    """A text colour that is readable on this ground: white or near black."""
    red, green, blue = _channels(ground)
    return "#ffffff" if 0.3 * red + 0.59 * green + 0.11 * blue < 140 else "#2a2320"


@lru_cache(1_024)
def contrast(one: str, other: str) -> float:
    """The WCAG contrast ratio of two colours, from 1 to 21; text needs 4.5."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    """The relative luminance of a colour, from 0 to 1 (WCAG 2.2)."""
    shares = (channel / 255 for channel in _channels(colour))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
