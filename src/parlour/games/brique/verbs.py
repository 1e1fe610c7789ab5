"""The verb `parlour solve brique`: who wins a small board, proved."""

from __future__ import annotations

from collections.abc import Sequence

import click

from parlour.games.brique.bitboard import LARGEST


@click.group()
def solve() -> None:
    """Solve a position: prove who wins."""


@solve.command()
@click.argument("line", nargs=-1)
@click.option("--size", type=click.IntRange(2, LARGEST), metavar="N",
              help=f"Solve the empty board of N x N squares, up to {LARGEST}; default: 4.",
              )  # fmt: skip
@click.option("--all", "every", is_flag=True, help="Find every winning move, not just one.")
@click.option("--nodes", type=click.IntRange(1, 10**12), default=10**9, show_default=True,
              help="The number of positions to search before giving up.")  # fmt: skip
@click.option("--memory", type=click.IntRange(1, 16_384), default=256, show_default=True,
              metavar="MB", help="The size of the transposition table.")  # fmt: skip
def brique(line: Sequence[str], size: int | None, every: bool, nodes: int, memory: int) -> None:
    """Prove who wins the position LINE on a board of up to 8 x 8 squares, and by which move.

    LINE is what parlour show --json prints, or the position in it. Without it, the empty board is
    solved, without the pie rule.
    """
    from parlour.games.brique import solve_report

    state = solve_report.position(size, " ".join(line))
    for text in solve_report.report(state, every, nodes, memory * 1024 * 1024):
        click.echo(text)


VERBS = (solve,)
