"""A plot of a match's evaluations: a curve per seat, and a mark for each mistake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from parlour.drawing.palette import FAINT, LINE, paint
from parlour.drawing.picture import MARGIN, card, sheet
from parlour.drawing.svg_tags import centred, fit, move, opening, tag, tooltip, write
from parlour.players.analysis import Judgement

WIDE, HIGH, LEGEND = 720, 240, 44
LEFT = 40  # of the words at the axis
MARKS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
BARS = "▁▂▃▄▅▆▇█"


def svg(names: Sequence[str], colours: Sequence[str], judgements: Sequence[Judgement]) -> str:
    """The plot as SVG, from won at the top to lost at the bottom."""
    return "".join(_parts(names, colours, judgements))


def _parts(
    names: Sequence[str], colours: Sequence[str], judgements: Sequence[Judgement]
) -> Iterator[str]:
    wide, high = LEFT + WIDE + 2 * MARGIN, HIGH + LEGEND + 2 * MARGIN
    yield sheet(wide, high)
    yield tooltip(" - ".join(names))
    yield card(wide, high)
    yield opening("g", transform=move(MARGIN + LEFT, MARGIN))
    yield tag("path", d=f"M0 0H{WIDE}M0 {HIGH}H{WIDE}", stroke=LINE)
    yield tag("path", d=f"M0 {HIGH / 2:g}H{WIDE}", stroke=FAINT, stroke_dasharray="4 4")
    last = max((judgement.number for judgement in judgements), default=1)
    yield from _labels(last)
    share = WIDE / len(names)
    for seat, name in enumerate(names):
        colour = paint(colours[seat], seat)
        points = [_point(judgement, last) for judgement in judgements if judgement.seat == seat]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        pen = {"fill": "none", "stroke_linejoin": "round"}
        # An outline, so that a white curve is visible on a white page.
        yield tag("polyline", points=line, stroke="#000000", stroke_width=4, opacity=0.25, **pen)
        yield tag("polyline", points=line, stroke=colour, stroke_width=2, **pen)
        left = seat * share
        yield tag("rect", x=left, y=HIGH + 30, width=14, height=14, fill=colour, stroke=FAINT)
        yield write(fit(name, share - 28, 13), left + 20, HIGH + 38, 13)
    for judgement in judgements:
        if judgement.grade:
            x, y = _point(judgement, last)
            sign = MARKS[judgement.grade]
            yield write(sign, min(x, WIDE - 14), max(10, y - 10), 13, font_weight="bold")
    yield "</g></svg>"


def _labels(last: int) -> Iterator[str]:
    """The labels of the axes: the evaluation, and the number of actions."""
    for height, word in enumerate(("won", "even", "lost")):
        yield write(word, -8, HIGH * height / 2, 12, fill=FAINT, text_anchor="end")
    for number in sorted({round(last * part / 4) for part in range(1, 5)} - {0, last}):
        yield centred(str(number), WIDE * number / last, HIGH + 12, 12, fill=FAINT)
    said = f"{last} actions" if last > 1 else "1 action"
    yield write(said, WIDE, HIGH + 12, 12, fill=FAINT, text_anchor="end")


def _point(judgement: Judgement, last: int) -> tuple[float, float]:
    """The point of a decision; `last` is the number of the last one."""
    return WIDE * judgement.number / last, HIGH / 2 * (1 - max(-1, min(1, judgement.value)))


SCALE = f"{BARS[0]} lost  {BARS[len(BARS) // 2]} even  {BARS[-1]} won"
"""The legend of `bars`."""


def bars(judgements: Sequence[Judgement], seat: int, width: int) -> str:
    """The curve of a seat as one line of text, at most `width` characters."""
    values = [judgement.value for judgement in judgements if judgement.seat == seat]
    if len(values) > width:
        ends = [len(values) * i // width for i in range(width + 1)]
        values = [sum(values[a:b]) / (b - a) for a, b in pairwise(ends)]
    heights = [round((max(-1.0, min(1.0, value)) + 1) / 2 * (len(BARS) - 1)) for value in values]
    return "".join(BARS[height] for height in heights)
