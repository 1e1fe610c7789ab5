"""`parlour openings`: what was played in many records, from any position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from parlour.command_line.position_text import parse_position
from parlour.lab.openings.explorer import (
    Explored,
    Opened,
    explore,
    most_played,
    read_records,
)
from parlour.players.series.report import percent
from parlour.table.errors import BadRecord, BadText, IllegalAction
from parlour.table.record import Record
from parlour.table.registry import AnyGame
from parlour.table.sentences import Sentence, shorten
from parlour.table.state import CHANCE


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--line", default="", help="The position to look at; default: the start.")
@click.option("--moves", default="", help="The moves to the position, separated by semicolons.")
@click.option(
    "--plies",
    type=click.IntRange(1, 40),
    default=4,
    show_default=True,
    help="The length of the openings in the list of the most played ones.",
)
@click.option(
    "--most", type=click.IntRange(1, 1_000), default=10, show_default=True, help="Lines to show."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def openings(
    paths: Sequence[Path], line: str, moves: str, plies: int, most: int, as_json: bool
) -> None:
    """Explore the openings of records: files, or folders of series and tournaments."""
    records = list(read_records(paths, lambda text: click.echo(text, err=True)))
    if not records:
        raise BadText("openings.nothing")
    game = _game(records)
    if line and moves:
        raise BadText("openings.both")
    line = game.line(parse_position(game, line)) if line else _reached(game, moves)
    found = explore(game, records, line)
    at_start = line == game.line(game.start())
    opened = most_played(game, records, plies, most) if at_start else []
    if as_json:
        click.echo(msgspec.json.encode(_data(game, found, opened)))
        return
    for text in _report(game, found, opened, most):
        click.echo(text)


def _game(records: Sequence[Record]) -> AnyGame:
    """The game of all records; their settings decide what a move means, so they must be equal."""
    first = records[0]
    for number, record in enumerate(records[1:], start=2):
        path = f"record {number}"
        if record.game != first.game:
            raise BadRecord("openings.mixed", path=path, other=record.game, game=first.game)
        if record.settings != first.settings:
            raise BadRecord("openings.settings", path=path)
    return first.load_game()


def _reached(game: AnyGame, moves: str) -> str:
    """The line of the position after these moves."""
    state = game.start()
    for number, move in enumerate(filter(str.strip, moves.split(";")), start=1):
        try:
            if state.seat == CHANCE:
                state.push(game.read(state, move.strip()), CHANCE)
            else:
                state.push(game.read(state, move.strip()))
        except (BadText, IllegalAction) as error:
            raise BadText("openings.move", number=number, reason=str(error)) from None
    return game.line(state)


def _report(game: AnyGame, found: Explored, opened: Sequence[Opened], most: int) -> Iterator[str]:
    yield f"{game.title}: {found.matches} matches reach {shorten(found.line, 80)}"
    if not found.choices:
        yield str(Sentence("openings.nothing"))
    else:
        width = max(len(each.move) for each in found.choices[:most])
        yield ""
        yield f"{'':{width}} matches        share of points"
        for each in found.choices[:most]:
            yield f"{each.move:{width}} {each.matches:7} {percent(each.share):>22}"
        if len(found.choices) > most:
            yield f"and {len(found.choices) - most} more"
    if opened:
        yield ""
        yield "most played, with the points of each seat:"
        for each in opened:
            points = " - ".join(f"{wins:g}" for wins in each.wins)
            yield f"{each.matches:7}  {points:>12}  {'; '.join(each.moves)}"


def _data(game: AnyGame, found: Explored, opened: Sequence[Opened]) -> dict[str, Any]:
    return {
        "game": game.slug,
        "settings": game.changed_settings(),
        "line": found.line,
        "matches": found.matches,
        "moves": [
            {"move": each.move, "matches": each.matches, "share": [round(x, 5) for x in each.share]}
            for each in found.choices
        ],
        "most_played": [
            {"moves": each.moves, "matches": each.matches, "points": each.wins} for each in opened
        ],
    }
