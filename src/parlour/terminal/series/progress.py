"""What is seen of a series while it is played: a bar on a terminal, else a line now and then."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager

import click

from parlour.players.series.report import forfeits, standing
from parlour.players.series.tally import Tally

LINES = 20  # in a whole series

Show = Callable[[], None]


def progress(tally: Tally) -> AbstractContextManager[Show]:
    """While this is entered, what it gives shows how the series stands; on stderr."""
    return _bar(tally) if sys.stderr.isatty() else _lines(tally)


def _news(tally: Tally) -> Callable[[], Iterator[str]]:
    """What has to be said at once, and once: that a player forfeits, and why."""
    told = set(tally.first_forfeits)

    def news() -> Iterator[str]:
        for player, line in forfeits(tally).items():
            if player not in told:
                told.add(player)
                yield line

    return news


@contextmanager
def _bar(tally: Tally) -> Generator[Show]:
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeColumn

    columns = BarColumn(20), MofNCompleteColumn(), TimeColumn(), TextColumn("{task.description}")
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task, news = bar.add_task("", total=tally.plan.matches), _news(tally)

        def show() -> None:
            for line in news():
                bar.console.print(escape(line), soft_wrap=True, highlight=False)
            lines = escape(standing(tally).replace(", ", "\n", 1))  # one would be too long
            bar.update(task, completed=len(tally.played), description=lines)

        show()
        yield show


@contextmanager
def _lines(tally: Tally) -> Generator[Show]:
    """A line whenever another part of the series has been played."""
    part = max(1, tally.plan.matches // LINES)
    told, news = len(tally.played) // part, _news(tally)

    def show() -> None:
        nonlocal told
        for line in news():
            click.echo(line, err=True)
        if len(tally.played) // part > told:
            told = len(tally.played) // part
            played = f"{len(tally.played)} of {tally.plan.matches}"
            click.echo(f"{played}: {standing(tally)}", err=True)

    yield show
