"""The shapes of pieces, each drawn around the origin; `size` is the side of a cell.

The layer determines the shape: tiles for blocks, shields for guards, discs for units, small tokens
for the ground. Only the kind `stone` has a shape of its own. Colour is never the only sign: each
seat has its own ring, and every piece but a stone has letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parlour.drawing.palette import FACE, GROUNDS, ink, mix
from parlour.drawing.svg_tags import box, centred, fit, move, number, plain, tag, tooltip, width
from parlour.table.view import Piece

SHIELD = "M0-.42Q.17-.31.36-.31V-.02C.36.19.2.34 0 .43C-.2.34-.36.19-.36-.02V-.31Q-.17-.31 0-.42Z"
STAR = "M0-.3.08-.1.29-.09.12.04.18.25 0 .13-.18.25-.12.04-.29-.09-.08-.1Z"
EMBLEMS = {  # of grounds and blocks, for a cell of side 1
    "water": "M-.3-.1q.1-.1.2 0t.2 0 .2 0M-.3.1q.1-.1.2 0t.2 0 .2 0",
    "dead": "M-.22-.22.22.22M.22-.22-.22.22",
    "neutral": "M0-.2.2 0 0 .2-.2 0Z",
    "goal": STAR,
    "objective": STAR,
    "spawn": "M-.28 0a.28.28 0 1 0 .56 0a.28.28 0 1 0-.56 0M-.1 0H.1M0-.1V.1",
}
FADED = ("spent", "fallen")  # conditions that are drawn faded instead of written
RINGS = ((), (7, 3), (2, 3), (9, 3, 2, 3))  # dash patterns, by seat


def draw(piece: Piece, size: float, colour: str, *, alone: bool) -> str:
    """A piece with its stats, what it holds and its condition; a hidden one shows only its owner.

    `alone` means that no other piece is on the site."""
    if piece.layer == "block":
        parts = _tile(piece, size, colour, alone)
    elif piece.kind == "stone" and not piece.hidden:
        rim = {"stroke": mix(colour, "#000000", 0.4), "stroke_width": size * 0.015}
        stone = tag("circle", r=size * 0.43, fill=shade(colour), **rim)
        parts = [_shadow(size), stone, *_ring(piece, size, colour)]
    else:
        face, sign = (FACE, "?") if piece.hidden else (shade(colour), piece.letter)
        letters = ink(FACE if piece.hidden else colour)
        parts = [*_body(piece, size, colour, face), _letters(sign, size, letters)]
    if piece.hidden:
        return "".join([tooltip(words(piece)), *parts])
    if piece.condition in FADED:
        parts = [tag("g", *parts, opacity=0.45)]
    parts += [*_numbers(piece.stats, size), *_held(piece.holds, size)]
    return "".join([tooltip(words(piece)), *parts, *_condition(piece.condition, size)])


def words(piece: Piece) -> str:
    """The description of a piece, for its tooltip."""
    if piece.hidden:
        return f"{piece.site}: {piece.colour} ?"
    stats = [f"{name} {value}" for name, value in piece.stats.items()]
    held = [f"+ {piece.holds}"] if piece.holds else []
    condition = [piece.condition] if piece.condition else []
    name = f"{piece.site}: {piece.colour} {piece.kind}"
    return ", ".join([name, *condition, *stats, *held])


def shade(colour: str) -> str:
    """The reference to a colour's gradient."""
    return f"url(#parlour-{colour[1:]})"


def gradient(colour: str) -> str:
    """A radial gradient of a colour. Its id is the colour, so pictures on a page can share it."""
    stops = ((0, mix(colour, "#ffffff", 0.4)), (0.5, colour), (1, mix(colour, "#000000", 0.28)))
    inside = (tag("stop", offset=offset, stop_color=stop) for offset, stop in stops)
    return tag("radialGradient", *inside, id=f"parlour-{colour[1:]}", cx=0.36, cy=0.3, r=0.78)


def dashes(seat: int | None, size: float) -> str | None:
    """The dash pattern of a seat's ring; None for a solid line."""
    ring = RINGS[(seat or 0) % len(RINGS)]
    return " ".join(number(dash * size / 100) for dash in ring) or None


def emblem(kind: str, size: float, ground: str, x: float = 0, y: float = 0) -> str:
    """The emblem of a kind of ground or block; empty if it has none."""
    if kind not in EMBLEMS:
        return ""
    pen = {"stroke": ink(ground), "stroke_linecap": "round", "stroke_linejoin": "round"}
    path = tag("path", d=EMBLEMS[kind], fill="none", **pen, stroke_width=0.05, opacity=0.4)
    return tag("g", path, transform=f"{move(x, y)}scale({number(size)})")


# ---- shapes -----------------------------------------------------------------------------------


def _shadow(size: float) -> str:
    return tag("circle", cy=size * 0.03, r=size * 0.44, fill="#000000", opacity=0.25)


