"""The verb `parlour solve chessicle`: the exact value of a position, or tables of endings."""

from __future__ import annotations

from collections.abc import Sequence

import click

from parlour.command_line.completion import settings_option
from parlour.table.settings import read_assignments


@click.group()
def solve() -> None:
    """Solve a position: prove who wins."""


@solve.command()
@click.argument("line", nargs=-1)
@click.option("--tables", type=click.IntRange(2, 5), metavar="2-5",
              help="Build the endgame table for up to this many characters.")  # fmt: skip
@click.option("-o", "--output", metavar="FILE",
              help="Write the table to FILE instead of your data folder.")  # fmt: skip
@click.option("--nodes", type=click.IntRange(1, 10**12), default=20_000_000, show_default=True,
              help="The number of positions to search beyond the tables.")  # fmt: skip
@settings_option
def chessicle(
    line: Sequence[str],
    tables: int | None,
    output: str | None,
    nodes: int,
    settings: Sequence[str],
) -> None:
    """Solve the position LINE: its value, the best line and the value of each move.

    For five characters or more, build the table first with --tables 5. This takes a minute or two.
    """
    from parlour.games.chessicle.solving import solve_report

    game = solve_report.game_with(read_assignments(settings))
    if tables:
        solve_report.make(game, tables, output)
    if line or not tables:
        for text in solve_report.report(game, " ".join(line), nodes):
            click.echo(text)


VERBS = (solve,)
