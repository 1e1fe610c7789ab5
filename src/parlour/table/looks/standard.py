"""The colours, grounds and marks that every game may use."""

from __future__ import annotations

from parlour.table.looks.tints import ColourLook, GroundLook, MarkLook, Symbol, Tint
from parlour.table.sentences import Sentence

WHITE, NIGHT = "#ffffff", "#1b1714"
"""The inks: white, and nearly black."""


def colour(name: str, light: str, dark: str) -> ColourLook:
    """A colour with the ink that reads better on it, in both themes."""
    return ColourLook(Sentence(f"table.colour_{name}"), inked(light), inked(dark))


def inked(fill: str) -> Tint:
    return Tint(fill, max(WHITE, NIGHT, key=lambda ink: contrast(ink, fill)))


def contrast(one: str, other: str) -> float:
    """The WCAG contrast ratio of two RGB values, from 1 to 21; text needs 4.5."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(value: str) -> float:
    """The relative luminance of an RGB value, from 0 to 1 (WCAG 2.2)."""
    shares = (int(value[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


COLOURS = {
    "black": colour("black", "#2e2d2f", "#131214"),
    "white": colour("white", "#f6f1e6", "#f0ebdf"),
    "red": colour("red", "#c93a34", "#cc3d37"),
    "blue": colour("blue", "#2f6cbf", "#316ec2"),
    "green": colour("green", "#2b7d43", "#2c8046"),
    "yellow": colour("yellow", "#ebbd35", "#e3b62f"),
    "purple": colour("purple", "#8650a6", "#8a55ab"),
    "orange": colour("orange", "#e07b2c", "#e38034"),
    "teal": colour("teal", "#2a9d9a", "#33a6a3"),
    "pink": colour("pink", "#dd7fa8", "#e08aaf"),
    "brown": colour("brown", "#8a5a3a", "#8f5f3f"),
    "grey": colour("grey", "#8f8f8f", "#999999"),
}
"""The colours that a seat may play, by name."""


def ground(
    name: Sentence, light: str, dark: str, symbol: Symbol | None = None, sign: str = ""
) -> GroundLook:
    """A ground with the ink that reads better on it, in both themes."""
    return GroundLook(name, inked(light), inked(dark), symbol, sign)


GROUNDS = {
    name: ground(Sentence(f"table.ground_{name}"), light, dark)
    for name, light, dark in (
        ("plain", "#ecdfc3", "#3d3d3b"),
        ("light", "#f0dcb8", "#624d38"),
        ("dark", "#cda67c", "#38322c"),
    )
}
"""The grounds of cells, by name; a ground that is not described looks plain."""

MARKS = {
    name: MarkLook(Sentence(f"table.mark_{name}"), light, dark)
    for name, light, dark in (
        ("last", "#a3c626", "#9dbb36"),
        ("goal", "#e6ac1c", "#d9a62b"),
        ("danger", "#d8342c", "#e2564e"),
        ("area", "#3f7fc4", "#5a96d8"),
    )
}
"""The kinds of marks; the mark of an area has the colour of its seat, if it has one."""
