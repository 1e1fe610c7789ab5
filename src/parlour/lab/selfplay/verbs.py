"""`parlour selfplay`: matches of a search against itself, as data for learning."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click

from parlour.command_line.completion import complete_game, settings_option
from parlour.command_line.progress import progress_bar
from parlour.command_line.termination import signals_as_exceptions
from parlour.lab.extras import load
from parlour.lab.selfplay.card import data_card
from parlour.lab.selfplay.plan import selfplay_plan
from parlour.lab.selfplay.playing import ShardTask
from parlour.lab.selfplay.running import (
    SelfPlayFailed,
    complete_shards,
    keep,
    open_data,
    play_where,
)
from parlour.lab.selfplay.shards import shard_file
from parlour.players.series.places import at_once_option, on_option
from parlour.players.series.plan import LONGEST_OPENING
from parlour.table import registry
from parlour.table.sentences import Sentence
from parlour.table.settings import read_assignments


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--player",
    "players",
    multiple=True,
    required=True,
    metavar="PLAYER",
    help="The player in all seats, such as mcts:400; or one for each seat.",
)
@click.option(
    "--matches",
    type=click.IntRange(1, 100_000_000),
    default=1_000,
    show_default=True,
    help="How many matches to play.",
)
@settings_option
@click.option(
    "--seed",
    type=click.IntRange(0, 2**62),
    default=1,
    show_default=True,
    help="The seed for openings and players.",
)
@click.option(
    "--opening",
    type=click.IntRange(0, LONGEST_OPENING),
    help="Random actions before the players begin; default: two per seat.",
)
@click.option(
    "--shard",
    type=click.IntRange(1, 100_000),
    default=50,
    show_default=True,
    help="Matches in a file.",
)
@at_once_option
@on_option
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="The folder for the data.",
)
def selfplay(
    game: str,
    players: Sequence[str],
    matches: int,
    settings: Sequence[str],
    seed: int,
    opening: int | None,
    shard: int,
    at_once: int,
    on: str,
    output: Path,
) -> None:
    """Write what a search thinks in self-play to Parquet files.

    If it was interrupted, the same command continues it.
    """
    load("pyarrow")  # before anything is played
    rules = registry.game(game, **read_assignments(settings))
    plan = selfplay_plan(rules, players, matches, shard=shard, seed=seed, opening=opening)
    searched = seconds = 0.0
    with open_data(plan, output):
        rows = complete_shards(plan, output, lambda line: click.echo(line, err=True))
        if rows:
            text = Sentence("selfplay.resumed", count=len(rows), shards=plan.shards)
            click.echo(str(text), err=True)
        tasks = [ShardTask(plan, number) for number in range(plan.shards) if number not in rows]
        try:
            with signals_as_exceptions(), closing(play_where(on, at_once)(tasks)) as played:
                bar = progress_bar(plan.shards, len(rows), lambda: f"{sum(rows.values())} rows")
                with bar as shown:
                    for done in played:
                        if done.trouble:
                            raise SelfPlayFailed(done.trouble)
                        keep(shard_file(output, done.shard), done.content)
                        rows[done.shard] = done.rows
                        searched, seconds = searched + done.searched, seconds + done.seconds
                        shown.show(len(rows))
        except (KeyboardInterrupt, SystemExit) as stopped:
            text = Sentence("selfplay.stopped", count=len(rows), shards=plan.shards)
            click.echo(f"\n{text}", err=True)
            code = 1 if isinstance(stopped, KeyboardInterrupt) else stopped.code
            raise SystemExit(code) from None
        keep(output / "README.md", data_card(plan, sum(rows.values())).encode())
    click.echo(f"{sum(rows.values())} rows of {plan.matches} matches: {output}")
    if seconds:
        click.echo(f"{searched / seconds:.1%} of the time was spent in the search")
