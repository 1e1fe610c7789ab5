"""Symbols of looks as SVG, in the box of a cell."""

from __future__ import annotations

from parlour.drawing.svg_tags import move, tag
from parlour.table.looks.tints import LINE, Symbol

ROUND = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
OUTLINE = 7  # around a figure that stands on no base


def symbol(
    drawn: Symbol,
    size: float,
    ink: str,
    ground: str,
    x: float = 0,
    y: float = 0,
    opacity: float | None = None,
) -> str:
    """A symbol in one ink on a ground, `size` wide and centred at (x, y)."""
    parts = [tag("path", d=drawn.solid, fill=ink)] if drawn.solid else []
    if drawn.lines:
        parts.append(_line(drawn.lines, ink))
    if drawn.cuts:
        parts.append(_line(drawn.cuts, ground))
    return _placed(parts, size, x, y, opacity)


def figure(
    drawn: Symbol, size: float, fill: str, colour: str, line: str, pattern: str | None
) -> str:
    """A symbol that is itself the piece: filled with its owner's colour, and with the pattern of
    the seat if it has one, inside an outline."""
    parts: list[str] = []
    if drawn.solid:
        pen = {**ROUND, "fill": fill, "stroke": line, "stroke_width": OUTLINE}
        parts.append(tag("path", d=drawn.solid, **pen, paint_order="stroke"))
        if pattern:
            parts.append(tag("path", d=drawn.solid, fill=pattern))
    if drawn.lines:
        parts += [_line(drawn.lines, line, LINE + OUTLINE), _line(drawn.lines, colour)]
    if drawn.cuts:
        parts.append(_line(drawn.cuts, line, LINE - 1.5))
    return _placed(parts, size, 0, 0, None)


def _line(path: str, ink: str, wide: float = LINE) -> str:
    return tag("path", d=path, **ROUND, stroke=ink, stroke_width=wide)


def _placed(parts: list[str], size: float, x: float, y: float, opacity: float | None) -> str:
    scale = f"{move(x, y) if x or y else ''}scale({number3(size / 100)})"
    return tag("g", *parts, transform=scale, opacity=opacity)


def number3(value: float) -> str:
    """A scale needs three decimals."""
    return f"{value:.3f}".rstrip("0").rstrip(".")
