"""The verbs of Knights: `parlour knights` plays a script of moves, `parlour solve knights` finds
out who of the last two can hunt down whom."""

from __future__ import annotations

from collections.abc import Sequence

import click

from parlour.command_line.completion import settings_option
from parlour.table.settings import read_assignments


@click.command()
@click.argument("moves", metavar="MOVES.TXT")
@click.option("-o", "--output", default="final_state.json", show_default=True, metavar="FILE",
              help="The file for the final state; - is standard output.")  # fmt: skip
@click.option("--item-choice", type=click.Choice(["random", "priority"]), default="random",
              show_default=True, help="How to choose among several items on a tile.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**64 - 1),
              help="The seed for random choices; if you give none, it is printed.")  # fmt: skip
def knights(moves: str, output: str, item_choice: str, seed: int | None) -> None:
    """Play a Knights script and write the final state as JSON.

    A script is GAME-START, lines such as R:S, and GAME-END; - reads standard input.
    """
    from parlour.games.knights.script_file import play_script

    play_script(moves, output, item_choice, seed)


@click.group()
def solve() -> None:
    """Solve a position: prove who wins."""


@solve.command("knights")
@click.argument("line", nargs=-1)
@settings_option
def solve_knights(line: Sequence[str], settings: Sequence[str]) -> None:
    """Solve the position LINE with two knights left: who wins, the best line and the result of
    each step. With more knights, show what is certain.

    LINE is what parlour show --json prints, or the position in it. Without it, the start of a match
    of two is solved.
    """
    from parlour.games.knights.solve_report import report

    for text in report(" ".join(line), read_assignments(settings)):
        click.echo(text)


VERBS = (knights, solve)
