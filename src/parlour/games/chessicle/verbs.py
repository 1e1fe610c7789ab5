"""The verb `parlour solve chessicle`: the exact value of a position, or tables of endings."""

from __future__ import annotations

from collections.abc import Sequence

import click

from parlour.table.completing import settings_option
from parlour.table.settings import read_assignments


@click.group()
def solve() -> None:
    """Find out for certain who wins."""


@solve.command()
@click.argument("line", nargs=-1)
@click.option("--tables", type=click.IntRange(2, 5), metavar="2-5",
              help="Make the table of all endings of up to so many characters.")  # fmt: skip
@click.option("-o", "--output", metavar="FILE",
              help="Where the table goes, instead of the folder with your data.")  # fmt: skip
@click.option("--nodes", type=click.IntRange(1, 10**12), default=20_000_000, show_default=True,
              help="How many positions to search beyond the tables.")  # fmt: skip
@settings_option
def chessicle(
    line: Sequence[str],
    tables: int | None,
    output: str | None,
    nodes: int,
    settings: Sequence[str],
) -> None:
    """Solve the position LINE: its value, the best line, and the value of each move. With five
    characters or more, first make the table with --tables 5, which takes a minute or two."""
    from parlour.games.chessicle import solving

    game = solving.game_with(read_assignments(settings))
    if tables:
        solving.make(game, tables, output)
    if line or not tables:
        for text in solving.report(game, " ".join(line), nodes):
            click.echo(text)


VERBS = (solve,)
