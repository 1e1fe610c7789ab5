"""How often a player keeps the exact value of a position where it is known.

    python benchmarks/exact_moves.py chessicle --player best:0.1s --positions 10000 --data FOLDER

Positions are taken from random matches, by seed, at most one per match: those in which the game's
knowledge has the exact value of every action. That may depend on tables that were generated before:
for Chessicle, `PARLOUR_DATA=FOLDER parlour solve chessicle --tables 5` solves endings with five
characters. Only the judge reads that folder. The player runs in another process without it, and has
only the knowledge that comes with the game.

Three kinds of positions are counted separately: those in which every action keeps the value, those
that the player has in its own tables, and those that it has to search.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from multiprocessing import get_context
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import parlour
from parlour.players.player import Player, read_player
from parlour.table.advice.knowledge import Knowledge
from parlour.table.registry import AnyGame
from parlour.table.settings import read_assignments
from parlour.table.state import State


class Question(NamedTuple):
    """A position with the exact value of each action for the seat that acts."""

    line: str
    values: dict[int, float]

    @property
    def hard(self) -> bool:
        return min(self.values.values()) < max(self.values.values())


class Answer(NamedTuple):
    action: int
    in_tables: bool
    seconds: float


# ---- the judge ----------------------------------------------------------------------------------


def sampled(game: AnyGame, known: Knowledge, rng: Random) -> Iterator[State]:
    """Positions of random matches with an exact value, at most one of each match."""
    while True:
        state, found = game.start(), list[State]()
        while not state.over:
            if state.seat >= 0 and known.exact_payoffs(state):
                found.append(state.copy())
            odds = state.odds()
            if odds:
                drawn = rng.choices([a for a, _ in odds], [p for _, p in odds])[0]
                state.apply(drawn)
            else:
                seat = state.acting()[0]
                state.push(rng.choice(state.actions(seat)), seat)
        if found:
            yield rng.choice(found)


def exact_value(state: State, action: int, known: Knowledge) -> float | None:
    """The exact value of an action for the seat that acts; None if it is not known."""
    after = state.after(action)
    if after.over:
        return after.payoffs[state.seat]
    exact = known.exact_payoffs(after)
    return exact[0][state.seat] if exact else None


def questions(game: AnyGame, known: Knowledge, seed: int) -> Iterator[Question]:
    """Positions in which the exact value of every action is known."""
    for state in sampled(game, known, Random(seed)):
        values = {action: exact_value(state, action, known) for action in state.actions()}
        sure = {action: value for action, value in values.items() if value is not None}
        if len(sure) == len(values):
            yield Question(game.line(state), sure)


# ---- the player ---------------------------------------------------------------------------------


class Candidate(NamedTuple):
    game: AnyGame
    known: Knowledge | None
    player: Player


CANDIDATE: list[Candidate] = []
"""The player of this process, at most one."""


def set_up(data: str, slug: str, settings: Sequence[str], player: str, seed: int) -> None:
    """Set up the player of this process, with the tables of this folder."""
    os.environ["PARLOUR_DATA"] = data
    game = parlour.game(slug, **read_assignments(settings)).guarded()
    CANDIDATE[:] = [Candidate(game, game.knowledge(), read_player(player, seed))]


def answer(question: Question) -> tuple[Question, Answer | None]:
    """The player's choice; None if every action keeps the value."""
    if not question.hard:
        return question, None
    game, known, player = CANDIDATE[0]
    state = game.from_line(question.line)
    in_tables = known is not None and known.exact_payoffs(state) is not None
    begun = perf_counter()
    action = player.choose(state, state.seat)
    return question, Answer(action, in_tables, perf_counter() - begun)


# ---- the count ----------------------------------------------------------------------------------


class Count:
    """The number of choices, and of those that kept the value."""

    def __init__(self) -> None:
        self.all = self.kept = 0
        self.seconds = 0.0

    def add(self, question: Question, given: Answer) -> None:
        self.all += 1
        self.kept += question.values[given.action] == max(question.values.values())
        self.seconds += given.seconds

    def __str__(self) -> str:
        if not self.all:
            return "none"
        lost = self.all - self.kept
        return (
            f"{self.all}, {self.kept / self.all:.2%} kept, {lost} lost value, "
            f"{self.seconds / self.all:.3f} s each"
        )


def count(answers: Iterable[tuple[Question, Answer | None]], minutes: float) -> list[str]:
    """The report, after all answers or after this many minutes."""
    begun, idle = perf_counter(), 0
    in_tables, searched = Count(), Count()
    for question, given in answers:
        if given is None:
            idle += 1
        else:
            (in_tables if given.in_tables else searched).add(question, given)
        if perf_counter() - begun > 60 * minutes:
            break
    total = idle + in_tables.all + searched.all
    lost = in_tables.all - in_tables.kept + searched.all - searched.kept
    return [
        f"of {total} choices {1 - lost / max(1, total):.2%} keep the exact value",
        f"  every action keeps it: {idle}",
        f"  in its tables: {in_tables}",
        f"  searched: {searched}",
    ]


def main(words: Sequence[str] | None = None) -> None:
    about = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    about.add_argument("game")
    about.add_argument("--player", default="uct:0.1s")
    about.add_argument("--positions", type=int, default=100)
    about.add_argument("--seed", type=int, default=1)
    about.add_argument("--set", dest="settings", action="append", default=[])
    about.add_argument("--data", help="the folder with tables for the judge")
    about.add_argument("--at-once", type=int, default=1)
    about.add_argument("--minutes", type=float, default=1e6, help="stop after this time")
    given = about.parse_args(words)
    if given.data:
        os.environ["PARLOUR_DATA"] = given.data
    game = parlour.game(given.game, **read_assignments(given.settings)).guarded()
    known = game.knowledge()
    if known is None:
        about.error(f"{given.game} has no knowledge")
    asked = list(islice(questions(game, known, given.seed), given.positions))
    with TemporaryDirectory() as nothing:
        who = (nothing, given.game, given.settings, given.player, given.seed)
        with get_context("spawn").Pool(given.at_once, set_up, who) as pool:
            print(f"{given.game}, {given.player}, seed {given.seed}:")
            print("\n".join(count(pool.imap(answer, asked), given.minutes)))


if __name__ == "__main__":
    main()
