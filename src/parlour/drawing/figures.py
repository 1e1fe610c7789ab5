"""What pieces look like in a picture: each drawn around 0, 0, `size` being a cell's side.

The layer gives the shape: tiles for blocks, shields for guards, discs for units, small tokens for
what lies on the ground. `stone` is the one kind that means a shape. Beside its colour a seat has
its own ring, and everything but a stone its letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parlour.drawing.palette import FACE, GROUNDS, ink, mix
from parlour.drawing.svg_tags import box, centred, fit, move, number, plain, tag, tooltip, width
from parlour.table.view import Piece

SHIELD = "M0-.42Q.17-.31.36-.31V-.02C.36.19.2.34 0 .43C-.2.34-.36.19-.36-.02V-.31Q-.17-.31 0-.42Z"
STAR = "M0-.3.08-.1.29-.09.12.04.18.25 0 .13-.18.25-.12.04-.29-.09-.08-.1Z"
EMBLEMS = {  # of grounds and blocks; their sides are 1 long
    "water": "M-.3-.1q.1-.1.2 0t.2 0 .2 0M-.3.1q.1-.1.2 0t.2 0 .2 0",
    "dead": "M-.22-.22.22.22M.22-.22-.22.22",
    "neutral": "M0-.2.2 0 0 .2-.2 0Z",
    "goal": STAR,
    "objective": STAR,
    "spawn": "M-.28 0a.28.28 0 1 0 .56 0a.28.28 0 1 0-.56 0M-.1 0H.1M0-.1V.1",
}
FADED = ("spent", "fallen")  # conditions that are seen without a word
RINGS = ((), (7, 3), (2, 3), (9, 3, 2, 3))  # long and short dashes, by seat


def draw(piece: Piece, size: float, colour: str, *, alone: bool) -> str:
    """A piece, its numbers and what it holds; a hidden one shows nothing but its owner."""
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
    """The piece in words, for those who point at it."""
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
    """A colour in the light from the upper left; its id is its colour, so pictures may share it."""
    stops = ((0, mix(colour, "#ffffff", 0.4)), (0.5, colour), (1, mix(colour, "#000000", 0.28)))
    inside = (tag("stop", offset=offset, stop_color=stop) for offset, stop in stops)
    return tag("radialGradient", *inside, id=f"parlour-{colour[1:]}", cx=0.36, cy=0.3, r=0.78)


def dashes(seat: int | None, size: float) -> str | None:
    """The dashes of a seat's rings; None for a whole line."""
    ring = RINGS[(seat or 0) % len(RINGS)]
    return " ".join(number(dash * size / 100) for dash in ring) or None


def emblem(kind: str, size: float, ground: str, x: float = 0, y: float = 0) -> str:
    """The sign of a special ground, if it has one."""
    if kind not in EMBLEMS:
        return ""
    pen = {"stroke": ink(ground), "stroke_linecap": "round", "stroke_linejoin": "round"}
    path = tag("path", d=EMBLEMS[kind], fill="none", **pen, stroke_width=0.05, opacity=0.4)
    return tag("g", path, transform=f"{move(x, y)}scale({number(size)})")


# ---- shapes -----------------------------------------------------------------------------------


def _shadow(size: float) -> str:
    return tag("circle", cy=size * 0.03, r=size * 0.44, fill="#000000", opacity=0.25)


def _ring(piece: Piece, size: float, colour: str) -> Iterator[str]:
    """Black and white tell themselves apart; any other colour has the ring of its seat."""
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
    """The shape of a layer, with a rim; that of a hidden piece shows the colour of its owner."""
    rim = colour if piece.hidden else mix(colour, "#000000", 0.4)
    line = max(1, size * (0.06 if piece.hidden else 0.03))
    if piece.layer == "guard":
        pen = {"stroke": rim, "stroke_width": line / size, "stroke_linejoin": "round"}
        shield = tag("path", d=SHIELD, transform=f"scale({number(size)})", fill=face, **pen)
        return [shield, *_ring(piece, size, colour)]
    if piece.layer == "ground":
        turned = "rotate(45)" if piece.hidden or len(piece.letter) < 3 else None
        pen = {"stroke": rim, "stroke_width": line}
        return [box(size * 0.27, size * 0.08, transform=turned, fill=face, **pen)]
    disc = tag("circle", r=size * 0.41, fill=face, stroke=rim, stroke_width=line)
    return [_shadow(size), disc, *_ring(piece, size, colour)]


def _tile(piece: Piece, size: float, colour: str, alone: bool) -> list[str]:
    """A block fills its cell; its letter stands in the corner where the middle is taken."""
    fill = mix(colour, "#ffffff", 0.4)
    if piece.seat is None and not piece.colour:
        fill = GROUNDS.get(piece.kind, GROUNDS["neutral"])
    fill, kind, sign = (FACE, "", "?") if piece.hidden else (fill, piece.kind, piece.letter)
    aside = not alone or kind in EMBLEMS
    at, height = (-0.35, 0.44) if aside else (0, 0.8)
    pen = {"stroke": mix(fill, ink(fill), 0.4), "stroke_dasharray": dashes(piece.seat, size)}
    return [
        box(size / 2 - 1, size * 0.08, fill=fill),
        box(size / 2 - 3.5, size * 0.05, fill="none", **pen),
        emblem(kind, size, fill),
        _letters(sign, size * height, mix(fill, ink(fill), 0.8), at * size, at * size),
    ]


def _letters(text: str, size: float, colour: str, x: float = 0, y: float = 0) -> str:
    """As large as its length allows inside a disc of this size."""
    text = fit(text, 4.5, 1)
    height = 0.44 * size / max(0.72 + width(text, 0.5), 1)
    return centred(text, x, y, height, fill=colour, font_weight="bold")


# ---- numbers and badges -----------------------------------------------------------------------


def _pill(text: str, x: float, y: float, height: float, fill: str) -> list[str]:
    """A small text in a box that ends at x on the right."""
    wide = _pill_width(text, height)
    sides = {"x": x - wide, "y": y - height / 2, "width": wide, "height": height}
    letters = {"fill": ink(fill), "font_weight": "bold"}
    return [
        tag("rect", **sides, rx=height / 2, fill=fill, stroke="#ffffff"),
        centred(text, x - wide / 2, y, height * 0.78, **letters),
    ]


def _pill_width(text: str, height: float) -> float:
    return width(text, height * 0.78) + height * 0.6


def _numbers(stats: Mapping[str, int], size: float) -> list[str]:
    """`3/4` where there is a `max` or `max_hp` to an `hp`; several numbers with their initials."""
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
    """What a piece holds: its letter, in a badge at the upper right."""
    held = plain(held)
    sign = held if len(held) < 3 else held[0].upper()
    return _pill(sign, size * 0.47, -size * 0.33, max(13, size * 0.28), "#f3d98b") if held else []


def _condition(condition: str, size: float) -> list[str]:
    """What is the matter with a piece: a small word over its head."""
    if not condition or condition in FADED:
        return []
    height = max(10, size * 0.19)
    word = fit(condition, size, height * 0.78)
    return _pill(word, _pill_width(word, height) / 2, -size * 0.4, height, "#f4efe4")
