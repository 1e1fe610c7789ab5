"""Pictures of a tournament: the cross table, and the ratings with their error bars."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.drawing.palette import ACCENT, FAINT, LINE, TEXT, mix
from parlour.drawing.picture import card, sheet
from parlour.drawing.svg_tags import centred, fit, tag, tooltip, width, write
from parlour.lab.tournaments.report import elos, headline, title
from parlour.lab.tournaments.standings import Standings
from parlour.players.series.scoring import Estimate

CELL, ROW, MARGIN = 44.0, 30.0, 20.0
PLOT = 420.0
LONGEST = 220.0


def cross_table(standings: Standings) -> str:
    """Who scored what against whom, from the rows' point of view; greener is better."""
    places, met = standings.places(), standings.crossings()
    names = max(min(LONGEST, width(place.name, 13)) for place in places) + 34
    left, top = MARGIN + names, 92.0
    across = left + CELL * (len(places) + 1) + MARGIN
    down = top + ROW * len(places) + MARGIN
    parts = _frame(standings, max(across, 480.0), down)
    for column, place in enumerate(places):
        parts.append(
            centred(str(column + 1), left + CELL * (column + 0.5), top - 14, 12, fill=FAINT)
        )
        y = top + ROW * (column + 0.5)
        parts.append(write(f"{place.rank}", MARGIN, y, 13, fill=FAINT))
        parts.append(write(fit(place.name, LONGEST, 13), MARGIN + 26, y, 13))
        for other, against in enumerate(places):
            results = met.get((place.player, against.player), [])
            parts.append(_cell(results, left + CELL * other, y - ROW / 2, other == column))
        points = f"{place.points:.1f}"
        x = left + CELL * (len(places) + 0.5)
        parts.append(centred(points, x, y, 13, font_weight="bold"))
    return "".join([*parts, "</svg>"])


def _cell(results: Sequence[float], x: float, y: float, same: bool) -> str:
    share = sum(results) / len(results) if results else 0.5
    paint = mix("#d8342c", ACCENT, share) if results else "#ffffff"
    look = {"x": x, "y": y, "width": CELL, "height": ROW, "stroke": LINE}
    square = tag("rect", **look, fill=LINE if same else paint, fill_opacity=0.35)
    if not results:
        return square
    text = f"{sum(results):g}/{len(results)}" if len(results) > 1 else f"{results[0]:g}"
    return square + centred(text, x + CELL / 2, y + ROW / 2, 12)


def rating_plot(standings: Standings) -> str:
    """The Bradley-Terry ratings with their error bars, best first."""
    names, bars = standings.plan.names, elos(standings)
    return bar_plot(title(standings), headline(standings), names, bars)


def bar_plot(heading: str, about: str, names: Sequence[str], bars: Sequence[Estimate]) -> str:
    """Estimates with their error bars, the highest first."""
    order = sorted(range(len(names)), key=lambda i: (-bars[i].value, i))
    space = max(min(LONGEST, width(name, 13)) for name in names) + 16
    low, high = min(bar.low for bar in bars), max(bar.high for bar in bars)
    step = _step(high - low)
    low, high = step * (low // step), step * -(-high // step)
    left, top = MARGIN + space, 76.0
    bottom = top + ROW * len(order)
    scale = PLOT / max(1.0, high - low)
    parts = _headed(heading, about, left + PLOT + MARGIN + 70, bottom + 40)
    for i in range(round((high - low) / step) + 1):
        x = left + scale * step * i
        parts.append(tag("line", x1=x, x2=x, y1=top, y2=bottom, stroke=LINE))
        parts.append(centred(_signed(low + step * i), x, bottom + 16, 12, fill=FAINT))
    for row, i in enumerate(order):
        y = top + ROW * (row + 0.5)
        start, middle, end = (
            left + scale * (at - low) for at in (bars[i].low, bars[i].value, bars[i].high)
        )
        parts.append(write(fit(names[i], LONGEST, 13), MARGIN, y, 13))
        parts.append(tag("line", x1=start, x2=end, y1=y, y2=y, stroke=ACCENT, stroke_width=3))
        parts.append(tag("circle", cx=middle, cy=y, r=5, fill=TEXT))
        parts.append(write(_signed(bars[i].value), left + PLOT + 12, y, 13))
    return "".join([*parts, "</svg>"])


def _signed(value: float) -> str:
    """A whole number with its sign; nought has none."""
    return f"{value:+.0f}" if round(value) else "0"


def _step(span: float) -> float:
    """A round distance of grid lines, of which there are at most eight."""
    step = 10.0
    while span / step > 8:
        step *= 2.5 if str(step)[0] == "2" else 2
    return step


def _frame(standings: Standings, across: float, down: float) -> list[str]:
    return _headed(title(standings), headline(standings), across, down)


def _headed(heading: str, about: str, across: float, down: float) -> list[str]:
    return [
        sheet(across, down),
        tooltip(heading),
        card(across, down),
        write(fit(heading, across - 2 * MARGIN, 17), MARGIN, 22, 17, font_weight="bold"),
        write(fit(about, across - 2 * MARGIN, 13), MARGIN, 46, 13, fill=FAINT),
    ]
