"""Symbols, and colours with an ink that is readable on them, in a light and in a dark theme."""

from __future__ import annotations

from typing import Literal

import msgspec

from parlour.table.sentences import Sentence

ThemeName = Literal["light", "dark"]


class Symbol(msgspec.Struct, frozen=True, omit_defaults=True):
    """A picture in two inks, as SVG paths in a box from -50 to 50 with the origin in the middle.

    Lines and cuts are LINE wide with round ends.
    """

    solid: str = ""  # filled with the ink
    lines: str = ""  # drawn in the ink
    cuts: str = ""  # drawn over it, in the colour that the symbol stands on


LINE = 7
"""The width of the lines of a symbol, in its box of 100."""


class Tint(msgspec.Struct, frozen=True):
    """A colour and the ink for texts and symbols on it, as RGB values such as `#2f6cbf`."""

    fill: str
    ink: str


class ColourLook(msgspec.Struct, frozen=True):
    """A colour of a seat, in a light and in a dark theme."""

    name: Sentence
    light: Tint
    dark: Tint


class GroundLook(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ground of cells, in a light and in a dark theme; the symbol is drawn faintly on each, and
    a board of characters shows the sign."""

    name: Sentence
    light: Tint
    dark: Tint
    symbol: Symbol | None = None
    sign: str = ""


class MarkLook(msgspec.Struct, frozen=True):
    """A kind of mark: a tint over cells, in a light and in a dark theme."""

    name: Sentence
    light: str
    dark: str
