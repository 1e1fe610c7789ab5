"""The verb `parlour series`: a series of matches with progress and a table of results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from parlour.command_line.completion import complete_game, settings_option
from parlour.command_line.termination import signals_as_exceptions
from parlour.players.series import report
from parlour.players.series.folder import open_folder
from parlour.players.series.graph import svg
from parlour.players.series.places import at_once_option, on_option, play_where
from parlour.players.series.plan import LONGEST_OPENING, MOST_MATCHES, read_plan
from parlour.players.series.running import count_played, play_missing
from parlour.players.series.tally import Tally
from parlour.table import registry
from parlour.table.errors import BadText
from parlour.table.sentences import Sentence, shorten
from parlour.table.settings import read_assignments
from parlour.table.texts.files import check_writable
from parlour.terminal.records.output import write_out
from parlour.terminal.series.progress import progress


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="PLAYER",
    help="A player, such as uct:1s. Name one per seat, or two: the first against all others.",
)
@click.option(
    "--matches",
    type=click.IntRange(1, MOST_MATCHES),
    default=100,
    show_default=True,
    help="How many matches to play.",
)
@settings_option
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=1,
    show_default=True,
    help="The seed for openings and players.",
)
@click.option(
    "--opening",
    type=click.IntRange(0, LONGEST_OPENING),
    help="Random actions before the players begin; default: two per seat. Each opening is played"
    " from every seat.",
)
@at_once_option
@on_option
@click.option(
    "--clock",
    default="",
    metavar="TIME",
    help="The time control: seconds and increment, such as 10+0.1.",
)
@click.option(
    "--sprt",
    default="",
    metavar="ELO,ELO",
    help="Stop as soon as an SPRT has decided between two Elo values, such as 0,20.",
)
@click.option(
    "--evenly", is_flag=True, help="Two players share the seats of a larger game, half each."
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The folder for the series.")
@click.option(
    "--picture", type=click.Path(), metavar="FILE", help="Draw the score: x.svg or x.png."
)
@click.option("--json", "as_json", is_flag=True, help="Print the table as one JSON object.")
@click.pass_context
def series(
    ctx: click.Context,
    game: str,
    players: Sequence[str],
    matches: int,
    settings: Sequence[str],
    seed: int,
    opening: int | None,
    at_once: int,
    on: str,
    clock: str,
    sprt: str,
    evenly: bool,
    output: Path | None,
    picture: str | None,
    as_json: bool,
) -> None:
    """Play many matches and compare the players.

    If a series was interrupted, the same command continues the series.
    """
    if picture and Path(picture).suffix.lower() not in (".svg", ".png"):
        raise BadText("series.picture_ending", given=shorten(picture))
    if picture:
        check_writable(picture)
    rules = registry.game(game, **read_assignments(settings))
    plan = read_plan(
        rules, players, matches, seed=seed, opening=opening, clock=clock, sprt=sprt, evenly=evenly
    )
    with open_folder(plan, output) as folder:
        tally = Tally(plan, len(rules.seats))
        earlier = count_played(folder, tally)
        if earlier is not None:
            click.echo(str(earlier), err=True)
        try:
            with signals_as_exceptions():
                play_missing(folder, tally, play_where(on, at_once), progress)
        except (KeyboardInterrupt, SystemExit) as stopped:
            command = plan.command(str(output or ""))
            done, of = len(tally.played), plan.matches
            message = Sentence("series.stopped", done=done, matches=of, command=command)
            click.echo(f"\n{message}", err=True)
            if isinstance(stopped, SystemExit):
                raise
            ctx.exit(1)
        finally:
            if tally.rounds:
                folder.keep_picture(svg(tally))
    if as_json:
        click.echo(msgspec.json.encode(report.data(tally) | {"folder": str(folder.path)}))
    else:
        for line in report.table(tally):
            click.echo(line)
        click.echo(f"records and score.svg: {folder.path}")
    if picture:
        _draw(tally, picture)


def _draw(tally: Tally, target: str) -> None:
    drawn = svg(tally)
    if Path(target).suffix.lower() == ".svg":
        write_out(target, drawn.encode())
        return
    from parlour.terminal.records.raster import png

    write_out(target, png(drawn))
