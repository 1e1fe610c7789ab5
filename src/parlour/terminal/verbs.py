"""The verbs `play`, `games` and `rules`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import click
import msgspec

from parlour.command_line.completion import complete_game, settings_option
from parlour.command_line.termination import leave_quietly
from parlour.table import registry
from parlour.table.errors import BadSettings, ParlourError
from parlour.table.looks.rulebook import rulebook, summary
from parlour.table.record import read_record
from parlour.table.settings import Setting, read_assignments
from parlour.terminal.lines.console import StandardConsole
from parlour.terminal.lines.questions import say_labelled
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.match_setup import range_of, value_of
from parlour.terminal.playing import play_on
from parlour.terminal.seats import complete_seat, read_seats


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT=PLAYER",
    help="The player for a seat: you, you:NAME, easy, medium, hard, level:4, elo:1250, best:1s,"
    " best:5000, random, ugi:COMMAND or py:FILE.",
    shell_complete=complete_seat,
)
@settings_option
@click.option(
    "--seed", type=int, help="A seed that makes random events and computer players reproducible."
)
@click.option("--board", is_flag=True, help="Use the full-screen board, with mouse and keyboard.")
@click.option("--resume", type=click.Path(), metavar="FILE", help="Continue a saved match.")
def play(
    game: str | None,
    seats: Sequence[str],
    settings: Sequence[str],
    seed: int | None,
    board: bool,
    resume: str | None,
) -> None:
    """Play a game. Seats without a --seat option are for people at this keyboard."""
    if resume:
        if game or settings:
            raise BadSettings("terminal.resume_alone")
        record = read_record(resume)
        first = LocalMatch.resumed(record, seats, seed, resume)
    elif game:
        rules = registry.game(game, **read_assignments(settings))
        first = LocalMatch(rules, read_seats(rules, seats, seed), seed)
    else:
        raise BadSettings("terminal.which_game", known=", ".join(registry.games()))
    console = StandardConsole()
    if board and not console.on_screen:
        raise BadSettings("terminal.no_screen")
    leave_quietly(lambda: play_on(first, console, board))


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
def games(as_json: bool) -> None:
    """List the games and their settings."""
    console = StandardConsole()
    for slug in registry.games():
        if as_json:
            click.echo(msgspec.json.encode(_about(slug)))
            continue
        say_labelled(console, f"{slug:12} ", summary(slug))
        with suppress(ParlourError):  # a plug-in that cannot be loaded: the summary has the error
            for setting in registry.find(slug).describe():
                about = f"{allowed(setting)}: {setting.description}"
                say_labelled(console, f"    {setting.name:17} ", about)


def _about(slug: str) -> dict[str, object]:
    """A game as data for programs."""
    about: dict[str, object] = {"game": slug, "idea": summary(slug)}
    with suppress(ParlourError):
        kind = registry.find(slug)
        about |= {"title": kind.title, "version": kind.version, "seats": registry.game(slug).seats}
        about["settings"] = kind.describe()
    return about


def allowed(setting: Setting) -> str:
    """The values of a setting, and its default."""
    return f"{range_of(setting)} (default {value_of(setting, setting.default) or 'empty'})"


@click.command()
@click.argument("game", shell_complete=complete_game)
def rules(game: str) -> None:
    """Show the rulebook of a game. A terminal shows it formatted; a pipe gets Markdown."""
    StandardConsole().page(rulebook(registry.find(game)))
