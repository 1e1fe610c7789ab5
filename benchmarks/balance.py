"""The balance of every game and map: who wins between equal players, and how long matches are.

    make balance           (or: python -m benchmarks.balance [GAME ...] [--matches 200] ...)

Takes the options of benchmarks.match_statistics. Writes docs/balance.md, with a picture for each
game: the share of the points of each seat with its error bar, map by map.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

import parlour
from benchmarks.match_statistics import Played, Task, arguments, variants, with_progress, workers
from parlour.drawing.palette import ACCENT, FAINT, LINE, TEXT
from parlour.drawing.picture import card, sheet
from parlour.drawing.svg_tags import centred, fit, tag, tooltip, write
from parlour.players.series.scoring import Estimate, Sample, share
from parlour.table.registry import AnyGame

DOCS = Path("docs")
ABOUT = """\
# Balance

Every game and map between equal players: a player that searches a little sits in every seat. A fair
game has equal shares. The share of a seat is that of the points, a win being one point and a match
without a single winner shared by all; error bars are 95 % intervals. Made with `make balance`.
"""
HEADINGS = """\
| | matches | share of the points, in % | shared | actions: mean | median | longest |
|---|---:|---|---:|---:|---:|---:|"""
LEFT, PLOT, ROW, TOP = 230.0, 400.0, 26.0, 84.0


class Balance(NamedTuple):
    """What came of the matches of a variant."""

    name: str
    seats: tuple[str, ...]
    shares: list[Estimate]
    matches: list[Played]


def balance(game: AnyGame, name: str, matches: list[Played]) -> Balance:
    seats = len(game.seats)
    shares: list[Estimate] = []
    for seat in range(seats):
        points = [
            1.0 / seats if match.winner is None else float(match.winner == seat)
            for match in matches
        ]
        squares = sum(point * point for point in points)
        shares.append(share(Sample(1, 1, len(points), sum(points), squares)))
    return Balance(name, tuple(game.seats), shares, matches)


def row(found: Balance) -> str:
    """A line of the table."""
    lengths = [match.actions for match in found.matches]
    shares = ", ".join(
        f"{seat} {100 * each.value:.1f} ({100 * each.low:.1f} to {100 * each.high:.1f})"
        for seat, each in zip(found.seats, found.shares, strict=True)
    )
    shared = sum(match.winner is None for match in found.matches) / len(lengths)
    cells = [found.name, str(len(lengths)), shares, f"{shared:.1%}"]
    cells += [f"{mean(lengths):.0f}", f"{median(lengths):.0f}", str(max(lengths))]
    return f"| {' | '.join(cells)} |"


def plot(title: str, found: Sequence[Balance]) -> str:
    """The shares of all seats, variant by variant; a dashed line where they would be equal."""
    lines = sum(len(each.seats) + 1 for each in found)
    wide, high = LEFT + PLOT + 30, TOP + ROW * lines + 30
    parts = [
        sheet(wide, high),
        tooltip(title),
        card(wide, high),
        write(title, 20, 24, 17, font_weight="bold"),
        write("share of the points in matches between equal players", 20, 48, 13, fill=FAINT),
    ]
    for step in range(0, 101, 25):
        x = LEFT + PLOT * step / 100
        parts.append(tag("line", x1=x, x2=x, y1=TOP - 8, y2=high - 24, stroke=LINE))
        parts.append(centred(f"{step} %", x, high - 12, 12, fill=FAINT))
    top = TOP
    for each in found:
        parts.append(write(fit(each.name, LEFT, 13), 20, top, 13, font_weight="bold"))
        top += ROW
        equal = LEFT + PLOT / len(each.seats)
        end = top + ROW * (len(each.seats) - 0.5)
        look = {"stroke": TEXT, "stroke_dasharray": "4 4"}
        parts.append(tag("line", x1=equal, x2=equal, y1=top - ROW / 2, y2=end, **look))
        for seat, bar in zip(each.seats, each.shares, strict=True):
            low, middle, far = (LEFT + PLOT * at for at in (bar.low, bar.value, bar.high))
            parts.append(write(seat, 40, top, 13))
            parts.append(tag("line", x1=low, x2=far, y1=top, y2=top, stroke=ACCENT, stroke_width=3))
            parts.append(tag("circle", cx=middle, cy=top, r=5, fill=TEXT))
            top += ROW
    return "".join([*parts, "</svg>"])


def sections(words: list[str] | None, docs: Path) -> Iterator[str]:
    given = arguments(words)
    yield ABOUT
    yield f"The player is `{given.player}`, the seed {given.seed}."
    with workers(given.processes) as play_all:
        for slug in given.games or parlour.games():
            found: list[Balance] = []
            for settings in variants(slug, given.fixed, given.vary):
                game = parlour.game(slug, **settings)
                name = " ".join([game.title, *map(str, settings.values())])
                tasks = [
                    Task(slug, settings, given.player, f"{given.seed} {name} {number}")
                    for number in range(given.matches)
                ]
                played = list(with_progress(name, tasks, play_all(tasks)))
                found.append(balance(game, name, played))
            title = parlour.game(slug).title
            picture = docs / "pictures" / f"balance-{slug}.svg"
            picture.parent.mkdir(parents=True, exist_ok=True)
            picture.write_text(plot(f"{title}: balance", found), "utf-8")
            yield f"\n## {title}\n\n![The share of each seat](pictures/{picture.name})\n"
            yield HEADINGS
            yield from map(row, found)


def main(words: list[str] | None = None, docs: Path = DOCS) -> None:
    try:
        page = "\n".join(sections(words, docs)) + "\n"
    except KeyboardInterrupt:
        sys.exit(130)
    (docs / "balance.md").write_text(page, "utf-8")


if __name__ == "__main__":
    main()
