"""How often a player keeps what best play brings, in positions whose exact value is known.

    python benchmarks/exact_moves.py chessicle --player best:0.1s --positions 10000 --data FOLDER

Positions are met in random matches, by seed, one of each match: any of those of which the knowledge
of the game is certain, and of what every action leads to. What is known may depend on tables that
were made before: in Chessicle, `PARLOUR_DATA=FOLDER parlour solve chessicle --tables 5` lets five
characters count. Only the judge looks into that folder. The player sits in another process, where
there is none, and knows no more than what comes with the game.

Three kinds of positions are counted apart: those in which whatever is chosen keeps the value, those
that the player knows by heart, and those in which it has to think.
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
    """A position, and what each action there is worth to who decides."""

    line: str
    worth: dict[int, float]

    @property
    def hard(self) -> bool:
        return min(self.worth.values()) < max(self.worth.values())


class Answer(NamedTuple):
    action: int
    by_heart: bool
    seconds: float


# ---- the judge ----------------------------------------------------------------------------------


def met(game: AnyGame, known: Knowledge, rng: Random) -> Iterator[State]:
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


def worth(state: State, action: int, known: Knowledge) -> float | None:
    """What an action is known to bring to who decides."""
    after = state.after(action)
    if after.over:
        return after.payoffs[state.seat]
    certain = known.exact_payoffs(after)
    return certain[0][state.seat] if certain else None


def questions(game: AnyGame, known: Knowledge, seed: int) -> Iterator[Question]:
    """Positions of which every action is known."""
    for state in met(game, known, Random(seed)):
        values = {action: worth(state, action, known) for action in state.actions()}
        sure = {action: value for action, value in values.items() if value is not None}
        if len(sure) == len(values):
            yield Question(game.line(state), sure)


# ---- the player ---------------------------------------------------------------------------------


class Seat(NamedTuple):
    game: AnyGame
    known: Knowledge | None
    player: Player


SEATS: list[Seat] = []
"""Who plays in this process."""


def sit_down(data: str, slug: str, settings: Sequence[str], player: str, seed: int) -> None:
    """Begin to play, with the tables of this folder."""
    os.environ["PARLOUR_DATA"] = data
    game = parlour.game(slug, **read_assignments(settings)).guarded()
    SEATS[:] = [Seat(game, game.knowledge(), read_player(player, seed))]


def answer(question: Question) -> tuple[Question, Answer | None]:
    """What the player chooses; nothing where it does not matter."""
    if not question.hard:
        return question, None
    game, known, player = SEATS[0]
    state = game.from_line(question.line)
    by_heart = known is not None and known.exact_payoffs(state) is not None
    begun = perf_counter()
    action = player.choose(state, state.seat)
    return question, Answer(action, by_heart, perf_counter() - begun)


# ---- the count ----------------------------------------------------------------------------------


class Count:
    """How many choices there were, and how many of them kept the value."""

    def __init__(self) -> None:
        self.all = self.kept = 0
        self.seconds = 0.0

    def add(self, question: Question, given: Answer) -> None:
        self.all += 1
        self.kept += question.worth[given.action] == max(question.worth.values())
        self.seconds += given.seconds

    def __str__(self) -> str:
        if not self.all:
            return "none"
        lost = self.all - self.kept
        return (
            f"{self.all}, {self.kept / self.all:.2%} kept, {lost} lost something, "
            f"{self.seconds / self.all:.3f} s each"
        )


def count(answers: Iterable[tuple[Question, Answer | None]], minutes: float) -> list[str]:
    """A report, after all answers or after so many minutes."""
    begun, idle = perf_counter(), 0
    by_heart, thought = Count(), Count()
    for question, given in answers:
        if given is None:
            idle += 1
        else:
            (by_heart if given.by_heart else thought).add(question, given)
        if perf_counter() - begun > 60 * minutes:
            break
    total = idle + by_heart.all + thought.all
    lost = by_heart.all - by_heart.kept + thought.all - thought.kept
    return [
        f"of {total} choices {1 - lost / max(1, total):.2%} keep the exact value",
        f"  whatever is chosen keeps it: {idle}",
        f"  known by heart: {by_heart}",
        f"  to be found out: {thought}",
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
    about.add_argument("--minutes", type=float, default=1e6, help="stop after so many")
    given = about.parse_args(words)
    if given.data:
        os.environ["PARLOUR_DATA"] = given.data
    game = parlour.game(given.game, **read_assignments(given.settings)).guarded()
    known = game.knowledge()
    if known is None:
        about.error(f"{given.game} knows nothing for certain")
    asked = list(islice(questions(game, known, given.seed), given.positions))
    with TemporaryDirectory() as nothing:
        who = (nothing, given.game, given.settings, given.player, given.seed)
        with get_context("spawn").Pool(given.at_once, sit_down, who) as pool:
            print(f"{given.game}, {given.player}, seed {given.seed}:")
            print("\n".join(count(pool.imap(answer, asked), given.minutes)))


if __name__ == "__main__":
    main()