def _ring(piece: Piece, size: float, colour: str) -> Iterator[str]:
    """The ring of a seat. Black and white need none: they differ without colour vision."""
    if piece.colour in ("black", "white") or piece.seat is None:
        return
    pen = {"stroke": ink(colour), "fill": "none", "opacity": 0.7}
    if piece.layer == "guard":
        pen |= {"stroke_dasharray": dashes(piece.seat, 1.2), "stroke_width": 0.03}
        yield tag("path", d=SHIELD, transform=f"scale({number(size * 0.82)})", **pen)
    else:
        pen |= {"stroke_dasharray": dashes(piece.seat, size), "stroke_width": size * 0.025}
        yield tag("circle", r=size * 0.34, **pen)


def _body(piece: Piece, size: float, colour: str, face: str) -> list[str]:
    """The shape of a layer with a rim; the rim of a hidden piece has the colour of its owner."""
    rim = colour if piece.hidden else mix(colour, "#000000", 0.4)
    line = max(1, size * (0.06 if piece.hidden else 0.03))
    if piece.layer == "guard":
        pen = {"stroke": rim, "stroke_width": line / size, "stroke_linejoin": "round"}
        shield = tag("path", d=SHIELD, transform=f"scale({number(size)})", fill=face, **pen)
        return [shield, *_ring(piece, size, colour)]
    if piece.layer == "ground":
        rotation = "rotate(45)" if piece.hidden or len(piece.letter) < 3 else None
        pen = {"stroke": rim, "stroke_width": line}
        return [box(size * 0.27, size * 0.08, transform=rotation, fill=face, **pen)]
    disc = tag("circle", r=size * 0.41, fill=face, stroke=rim, stroke_width=line)
    return [_shadow(size), disc, *_ring(piece, size, colour)]


def _tile(piece: Piece, size: float, colour: str, alone: bool) -> list[str]:
    """A block fills its cell; its letter is in the corner if the middle is occupied."""
    fill = mix(colour, "#ffffff", 0.4)
    if piece.seat is None and not piece.colour:
        fill = GROUNDS.get(piece.kind, GROUNDS["neutral"])
    fill, kind, sign = (FACE, "", "?") if piece.hidden else (fill, piece.kind, piece.letter)
    in_corner = not alone or kind in EMBLEMS
    offset, height = (-0.35, 0.44) if in_corner else (0, 0.8)
    pen = {"stroke": mix(fill, ink(fill), 0.4), "stroke_dasharray": dashes(piece.seat, size)}
    return [
        box(size / 2 - 1, size * 0.08, fill=fill),
        box(size / 2 - 3.5, size * 0.05, fill="none", **pen),
        emblem(kind, size, fill),
        _letters(sign, size * height, mix(fill, ink(fill), 0.8), offset * size, offset * size),
    ]


def _letters(text: str, size: float, colour: str, x: float = 0, y: float = 0) -> str:
    """A text scaled to fit into a disc of this size."""
    text = fit(text, 4.5, 1)
    height = 0.44 * size / max(0.72 + width(text, 0.5), 1)
    return centred(text, x, y, height, fill=colour, font_weight="bold")


# ---- numbers and badges -----------------------------------------------------------------------


def _pill(text: str, x: float, y: float, height: float, fill: str) -> list[str]:
    """A small text in a rounded box whose right edge is at x."""
    pill_width = _pill_width(text, height)
    sides = {"x": x - pill_width, "y": y - height / 2, "width": pill_width, "height": height}
    letters = {"fill": ink(fill), "font_weight": "bold"}
    return [
        tag("rect", **sides, rx=height / 2, fill=fill, stroke="#ffffff"),
        centred(text, x - pill_width / 2, y, height * 0.78, **letters),
    ]


def _pill_width(text: str, height: float) -> float:
    return width(text, height * 0.78) + height * 0.6


def _numbers(stats: Mapping[str, int], size: float) -> list[str]:
    """The stats in a badge: `3/4` if `hp` comes with `max` or `max_hp`; several with initials."""
    shown = {name: value for name, value in stats.items() if not name.startswith("max")}
    if not shown:
        return []
    several = len(shown) > 1
    texts: list[str] = []
    lowest = 1.0
    for name, value in shown.items():
        most = stats.get(f"max_{name}", 0 if several else stats.get("max", 0))
        initial = name[:1] if several else ""
        texts.append(f"{initial}{value}/{most}" if most else f"{initial}{value}")
        lowest = min(lowest, value / most if most else 1)
    fill = "#b3261e" if lowest < 0.35 else "#8a5a00" if lowest < 1 else "#3b4252"
    return _pill(" ".join(texts), size * 0.47, size * 0.35, max(12, size * 0.24), fill)


def _held(held: str, size: float) -> list[str]:
    """The initial of what a piece holds, in a badge at the upper right."""
    held = plain(held)
    sign = held if len(held) < 3 else held[0].upper()
    return _pill(sign, size * 0.47, -size * 0.33, max(13, size * 0.28), "#f3d98b") if held else []


def _condition(condition: str, size: float) -> list[str]:
    """The condition of a piece, as a small text above it."""
    if not condition or condition in FADED:
        return []
    height = max(10, size * 0.19)
    word = fit(condition, size, height * 0.78)
    return _pill(word, _pill_width(word, height) / 2, -size * 0.4, height, "#f4efe4")
