"""The picture of a series: the running share of the first player, with its error band."""

from __future__ import annotations

from parlour.drawing.palette import ACCENT, FAINT, LINE, TEXT
from parlour.drawing.picture import card, sheet
from parlour.drawing.svg_tags import centred, fit, tag, tooltip, write
from parlour.players.series.report import score
from parlour.players.series.scoring import share
from parlour.players.series.tally import Tally
from parlour.table.errors import BadText

WIDTH, HEIGHT = 720.0, 400.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 20.0, 56.0, 48.0
MOST_POINTS = 400


def svg(tally: Tally) -> str:
    """An SVG plot: the share, its error band, and a dashed line at equal strength."""
    if not tally.rounds:
        raise BadText("series.nothing")
    rounds = tally.rounds
    shown = sorted({max(1, rounds * i // MOST_POINTS) for i in range(1, MOST_POINTS + 1)})
    curve = [(_across(n, rounds), share(tally.history[n - 1])) for n in shown]
    line = [(x, estimate.value) for x, estimate in curve]
    band = [(x, estimate.low) for x, estimate in curve]
    band += [(x, estimate.high) for x, estimate in reversed(curve)]
    title = f"{tally.plan.load_game().title}: {' – '.join(tally.plan.players)}"
    parts = [
        sheet(WIDTH, HEIGHT),
        tooltip(title),
        card(WIDTH, HEIGHT),
        write(fit(title, 640, 17), LEFT, 20, 17, font_weight="bold"),
        write(fit(score(tally), 640, 13), LEFT, 42, 13, fill=FAINT),
        *_axes(tally),
        tag("polygon", points=_points(band), fill=ACCENT, fill_opacity=0.22),
        _level(tally.samples[0].parity, stroke=TEXT, stroke_dasharray="5 4"),
        tag("polyline", points=_points(line), fill="none", stroke=ACCENT, stroke_width=2.5),
        "</svg>",
    ]
    return "".join(parts)


def _axes(tally: Tally) -> list[str]:
    parts: list[str] = []
    for step in range(0, 101, 25):
        parts.append(_level(step / 100, stroke=LINE))
        parts.append(
            write(f"{step} %", LEFT - 8, _down(step / 100), 12, fill=FAINT, text_anchor="end")
        )
    for part in range(5):
        rounds = tally.rounds * part / 4
        text = f"{rounds * tally.round:.0f}"
        parts.append(centred(text, _across(rounds, tally.rounds), HEIGHT - 32, 12, fill=FAINT))
    parts.append(centred("matches", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, 12, fill=FAINT))
    return parts


def _level(share: float, **look: str) -> str:
    return tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=_down(share), y2=_down(share), **look)


def _across(rounds: float, of: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * rounds / of


def _down(share: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share


def _points(places: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{_down(share):.1f}" for x, share in places)
