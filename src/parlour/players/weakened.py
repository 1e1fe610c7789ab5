"""Searches weakened by errors like those of people: `mcts:200,overlook=0.3,misjudge=0.2`.

A weakened player searches as long as before, but overlooks some of its actions and misjudges the
values of the others. The errors of each decision are independent, and reproducible by seed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import msgspec

from parlour.players.player import Searcher, read_searcher
from parlour.players.search_result import Limits, SearchResult
from parlour.table.errors import BadSettings
from parlour.table.registry import AnyGame
from parlour.table.sentences import shorten
from parlour.table.state import State


class WeakenedPlayer:
    """A search that overlooks actions and adds noise to the values of the others."""

    def __init__(
        self, searcher: Searcher, *, overlook: float = 0.0, misjudge: float = 0.0, seed: int | None
    ) -> None:
        self.searcher = searcher
        self.overlook = overlook  # the probability of overlooking each action
        self.misjudge = misjudge  # the standard deviation of the error of a value, from -1 to 1
        self.rng = Random(seed)
        errors = {"overlook": overlook, "misjudge": misjudge}
        options = [f"{name}={value:g}" for name, value in errors.items() if value]
        self.name = ",".join([searcher.name, *options])

    def check(self, game: AnyGame) -> None:
        self.searcher.check(game)

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        return self.search(state, seat, limits).action

    def stop(self) -> None:
        self.searcher.stop()

    def search(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        actions = state.actions(seat) if among is None else among
        seen = [action for action in actions if self.rng.random() >= self.overlook]
        seen = seen or [self.rng.choice(actions)]
        if len(seen) == 1 and among is None:  # no choice, so no search
            return SearchResult(seen[0], 0.0, 0, {seen[0]: 0}, line=(seen[0],))
        return self.misjudged(self.searcher.search(state, seat, limits, seen))

    def misjudged(self, result: SearchResult) -> SearchResult:
        """The result after noise was added to each value; often another action is chosen."""
        if self.misjudge == 0.0 or len(result.values) < 2:
            return result
        noisy = {
            action: value + self.rng.gauss(0.0, self.misjudge)
            for action, value in result.values.items()
        }
        action = max(noisy, key=lambda action: (noisy[action], -action))
        if action == result.action:
            return result
        return msgspec.structs.replace(
            result, action=action, value=result.values[action], line=(action,), end=None
        )


MOST = {"overlook": 1.0, "misjudge": 2.0}
"""The largest value of each option; with either of these a player acts at random."""


def read_weakened(
    head: str, options: Sequence[str], seed: int | None = None, within: float | None = None
) -> WeakenedPlayer:
    """The search `head` with these options, weakened by those of them that are errors."""
    errors, others = dict[str, float](), [head]
    for option in options:
        name, _, given = option.partition("=")
        if name in MOST:
            errors[name] = _read_error(option, given, MOST[name])
        else:
            others.append(option)
    rng = Random(seed)
    searcher = read_searcher(",".join(others), rng.getrandbits(63), within)
    return WeakenedPlayer(searcher, seed=rng.getrandbits(63), **errors)


def _read_error(option: str, given: str, most: float) -> float:
    if not re.fullmatch(r"[0-9](\.[0-9]{1,4})?", given) or float(given) > most:
        raise BadSettings("player.error", given=shorten(option), most=f"{most:g}")
    return float(given)
