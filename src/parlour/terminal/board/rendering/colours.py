"""The colours of the board on a terminal: dark squares, lighter pieces, and readable text on both.
Tests check the contrasts."""

from __future__ import annotations

from functools import lru_cache

from parlour.drawing.palette import mix, paint
from parlour.table.looks.look import Looks
from parlour.table.looks.standard import contrast

CHECKERED = ("light", "dark")  # grounds that alternate by themselves
BODIES = {  # of pieces: lighter than any square, or black
    "black": "#000000",
    "white": "#f4f0e4",
    "red": "#ee6a5f",
    "blue": "#7fb0f5",
    "green": "#6fc97f",
    "yellow": "#e3c542",
}
TILES = {  # squares that a block fills: darker than pieces of the same colour
    "red": "#7d2f2b",
    "blue": "#2b4a80",
    "green": "#2a6b2c",
    "yellow": "#6e5c1a",
}
SELECTABLE, LAST, TOUCHED, HINTED = "#8fce2a", "#8a6d1f", "#1f7285", "#7d55b5"
DANGER, GOAL, AREA = "#b02a2a", "#a07a18", "#3f7fc4"
NEUTRAL = "#d9cfae"  # a piece without an owner
LEAST_CONTRAST = 1.5  # between a piece and its square


def ground(looks: Looks, kind: str, odd: bool) -> str:
    """The colour of an empty square. A ground has two shades, so that the grid is visible where
    the board itself has no pattern."""
    fill = looks.ground(kind).dark.fill
    return mix(fill, "#ffffff", 0.08) if odd and kind not in CHECKERED else fill


def selectable(square: str) -> str:
    """The colour of a square that can be touched next; its own colour still shows through."""
    return mix(square, SELECTABLE, 0.3)


def tile(colour: str, seat: int | None) -> str:
    """The colour of a square that a block fills."""
    return TILES.get(colour.lower()) or mix(body(colour, seat), "#1c1c1c", 0.62)


def body(colour: str, seat: int | None) -> str:
    """The colour of a piece."""
    if not colour and seat is None:
        return NEUTRAL
    return BODIES.get(colour.lower()) or paint(colour, seat)


def faded(piece: str, square: str) -> str:
    """The colour of a piece that is out of play, for now or for good."""
    return mix(piece, square, 0.45)


@lru_cache(1_024)
def contrasting(square: str, piece: str) -> str:
    """The colour of the square, changed as little as needed for contrast with the piece."""
    shares = (share / 10 for share in range(11))
    extreme = "#ffffff" if contrast(piece, "#ffffff") > contrast(piece, "#000000") else "#000000"
    changed = (mix(square, extreme, share) for share in shares)
    return next(
        (colour for colour in changed if contrast(colour, piece) >= LEAST_CONTRAST), extreme
    )


@lru_cache(1_024)
def ink(background: str) -> str:
    """Black or white, whichever is more readable on a background."""
    return max("#ffffff", "#000000", key=lambda letters: contrast(letters, background))
