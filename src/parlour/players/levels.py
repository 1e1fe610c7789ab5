"""Players as strong as a person wants them: a level, or a rating between two of them.

Levels know their game: `Game.levels` says who plays each of them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from random import Random

from parlour.players.player import Searcher, read_searcher
from parlour.players.search_result import Limits, SearchResult
from parlour.table.advice.level import Level
from parlour.table.errors import BadSettings
from parlour.table.registry import AnyGame
from parlour.table.sentences import shorten
from parlour.table.state import State


class LevelPlayer:
    """Plays a level, from 1 up, or a rating; as its games know them."""

    def __init__(
        self,
        *,
        level: int | None = None,
        elo: int | None = None,
        seed: int | None = None,
        within: float | None = None,
    ) -> None:
        self.level, self.elo = level, elo
        self.limits = Limits(seconds=within)  # where nobody can wait; else it has none
        self.seed, self.rng = seed, Random(seed)
        self.name = f"level:{level}" if level is not None else f"elo:{elo}"
        self.stopped = False
        self.thinkers: dict[str, Searcher] = {}

    def check(self, game: AnyGame) -> None:
        """The levels of a game are played by searches that suit it."""

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        return self.search(state, seat, limits).action

    def stop(self) -> None:
        self.stopped = True
        for searcher in self.thinkers.values():
            searcher.stop()

    def search(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        level = self.played_in(state.game.levels)
        limited = self.limits if limits is None else self.limits.within(limits)
        return self.searcher(level.player).search(state, seat, limited, among)

    def played_in(self, levels: Sequence[Level]) -> Level:
        """The level of a game that is meant. A rating between two plays now the one and now the
        other, as often as it takes."""
        if self.level is not None:
            return levels[min(self.level, len(levels)) - 1]
        elo = self.elo or 0
        above = bisect_right([level.elo for level in levels], elo)
        if above in (0, len(levels)):
            return levels[max(0, above - 1)]
        lower, upper = levels[above - 1], levels[above]
        share = (elo - lower.elo) / (upper.elo - lower.elo)
        return upper if self.rng.random() < share else lower

    def searcher(self, text: str) -> Searcher:
        """Who plays a level: by the same seed as anybody who is named by this text."""
        if text not in self.thinkers:
            self.thinkers[text] = read_searcher(text, self.seed)
            if self.stopped:
                self.thinkers[text].stop()
        return self.thinkers[text]


def read_level(text: str, seed: int | None = None, within: float | None = None) -> LevelPlayer:
    """`level:7`, or `elo:1250`."""
    found = re.fullmatch(r"level:([1-9]|10)|elo:([1-9][0-9]{0,3})", text)
    if found is None:
        raise BadSettings("player.level", given=shorten(text))
    if found[1]:
        return LevelPlayer(level=int(found[1]), seed=seed, within=within)
    return LevelPlayer(elo=int(found[2]), seed=seed, within=within)
