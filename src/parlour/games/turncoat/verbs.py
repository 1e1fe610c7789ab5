"""The verbs that this game brings to the command line: `parlour map check|show|line FILE`."""

from __future__ import annotations

from pathlib import Path

import click

from parlour.games.turncoat.game import Turncoat, TurncoatSettings
from parlour.games.turncoat.maps.plan import SHIPPED, Plan, one_line, read_plan, shipped, warnings
from parlour.table.errors import ParlourError
from parlour.table.texts.files import read_text

LARGEST_FILE = 1_000_000


class Refusal(click.ClickException):
    """One sentence, and the exit code of bad input."""

    exit_code = 2


@click.group("map")
def map_verbs() -> None:
    """Check and show Turncoat maps. FILE may also be the name of a built-in map."""


@map_verbs.command()
@click.argument("file")
def check(file: str) -> None:
    """Check FILE and report what is wrong with it."""
    plan = load(file)
    size = f"{plan.width} x {plan.height}"
    click.echo(f"{file}: a map of {size} blocks for {plan.players} players.")
    for warning in warnings(plan):
        click.echo(f"Warning: {warning}")


@map_verbs.command()
@click.argument("file")
def show(file: str) -> None:
    """Show FILE as a board at the start of a match."""
    plan = load(file)
    click.echo(f"{plan.name}, for {plan.players} players{', by ' * bool(plan.author)}{plan.author}")
    click.echo(str(Turncoat(TurncoatSettings(map_text=one_line(plan))).start()))


@map_verbs.command()
@click.argument("file")
def line(file: str) -> None:
    """Write FILE on one line, for the setting map_text."""
    click.echo(one_line(load(file)))


def load(file: str) -> Plan:
    """The map of a file, or one of ours by its name."""
    try:
        if file in SHIPPED and not Path(file).exists():
            return shipped(file)
        return read_plan(read_text(file, LARGEST_FILE))
    except ParlourError as error:
        raise Refusal(str(error)) from None


VERBS = (map_verbs,)
