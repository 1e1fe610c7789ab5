"""The verbs for records: show, replay, check, convert and draw them."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from parlour.command_line.completion import complete_game, complete_setting
from parlour.command_line.termination import leave_quietly
from parlour.table.errors import BadRecord, BadText
from parlour.table.looks.tints import ThemeName
from parlour.table.matches.record_text import to_text
from parlour.table.record import LARGEST, from_form, read_record
from parlour.table.registry import find
from parlour.table.registry import game as find_game
from parlour.table.sentences import Sentence, shorten
from parlour.table.texts.files import read_text
from parlour.terminal.lines.console import StandardConsole
from parlour.terminal.records import replay as replaying
from parlour.terminal.records.output import write_out
from parlour.terminal.records.saved_matches import find_record


def _find(_ctx: click.Context, _param: click.Parameter, name: str | None) -> str:
    return find_record(name)


record_file = click.argument(
    "record", type=click.Path(), metavar="[RECORD]", required=False, callback=_find
)
"""A file, or the name of a saved match; by default the latest match."""


@click.command()
@record_file
@click.option(
    "--at", type=int, metavar="N", help="Show the position after N events instead of the last one."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(record: str, at: int | None, as_json: bool) -> None:
    """Show a match: the players, the position and the result. Without RECORD, the last match."""
    match = read_record(record)
    state, _ = replaying.position_at(match, at)
    if as_json:
        about = {"game": match.game, "players": match.players, "events": len(match.events)}
        about |= {"settings": state.game.changed_settings(), "line": state.game.line(state)}
        about |= {"result": match.result}
        click.echo(msgspec.json.encode(about))
        return
    for line in replaying.summary(match):
        click.echo(line)
    click.echo()
    click.echo(state.game.text(state))


@click.command()
@record_file
@click.option(
    "--lines",
    is_flag=True,
    help="Step through it line by line instead of on the full-screen board.",
)
def replay(record: str, lines: bool) -> None:
    """Step through a match, forwards and back. Without RECORD, the last match."""
    match = read_record(record)
    step_through = replaying.replay if lines else replaying.watch_record
    leave_quietly(lambda: step_through(match, StandardConsole()))


@click.command()
@record_file
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def check(ctx: click.Context, record: str, as_json: bool) -> None:
    """Check that a record is legal and its result right. The exit code is 1 if it is not."""
    text = read_text(record, LARGEST, BadRecord)
    try:
        match = from_form(text)
    except BadRecord as error:
        about = {"record": record, "good": False, "reason": str(error)}
        if as_json:
            click.echo(msgspec.json.encode(about))
        else:
            StandardConsole().say(str(error))
        ctx.exit(1)
    if as_json:
        about = {"record": record, "good": True, "game": match.game, "events": len(match.events)}
        click.echo(msgspec.json.encode(about | {"result": match.result}))
        return
    length = Sentence("terminal.length", count=len(match.events))
    result = match.result.text if match.result else "Not finished."
    StandardConsole().say(f"The record is legal: {find(match.game).title}, {length}. {result}")


@click.command()
@record_file
@click.option(
    "--to", "form", type=click.Choice(["json", "text"]), required=True, help="The format to write."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    default="-",
    help="The file to write; - is standard output.",
)
def convert(record: str, form: str, output: str) -> None:
    """Convert a record between JSON and text."""
    match = read_record(record)
    write_out(output, to_text(match).encode() if form == "text" else match.to_json())


@click.command()
@click.argument("source", metavar="RECORD|LINE")
@click.option("--game", help="The game, if a position line is given.", shell_complete=complete_game)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="A setting of that game.",
    shell_complete=complete_setting,
)
@click.option(
    "--at", type=int, metavar="N", help="Show the position after N events instead of the last one."
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(),
    help="The file to write: x.svg, x.png or x.gif.",
)
@click.option("--dark", is_flag=True, help="Draw it in dark colours.")
def picture(
    source: str,
    game: str | None,
    settings: tuple[str, ...],
    at: int | None,
    output: str,
    *,
    dark: bool,
) -> None:
    """Draw a position as SVG or PNG, or a whole match as GIF."""
    from parlour.terminal.records import raster

    ending = Path(output).suffix.lower()
    if ending not in (".svg", ".png", ".gif"):
        raise BadText("terminal.picture_ending", given=shorten(output))
    record = None if game else read_record(source)
    theme: ThemeName = "dark" if dark else "light"
    if record is None:
        svg = _of_line(source, game or "", settings, theme)
    elif ending == ".gif":
        write_out(output, raster.gif(record, theme))
        return
    else:
        svg = replaying.svg_at(record, at, theme)
    if ending == ".gif":
        raise BadRecord("terminal.gif_of_record")
    write_out(output, svg.encode() if ending == ".svg" else raster.png(svg))


def _of_line(line: str, slug: str, settings: tuple[str, ...], theme: ThemeName) -> str:
    from parlour.table.settings import read_assignments

    game = find_game(slug, **read_assignments(settings))
    return game.picture(game.from_line(line), theme=theme)
