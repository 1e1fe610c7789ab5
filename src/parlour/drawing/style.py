"""How a picture looks: the looks of its game, in a theme, with the colours of the seats."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.drawing.palette import paint, rim
from parlour.drawing.theme import THEMES
from parlour.table.looks.look import Looks
from parlour.table.looks.standard import contrast, inked
from parlour.table.looks.tints import ThemeName, Tint
from parlour.table.view import Panel, Piece

TELLS_APART = 1.3  # the contrast of two colours that lie side by side


class Style:
    """Answers what colour everything has."""

    def __init__(self, looks: Looks, theme: ThemeName, panels: Iterable[Panel]) -> None:
        self.looks, self.theme = looks, THEMES[theme]
        self.colours = {panel.seat: panel.colour for panel in panels}

    def colour(self, name: str, seat: int | None = None) -> Tint:
        """A colour by its name; without a name, the colour that a seat plays."""
        name = (name or ("" if seat is None else self.colours.get(seat, ""))).lower()
        look = self.looks.colours.get(name)
        return inked(paint(name, seat)) if look is None else self._tint(look.light, look.dark)

    def of(self, piece: Piece) -> Tint:
        return self.colour(piece.colour, piece.seat)

    def ground(self, key: str) -> Tint:
        look = self.looks.ground(key)
        return self._tint(look.light, look.dark)

    def mark(self, kind: str) -> str:
        look = self.looks.marks[kind]
        return look.light if self.theme.name == "light" else look.dark

    def outline(self, colour: str) -> str:
        """The frame of the board, or a rim if a colour could not be told from it."""
        frame = self.theme.frame
        return frame if contrast(frame, colour) >= TELLS_APART else rim(colour)

    def _tint(self, light: Tint, dark: Tint) -> Tint:
        return light if self.theme.name == "light" else dark
