"""`parlour perft` and `parlour bench`."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import click
import msgspec

from parlour.command_line.completion import complete_game, settings_option
from parlour.lab import bench as benchmarks
from parlour.lab import perft as counts
from parlour.table import registry
from parlour.table.settings import read_assignments


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.argument("depth", type=click.IntRange(0, 20))
@settings_option
@click.option("--line", help="Count from this position instead of the starting position.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def perft(game: str, depth: int, settings: Sequence[str], line: str | None, as_json: bool) -> None:
    """Count the legal sequences of DEPTH actions. The number is a fingerprint of the rules."""
    rules = registry.game(game, **read_assignments(settings))
    start = rules.from_line(line) if line else rules.start()
    count = counts.perft(start, depth)
    if as_json:
        about = {
            "game": rules.slug,
            "settings": rules.changed_settings(),
            "line": rules.line(start),
        }
        click.echo(msgspec.json.encode(about | {"depth": depth, "count": count}))
    else:
        click.echo(count)


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
@click.option(
    "--seconds",
    type=click.FloatRange(0.01, 60),
    default=0.5,
    show_default=True,
    help="The length of each of the three rounds of a measurement.",
)
@click.option(
    "--one-mode",
    is_flag=True,
    help="Measure only the current mode, not the interpreted one as well.",
)
def bench(game: str | None, as_json: bool, seconds: float, one_mode: bool) -> None:
    """Measure how fast the games run. It measures one core, compiled and interpreted."""
    if isnan(seconds):
        raise click.BadParameter("nan is not a time.", param_hint="'--seconds'")
    for line in benchmarks.report(game, seconds, as_json, one_mode):
        click.echo(line)
