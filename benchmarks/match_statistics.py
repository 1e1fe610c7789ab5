"""Statistics of matches between equal players: length, wins by seat, draws, safeguard endings.

    make statistics       (or: python benchmarks/match_statistics.py [GAME ...] [--matches 200] ...)

A search plays against itself in every game and, if a game has the setting that `--vary` names,
with each of its choices. The result is a table in Markdown. It depends on the seed, but not on the
number of processes.

(It is not called statistics.py, because it would hide Python's own module.)
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import Pool
from random import Random
from statistics import mean, median
from typing import NamedTuple

import parlour
from parlour.players.player import read_player
from parlour.table.errors import ParlourError
from parlour.table.registry import AnyGame
from parlour.table.settings import read_assignments
from parlour.table.state import CHANCE, State

HEADINGS = ("game", "matches", "actions: mean", "median", "longest", "wins by seat",
            "first seat's share of decided matches", "draws", "cut off")  # fmt: skip


class Task(NamedTuple):
    """One match to play."""

    slug: str
    settings: dict[str, object]
    player: str
    seed: str


class Played(NamedTuple):
    """The result of a match: its length, its sole winner if any, and whether it was cut off."""

    actions: int
    winner: int | None
    cut: bool


def play(task: Task) -> Played:
    """Play a match with the safeguard; it is cut off if it would go on without."""
    game = parlour.game(task.slug, **task.settings)
    state, free = game.guarded().start(), game.start()
    rng = Random(task.seed)
    players = [read_player(task.player, rng.getrandbits(64)) for _ in game.seats]
    actions = 0
    while not state.over:
        seat = state.seat
        if seat == CHANCE:
            action = drawn(state, rng)
        else:
            action = players[seat].choose(state, seat)
            actions += 1
        state.push(action, seat)
        free.push(action, seat)
    assert state.outcome is not None
    winners = state.outcome.winners
    return Played(actions, winners[0] if len(winners) == 1 else None, not free.over)


def drawn(state: State, rng: Random) -> int:
    actions, odds = zip(*state.odds(), strict=True)
    return rng.choices(actions, odds)[0]


def variants(slug: str, fixed: dict[str, object], vary: str) -> Iterator[dict[str, object]]:
    """The fixed settings, combined with each choice of the varied one if the game has it."""
    for setting in parlour.game(slug).describe():
        if setting.name == vary and setting.choices and vary not in fixed:
            yield from (fixed | {vary: choice} for choice in setting.choices)
            return
    yield fixed


def row(game: AnyGame, name: str, played: list[Played]) -> tuple[str, ...]:
    lengths = [match.actions for match in played]
    wins = [sum(match.winner == seat for match in played) for seat in range(len(game.seats))]
    decided, cut = sum(wins), sum(match.cut for match in played)
    first = f"{wins[0] / decided:.1%}" if decided else "-"
    return (
        name,
        str(len(played)),
        f"{mean(lengths):.0f}",
        f"{median(lengths):.0f}",
        str(max(lengths)),
        " - ".join(map(str, wins)),
        first,
        str(len(played) - decided),
        f"{cut / len(played):.1%}",
    )


Map = Callable[[list[Task]], Iterator[Played]]


@contextmanager
def workers(processes: int) -> Iterator[Map]:
    """A `map` in this process, or in several that leave Ctrl-C to this one."""
    if processes == 1:
        yield lambda tasks: map(play, tasks)
        return
    with Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield lambda tasks: pool.imap(play, tasks)


def tables(given: argparse.Namespace) -> Iterator[str]:
    """The table, a line as soon as it is known."""
    yield line(HEADINGS)
    yield "|---|" + "---:|" * (len(HEADINGS) - 1)
    with workers(given.processes) as play_all:
        for slug in given.games or parlour.games():
            for settings in variants(slug, given.fixed, given.vary):
                game = parlour.game(slug, **settings)
                name = " ".join([game.title, *map(str, settings.values())])
                tasks = [
                    Task(slug, settings, given.player, f"{given.seed} {name} {number}")
                    for number in range(given.matches)
                ]
                yield line(row(game, name, list(with_progress(name, tasks, play_all(tasks)))))


def line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def with_progress(name: str, tasks: list[Task], played: Iterator[Played]) -> Iterator[Played]:
    """The matches as they end; on a terminal, with their number."""
    for number, match in enumerate(played, 1):
        if sys.stderr.isatty():
            end = "\r" if number < len(tasks) else "\r\033[K"
            print(f"{name}: {number} of {len(tasks)}", end=end, file=sys.stderr, flush=True)
        yield match


def at_least_one(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text}: write a number from 1 on")
    return int(text)


def arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Matches of a search against itself, counted.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: every game")
    parser.add_argument(
        "--matches", type=at_least_one, default=200, help="of each game and variant"
    )
    parser.add_argument("--player", default="uct:50", help="the player in every seat")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="fixed")
    parser.add_argument("--vary", default="map", metavar="SETTING", help="count each choice of it")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--processes", type=at_least_one, default=os.cpu_count() or 1)
    given = parser.parse_args(words)
    try:
        read_player(given.player)
        given.fixed = read_assignments(given.fixed)
        for slug in given.games or parlour.games():
            parlour.game(slug, **given.fixed)
    except ParlourError as error:
        parser.error(str(error))
    return given


def main(words: list[str] | None = None) -> None:
    given = arguments(words)
    try:
        for text in tables(given):
            print(text, flush=True)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
