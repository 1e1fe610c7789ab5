"""Pieces, each drawn around the origin as the looks of its game say; `size` is the side of a cell.

A piece is a base in the colour of its owner with a symbol on it; without a symbol its letter stands
there. Colour is never the only sign: each seat has its own ring or pattern.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.drawing.badges import badges, letter
from parlour.drawing.bases import Body, disc, hatching, shade, shield, stone, tile, token
from parlour.drawing.palette import ink, mix, rim
from parlour.drawing.style import Style
from parlour.drawing.svg_tags import centred, fit, tag, tooltip, width
from parlour.drawing.symbol_tags import figure, symbol
from parlour.drawing.theme import LIGHT
from parlour.table.looks.look import Base, PieceLook
from parlour.table.looks.tints import Tint
from parlour.table.looks.words import words
from parlour.table.view import Piece

FADED = 0.5
BASES = {"stone": stone, "disc": disc, "shield": shield, "token": token}
SYMBOL_SIZES: dict[Base, float] = {"disc": 0.54, "shield": 0.5, "token": 0.44, "none": 0.8}
"""The size of a symbol on a base, as a share of the cell."""


def draw(style: Style, piece: Piece, size: float, *, alone: bool) -> str:
    """A piece with its stats, what it holds and its condition; a hidden one shows only its owner.

    `alone` means that no other piece is on the site."""
    looks = style.looks
    look, base, tint = looks.piece(piece), looks.base(piece), style.of(piece)
    if base == "tile":
        parts = list(_block(style, piece, look, size, alone))
    else:
        parts = list(_figure(style, piece, look, base, tint, size))
    if looks.fades(piece) and not piece.hidden:
        parts = [tag("g", *parts, opacity=FADED)]
    if not piece.hidden:
        parts += badges(looks, piece, size)
    return "".join([tooltip(words(looks, piece)), *parts])


def _figure(
    style: Style, piece: Piece, look: PieceLook, base: Base, tint: Tint, size: float
) -> Iterator[str]:
    """A piece that stands on its cell."""
    if base == "none" and look.symbol is not None:
        line = rim(tint.fill) if style.theme == LIGHT else mix(tint.fill, "#ffffff", 0.65)
        room = size * SYMBOL_SIZES["none"]
        pattern = hatching(piece.seat, tint.fill)
        yield figure(look.symbol, room, shade(tint.fill), tint.fill, line, pattern)
    else:
        plain = piece.colour in ("black", "white") or piece.seat is None
        face = style.theme.back if piece.hidden else shade(tint.fill)
        body = Body(size, tint.fill, face, piece.seat, plain, piece.hidden)
        yield from BASES.get(base, disc)(body)
        ground = style.theme.back if piece.hidden else tint.fill
        if look.symbol is not None:
            raised = -0.04 * size if piece.stats else 0
            yield symbol(
                look.symbol, size * SYMBOL_SIZES.get(base, 0.5), tint.ink, ground, 0, raised
            )
        elif look.letter:
            room = 0.62 if base == "token" else 1
            yield letters("?" if piece.hidden else piece.letter, size * room, ink(ground))
    if look.symbol is not None and look.letter:
        yield from letter(piece.letter, size)


def _block(style: Style, piece: Piece, look: PieceLook, size: float, alone: bool) -> Iterator[str]:
    """A block fills its cell; its sign is in the corner if the middle is occupied."""
    fill, sign = block_colour(style, piece, look), look.symbol
    face = style.theme.back if piece.hidden else fill
    if look.ground:
        sign = style.looks.ground(look.ground).symbol
    strong = look.symbol is not None
    yield from tile(Body(size, face, face, piece.seat, False, piece.hidden), strong)
    room, x, y = (0.62, 0, 0) if alone else (0.3, -size * 0.32, size * 0.32)
    if sign is not None:
        faint = 0.4 if look.ground else 0.9
        yield symbol(sign, size * room, ink(face), face, x, y, faint)
    elif look.letter or piece.hidden:
        text = "?" if piece.hidden else piece.letter
        yield letters(text, size * room * 1.3, mix(face, ink(face), 0.8), x, y)


def block_colour(style: Style, piece: Piece, look: PieceLook) -> str:
    """A block with a symbol has its owner's colour; one without is ground, and paler."""
    if look.ground and piece.seat is None:
        return style.ground(look.ground).fill
    fill = style.of(piece).fill
    return fill if look.symbol is not None else mix(fill, style.theme.wash, 0.42)


def hatched(style: Style, piece: Piece) -> tuple[int, str] | None:
    """The seat and the colour of the pattern that a piece is drawn with, if it has one."""
    look, base, fill = style.looks.piece(piece), style.looks.base(piece), style.of(piece).fill
    if piece.seat is None or piece.hidden or base not in ("tile", "none"):
        return None
    fill = block_colour(style, piece, look) if base == "tile" else fill
    return (piece.seat, fill) if hatching(piece.seat, fill) else None


def letters(text: str, size: float, colour: str, x: float = 0, y: float = 0) -> str:
    """A text scaled to fit into a disc of this size."""
    text = fit(text, 4.5, 1)
    height = 0.44 * size / max(0.72 + width(text, 0.5), 1)
    return centred(text, x, y, height, fill=colour, font_weight="bold")
