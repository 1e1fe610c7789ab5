"""`parlour analyse`: judge every decision of a match with a search."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import click
import msgspec

from parlour.command_line.progress import ProgressLine
from parlour.players import evaluation_graph
from parlour.players.analysis import Judgement, annotate, judge, remark
from parlour.players.player import read_searcher
from parlour.table.errors import BadRecord, BadText
from parlour.table.record import Record, read_record
from parlour.table.sentences import shorten
from parlour.table.texts.files import check_writable
from parlour.terminal.lines.console import StandardConsole
from parlour.terminal.records.output import save_record, write_out
from parlour.terminal.records.saved_matches import find_record

PLURALS = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}


@click.command()
@click.argument("record", type=click.Path(), metavar="[RECORD]", required=False)
@click.option(
    "--player", default="best:0.5s", show_default=True, help="The player that judges each decision."
)
@click.option(
    "-o", "--output", type=click.Path(), help="Write the record with the analysis to this file."
)
@click.option("--graph", "drawing", type=click.Path(), help="Draw a graph: x.svg or x.png.")
@click.option(
    "--seed",
    type=int,
    help="A seed that makes the analysis reproducible if it is limited by nodes.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per decision.")
def analyse(
    record: str | None,
    player: str,
    output: str | None,
    drawing: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Analyse a match: evaluations, blunders, better lines and a graph."""
    match = read_record(find_record(record))
    if match.redacted:
        raise BadRecord("terminal.analyse_redacted")
    if drawing is not None and Path(drawing).suffix.lower() not in (".svg", ".png"):
        raise BadText("terminal.graph_ending", given=shorten(drawing))
    for target in (drawing, output):
        if target is not None and target != "-":
            check_writable(target)
    searcher = read_searcher(player, seed)
    searcher.check(match.first().game)
    found: list[Judgement] = []
    progress = ProgressLine()
    with suppress(KeyboardInterrupt):  # what has been found so far is still reported
        for judgement in judge(match, searcher):
            found.append(judgement)
            if as_json:
                click.echo(msgspec.json.encode(judgement))
            else:
                progress.show(f"{judgement.number} of {len(match.events)}")
    progress.clear()
    if not as_json:
        console = StandardConsole()
        for line in report(match, found):
            console.say(line)
    if output is not None:
        save_record(
            annotate(match, {judgement.number: judgement for judgement in found}), Path(output)
        )
    if drawing is not None:
        write_out(drawing, _graph(match, found, Path(drawing).suffix.lower()))


def report(record: Record, judgements: Sequence[Judgement]) -> Iterator[str]:
    """A line for each noteworthy decision, and the graph of each seat."""
    judged = {judgement.number: judgement for judgement in judgements}
    for number, transition in enumerate(record.replay(), start=1):
        if number not in judged or transition.action is None:
            continue
        judgement = judged[number]
        text = remark(transition.before, judgement)
        if text:
            move = transition.before.game.write(transition.before, transition.action)
            yield f"{number:4}. {record.players[transition.event.seat]}: {move}. {text}"
    width = max(20, shutil.get_terminal_size().columns - 24)
    yield ""
    yield f"{'':20}  {evaluation_graph.SCALE}"
    for seat, name in enumerate(record.players):
        counted = dict.fromkeys(evaluation_graph.MARKS, 0)
        for judgement in judgements:
            if judgement.seat == seat and judgement.grade:
                counted[judgement.grade] += 1
        yield ""
        yield f"{shorten(name, 20):20}  {evaluation_graph.bars(judgements, seat, width)}"
        yield f"{'':20}  " + ", ".join(f"{PLURALS[verdict]} {n}" for verdict, n in counted.items())


def _graph(record: Record, judgements: Sequence[Judgement], ending: str) -> bytes:
    first = record.first()
    colours = [first.game.colour(first, seat) for seat in range(len(record.players))]
    svg = evaluation_graph.svg(record.players, colours, judgements)
    if ending == ".svg":
        return svg.encode()
    from parlour.terminal.records import raster  # needs more than the base installation

    return raster.png(svg)
