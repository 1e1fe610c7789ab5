"""Any game under the settings that matter, and seeded random play of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from statistics import mean, variance
from typing import Any, NamedTuple, TypeVar

import parlour
from parlour.players.playouts import Playouts
from parlour.table.errors import BadSettings
from parlour.table.game import Game
from parlour.table.registry import find, games
from parlour.table.settings import Setting
from parlour.table.state import CHANCE, State
from tests import tiny as tiny  # imported for what it registers

AnyGame = Game[Any, Any]
Played = TypeVar("Played", bound=State)

SMALL = 100  # numbers with a range beyond this are tried at their lower end only


class Variant(NamedTuple):
    """A game with settings that are worth a try: `feud`, `feud(guarded)`, `feud(size=3)`."""

    slug: str
    name: str
    value: object
    game: AnyGame

    def __str__(self) -> str:
        if not self.name:
            return self.slug
        return f"{self.slug}({self.name})" if self.name == "guarded" else (
            f"{self.slug}({self.name}={self.value})")  # fmt: skip

    @property
    def short(self) -> str:
        """A name for files: `default`, `guarded`, `size-3`."""
        words = [self.name, *[str(self.value).lower()] * (self.name != "guarded")]
        return "-".join(words) if self.name else "default"


def variants() -> list[Variant]:
    """Every game by default, guarded, and with each single setting at its other values."""
    return [variant for slug in games() for variant in variants_of(slug)]


def variants_of(slug: str) -> Iterator[Variant]:
    default = parlour.game(slug)
    yield Variant(slug, "", None, default)
    if default.guarded() != default:
        yield Variant(slug, "guarded", None, default.guarded())
    for setting in find(slug).describe():
        for value in other_values(setting):
            try:
                game = parlour.game(slug, **{setting.name: value})
            except BadSettings:
                continue  # this value needs another setting to go with it
            yield Variant(slug, setting.name, value, game)


def other_values(setting: Setting) -> list[object]:
    values: list[object] = []
    if setting.kind == "number" and setting.low is not None:
        values = [setting.low]
        if setting.high is not None and setting.high - setting.low <= SMALL:
            values.append(setting.high)
    elif setting.kind == "switch":
        values = [True, False]
    elif setting.kind == "choice":
        values = list(setting.choices)
    return [value for value in values if value != setting.default]


class Step(NamedTuple):
    """One action of a match, with the positions around it."""

    before: State
    seat: int
    action: int
    after: State


def walk(game: AnyGame, rng: Random, most: int = 1_000) -> Iterator[Step]:
    """A random match, or the beginning of one; all its positions are states of their own."""
    return walk_on(game.start(), rng, most)


def walk_on(state: State, rng: Random, most: int) -> Iterator[Step]:
    """The same, from a position."""
    for _ in range(most):
        if state.over:
            return
        seat = rng.choice(state.acting())
        action = choose(state, seat, rng)
        after = state.after(action, seat)
        yield Step(state, seat, action, after)
        state = after


def choose(state: State, seat: int, rng: Random) -> int:
    """A random action; chance keeps to its odds."""
    if seat != CHANCE:
        return rng.choice(state.actions(seat))
    actions, chances = zip(*state.odds(), strict=True)
    return rng.choices(actions, chances)[0]


def play(state: Played, *texts: str) -> Played:
    """The state after these actions, as people write them."""
    for text in texts:
        state.push(state.game.read(state, text))
    return state


def lengths(state: State, seed: int, count: int, by_hook: bool = True) -> list[int]:
    """How many actions each of some random playouts took."""
    runner, taken = Playouts(state, seed), [0]
    for _ in range(count):
        runner.run(1, by_hook)
        taken.append(runner.steps)
    return [after - before for before, after in pairwise(taken)]


def alike(some: list[int], others: list[int]) -> bool:
    """Are the means of two samples within five standard deviations of each other?"""
    spread = variance(some) / len(some) + variance(others) / len(others)
    return abs(mean(some) - mean(others)) <= 5 * spread**0.5
