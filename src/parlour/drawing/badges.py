"""What is written on pieces: stats, what they hold, their condition and their letter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from parlour.drawing.palette import ink
from parlour.drawing.svg_tags import centred, fit, plain, tag, width
from parlour.drawing.symbol_tags import symbol
from parlour.table.looks.look import Looks, StatLook
from parlour.table.looks.tints import Symbol
from parlour.table.view import Piece

GOOD, FAIR, POOR, EMPTY = "#4caf50", "#e8a317", "#e5483d", "#8a8580"
DARK, HELD, LIGHT = "#2b2f38", "#f3d98b", "#f4efe4"
MOST_PARTS = 8  # of a bar; more are written as a number


class Part(NamedTuple):
    """A text of a pill, after a symbol if there is one."""

    text: str
    symbol: Symbol | None = None


def badges(looks: Looks, piece: Piece, size: float) -> Iterator[str]:
    """Everything that is written on a piece that is known."""
    shown = looks.shown_stats(piece)
    bars = {key: look for key, look in shown.items() if look.show == "bar"}
    for row, (key, look) in enumerate(bars.items()):
        yield from _bar(piece.stats[key], piece.stats.get(look.most, 0), size, row)
    parts = [
        _number(piece, key, look, len(shown)) for key, look in shown.items() if key not in bars
    ]
    if parts:
        y = size * (0.35 - 0.16 * len(bars))
        yield from _pill(parts, 0, y, max(11, size * 0.24), DARK, right=False)
    yield from _held(looks, piece.holds, size)
    if piece.condition and not looks.fades(piece):
        yield from _condition(looks, piece.condition, size)


def letter(text: str, size: float) -> Iterator[str]:
    """The letter of a piece that has a symbol as well, at its lower right."""
    if text:
        yield from _pill(
            [Part(fit(text, 4, 1))],
            size * 0.46,
            size * 0.34,
            max(11, size * 0.23),
            DARK,
            right=True,
        )


# ---- stats --------------------------------------------------------------------------------------


def _bar(value: int, most: int, size: float, row: int) -> Iterator[str]:
    """A part for each point, those that are lost empty; colour says how bad it is."""
    if not 0 < most <= MOST_PARTS:
        text = f"{value}/{most}" if most else str(value)
        yield from _pill([Part(text)], 0, size * 0.35, max(11, size * 0.24), DARK, right=False)
        return
    wide, high, gap = size * 0.66, max(4.0, size * 0.11), max(1.0, size * 0.02)
    top = size * (0.35 - 0.14 * row) - high / 2
    sides = {
        "x": -wide / 2 - gap,
        "y": top - gap,
        "width": wide + 2 * gap,
        "height": high + 2 * gap,
    }
    yield tag("rect", **sides, rx=high / 2, fill=DARK, stroke="#ffffff", stroke_width=size * 0.012)
    fill = GOOD if value >= most else FAIR if value > most / 3 else POOR
    part = (wide - gap * (most - 1)) / most
    for i in range(most):
        box = {"x": -wide / 2 + i * (part + gap), "y": top, "width": part, "height": high}
        lit = {"fill": fill} if i < value else {"fill": EMPTY, "opacity": 0.45}
        yield tag("rect", **box, rx=high / 4, **lit)


def _number(piece: Piece, key: str, look: StatLook, count: int) -> Part:
    """A stat as a number after its symbol, or after its initial if there are several."""
    most = piece.stats.get(look.most)
    text = str(piece.stats[key]) if most is None else f"{piece.stats[key]}/{most}"
    initial = "" if look.symbol or count == 1 else key[:1]
    return Part(f"{initial}{text}", look.symbol)


# ---- what is held, and conditions ---------------------------------------------------------------


def _held(looks: Looks, held: str, size: float) -> Iterator[str]:
    """The symbol or the initial of what a piece holds, at its upper right."""
    held = plain(held)
    if not held:
        return
    look = looks.item(held)
    if look.symbol is not None:
        yield from _round(look.symbol, size * 0.31, -size * 0.3, size * 0.19, HELD)
    else:
        sign = held if len(held) < 3 else held[0].upper()
        yield from _pill(
            [Part(sign)], size * 0.47, -size * 0.33, max(13, size * 0.28), HELD, right=True
        )


def _condition(looks: Looks, condition: str, size: float) -> Iterator[str]:
    """A condition at the upper left: its symbol, or its name above the piece."""
    look = looks.condition(condition)
    if look.symbol is not None:
        yield from _round(look.symbol, -size * 0.31, -size * 0.3, size * 0.18, LIGHT)
        return
    height = max(10, size * 0.19)
    word = fit(str(look.name), size, height * 0.78)
    yield from _pill([Part(word)], 0, -size * 0.4, height, LIGHT, right=False)


def _round(drawn: Symbol, x: float, y: float, radius: float, fill: str) -> Iterator[str]:
    yield tag("circle", cx=x, cy=y, r=radius, fill=fill, stroke=DARK, stroke_width=radius * 0.12)
    yield symbol(drawn, radius * 1.45, ink(fill), fill, x, y)


# ---- pills --------------------------------------------------------------------------------------


def _pill(
    parts: list[Part], x: float, y: float, height: float, fill: str, *, right: bool
) -> Iterator[str]:
    """Texts in a rounded box, whose right edge is at x, or whose middle."""
    size = height * 0.78
    wides = [width(part.text, size) + (size if part.symbol else 0) for part in parts]
    gap = size * 0.35
    wide = sum(wides) + gap * (len(parts) - 1) + height * 0.55
    left = x - wide if right else x - wide / 2
    sides = {"x": left, "y": y - height / 2, "width": wide, "height": height}
    yield tag(
        "rect", **sides, rx=height / 2, fill=fill, stroke="#ffffff", stroke_width=height * 0.06
    )
    left += height * 0.275
    for part, taken in zip(parts, wides, strict=True):
        start = left
        if part.symbol is not None:
            yield symbol(part.symbol, size * 0.9, ink(fill), fill, start + size * 0.45, y)
            start += size
        yield centred(
            part.text, (start + left + taken) / 2, y, size, fill=ink(fill), font_weight="bold"
        )
        left += taken + gap
