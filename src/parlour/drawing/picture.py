"""A picture of any view as self-contained SVG, for notebooks, pages and files.

It depends on no game: the looks of the game say how cells (scene.py) and pieces (figures.py) are
drawn. Colour is never the only sign: symbols, rings and patterns give the same information.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.drawing.bases import dashes, shade
from parlour.drawing.palette import rim
from parlour.drawing.scene import Scene
from parlour.drawing.style import Style
from parlour.drawing.svg_tags import (
    centred,
    fit,
    move,
    number,
    opening,
    plain,
    tag,
    tooltip,
    width,
    wrap,
    write,
)
from parlour.drawing.theme import LIGHT, Theme
from parlour.table.looks.look import Looks
from parlour.table.looks.tints import ThemeName
from parlour.table.view import Board, Panel, View

MARGIN, COLUMN = 16, 208  # pixels: the outer margin, the width of the panels
FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','DejaVu Sans',sans-serif"


def svg(
    board: Board, view: View, looks: Looks, *, title: str | None = None, theme: ThemeName = "light"
) -> str:
    """A view as SVG: the board, the panels to its right, the status below."""
    return "".join(parts(board, view, looks, title=title, theme=theme))


def parts(
    board: Board, view: View, looks: Looks, *, title: str | None = None, theme: ThemeName = "light"
) -> Iterator[str]:
    """The SVG in fragments; pictures of one match have most of them in common."""
    scene = Scene(board, view, looks, theme)
    style = scene.style
    space = max(scene.width + (MARGIN + COLUMN if view.panels else 0), 280)
    heading = 32 if title else 0
    panels, panels_end = _panels(style, view.panels, space - COLUMN)
    caption, caption_end = _caption(style.theme, view, space, max(scene.height, panels_end) + 10)
    wide, high = space + 2 * MARGIN, heading + caption_end + 2 * MARGIN
    yield sheet(wide, high, style.theme)
    yield tooltip(f"{title}: {view.status}" if title else str(view.status))
    yield tag("defs", *scene.definitions())
    yield card(wide, high, style.theme)
    if title:
        yield write(fit(title, space, 18), MARGIN, MARGIN + 11, 18, font_weight="bold")
    yield opening("g", transform=move(MARGIN + scene.left, MARGIN + heading + scene.top))
    yield from scene.parts()
    yield "</g>"
    yield opening("g", transform=move(MARGIN, MARGIN + heading))
    yield from panels
    yield from caption
    yield "</g></svg>"


def sheet(wide: float, high: float, theme: Theme = LIGHT) -> str:
    """The opening tag of a picture of this size."""
    return opening(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(wide)} {number(high)}",
        width=wide,
        height=high,
        role="img",
        font_family=FONT,
        fill=theme.text,
        style="max-width:100%;height:auto",
    )


def card(wide: float, high: float, theme: Theme = LIGHT) -> str:
    """The background."""
    sides = {"x": 0.5, "y": 0.5, "width": wide - 1, "height": high - 1, "rx": 12}
    return tag("rect", **sides, fill=theme.paper, stroke=theme.line)


def _panels(style: Style, panels: Sequence[Panel], left: float) -> tuple[list[str], float]:
    """A box for each seat, from top to bottom, and the y coordinate where they end."""
    drawn: list[str] = []
    top = 0.0
    for panel in panels:
        counters = [f"{style.looks.counter(key)} {value}" for key, value in panel.counters.items()]
        lines = wrap(counters if panel.alive else ["out", *counters], COLUMN - 50, 12, gap=" · ")
        height = 40 + 17 * len(lines)
        inside = _panel(style, panel, lines, height)
        drawn.append(tag("g", *inside, data_seat=panel.seat, transform=move(left, top)))
        top += height + 8
    return drawn, top


def _panel(style: Style, panel: Panel, lines: Sequence[str], height: float) -> Iterator[str]:
    theme, colour = style.theme, style.colour(panel.colour, panel.seat)
    faint = None if panel.alive else 0.5
    pen, thick = (theme.accent, 2) if panel.acting else (theme.line, 1)
    sides = {"width": COLUMN, "height": height, "rx": 8}
    yield tag("rect", **sides, fill=theme.panel, stroke=pen, stroke_width=thick)
    edge = {"stroke": rim(colour.fill), "opacity": faint}
    yield tag("circle", cx=20, cy=20, r=10, fill=shade(colour.fill), **edge)
    if panel.colour not in ("black", "white"):
        ring = {"stroke": colour.ink, "stroke_dasharray": dashes(panel.seat, 36)}
        yield tag("circle", cx=20, cy=20, r=7, fill="none", **ring, opacity=faint)
    if panel.acting:
        yield tag("path", d=f"M{COLUMN - 18} 14l8 6-8 6z", fill=theme.accent)
    struck = None if panel.alive else "line-through"
    name = fit(panel.name, COLUMN - 64, 15)
    yield write(name, 38, 20, 15, font_weight="bold", text_decoration=struck, opacity=faint)
    for i, line in enumerate(lines):
        yield write(line, 38, 42 + 17 * i, 12, fill=theme.faint)


def _caption(theme: Theme, view: View, space: float, top: float) -> tuple[list[str], float]:
    """The status, the prompt and the buttons, and the y coordinate where they end."""
    drawn: list[str] = []
    for line in wrap(plain(str(view.status)).split(), space, 16):
        drawn.append(write(line, 0, top + 11, 16, font_weight="bold"))
        top += 22
    for line in wrap(plain(str(view.prompt or "")).split(), space, 14):
        drawn.append(write(line, 0, top + 10, 14, fill=theme.faint))
        top += 20
    left = 0.0
    for button in view.buttons:
        label = fit(button.label, space - 24, 13)
        button_width = width(label, 13) + 24
        if left and left + button_width > space:
            left, top = 0, top + 36
        sides = {"x": left, "y": top + 6, "width": button_width, "height": 28, "rx": 8}
        drawn.append(tag("rect", **sides, fill=theme.panel, stroke=theme.faint))
        drawn.append(centred(label, left + button_width / 2, top + 20, 13))
        left += button_width + 8
    return drawn, top + (36 if view.buttons else 0)
