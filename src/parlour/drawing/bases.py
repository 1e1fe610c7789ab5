"""What symbols are drawn on: stones, discs, shields, tokens and tiles, around the origin.

`size` is the side of a cell. Each seat has a ring or a pattern of its own, besides its colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from parlour.drawing.palette import ink, mix, rim
from parlour.drawing.svg_tags import box, number, tag

SHIELD = "M0-.43Q.17-.32.37-.32V-.02C.37.2.2.35 0 .45C-.2.35-.37.2-.37-.02V-.32Q-.17-.32 0-.43Z"
RINGS = ((), (7, 3), (2, 3), (9, 3, 2, 3))  # dash patterns, by seat
HATCHES = ("", "M-3 3 3-3M0 12 12 0M9 15 15 9", "M5 6h2M11 0h2M-1 0h2M11 12h2M-1 12h2", "M0 6H12")
"""Patterns by seat, in a square of 12, of blocks and of figures without a base."""


class Body(NamedTuple):
    """How a piece without its symbol is to be drawn."""

    size: float
    colour: str  # of its owner
    face: str  # what it is filled with: the colour, a gradient or a back
    seat: int | None
    plain: bool  # are there no seats to tell apart by a ring?
    hidden: bool


def shade(colour: str) -> str:
    """The reference to a colour's gradient."""
    return f"url(#parlour-{colour[1:]})"


def gradient(colour: str) -> str:
    """A radial gradient of a colour. Its id is the colour, so pictures on a page can share it."""
    stops = ((0, mix(colour, "#ffffff", 0.38)), (0.5, colour), (1, mix(colour, "#000000", 0.25)))
    inside = (tag("stop", offset=offset, stop_color=stop) for offset, stop in stops)
    return tag("radialGradient", *inside, id=f"parlour-{colour[1:]}", cx=0.36, cy=0.3, r=0.78)


def hatch(seat: int, colour: str) -> str:
    """The pattern of a seat, in the ink of a colour."""
    path = HATCHES[seat % len(HATCHES)]
    pen = {"fill": "none", "stroke": ink(colour), "stroke_width": 2, "stroke_linecap": "round"}
    line = tag("path", d=path, **pen, opacity=0.2)
    return tag(
        "pattern", line, id=_hatch_id(seat, colour), width=12, height=12,
        patternUnits="userSpaceOnUse",
    )  # fmt: skip


def _hatch_id(seat: int, colour: str) -> str:
    return f"parlour-{colour[1:]}-{seat % len(HATCHES)}"


def hatching(seat: int | None, colour: str) -> str | None:
    """The reference to a seat's pattern; None if the seat has none."""
    hatched = seat is not None and HATCHES[seat % len(HATCHES)]
    return f"url(#{_hatch_id(seat, colour)})" if seat is not None and hatched else None


def dashes(seat: int | None, size: float) -> str | None:
    """The dash pattern of a seat's ring; None for a solid line."""
    ring = RINGS[(seat or 0) % len(RINGS)]
    return " ".join(number(dash * size / 100) for dash in ring) or None


# ---- bases --------------------------------------------------------------------------------------


def stone(body: Body) -> Iterator[str]:
    """A round stone with light from the upper left."""
    size = body.size
    yield _shadow(size, 0.44)
    yield tag("circle", r=size * 0.43, fill=body.face, **_rim(body, 0.015))
    if not body.hidden:
        spot = {"cx": -size * 0.15, "cy": -size * 0.18, "rx": size * 0.13, "ry": size * 0.08}
        turned = f"rotate(-40 {number(spot['cx'])} {number(spot['cy'])})"
        yield tag("ellipse", **spot, fill="#ffffff", opacity=0.15, transform=turned)
    yield from _ring(body)


def disc(body: Body) -> Iterator[str]:
    yield _shadow(body.size, 0.42)
    yield tag("circle", r=body.size * 0.41, fill=body.face, **_rim(body, 0.03))
    yield from _ring(body)


def shield(body: Body) -> Iterator[str]:
    size = body.size
    scale = {"transform": f"scale({number(size)})"}
    pen = {"stroke": _line(body), "stroke_width": max(1 / size, 0.03), "stroke_linejoin": "round"}
    yield tag(
        "path",
        d=SHIELD,
        fill="#000000",
        opacity=0.25,
        transform=f"translate(0 {number(size * 0.03)})scale({number(size)})",
    )
    yield tag("path", d=SHIELD, fill=body.face, **pen, **scale)
    if not body.plain:
        ring = {"fill": "none", "stroke": ink(body.colour), "stroke_width": 0.03, "opacity": 0.7}
        yield tag(
            "path", d=SHIELD, **ring, stroke_dasharray=dashes(body.seat, 1.2),
            transform=f"scale({number(size * 0.84)})",
        )  # fmt: skip


def token(body: Body) -> Iterator[str]:
    """A small rounded square, for what lies on the ground."""
    size = body.size
    yield box(
        size * 0.3,
        size * 0.1,
        fill="#000000",
        opacity=0.2,
        transform=f"translate(0 {number(size * 0.025)})",
    )
    yield box(size * 0.3, size * 0.1, fill=body.face, **_rim(body, 0.025))


def tile(body: Body, strong: bool) -> Iterator[str]:
    """A block fills its cell. A strong one stands out: its edge is drawn twice."""
    size, colour = body.size, body.colour
    yield box(size / 2 - 0.5, size * 0.06, fill=body.face)
    pattern = hatching(body.seat, colour)
    if pattern and not body.hidden:
        yield box(size / 2 - 0.5, size * 0.06, fill=pattern)
    edge = {"stroke": mix(colour, ink(colour), 0.35), "stroke_width": max(1, size * 0.02)}
    yield box(size / 2 - 1.5, size * 0.05, fill="none", **edge)
    if strong:
        inner = {"stroke": ink(colour), "stroke_width": max(1, size * 0.025), "opacity": 0.55}
        yield box(size * 0.41, size * 0.05, fill="none", **inner)


def _shadow(size: float, radius: float) -> str:
    return tag("circle", cy=size * 0.03, r=size * radius, fill="#000000", opacity=0.25)


def _line(body: Body) -> str:
    """The colour of the rim; that of a hidden piece is its owner's."""
    return body.colour if body.hidden else rim(body.colour)


def _rim(body: Body, share: float) -> dict[str, str | float]:
    wide = max(1, body.size * (0.06 if body.hidden else share))
    return {"stroke": _line(body), "stroke_width": wide}


def _ring(body: Body) -> Iterator[str]:
    """The ring of a seat. Black and white need none: they differ without colour vision."""
    if not body.plain:
        pen = {"fill": "none", "stroke": ink(body.colour), "stroke_width": body.size * 0.025}
        dash = dashes(body.seat, body.size)
        yield tag("circle", r=body.size * 0.36, **pen, stroke_dasharray=dash, opacity=0.7)
