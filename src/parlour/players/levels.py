"""Computer players of a chosen strength: a level, or a rating between two levels.

`Game.levels` names the player of each level, because strength depends on the game.
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
    """Plays at a level, from 1 up, or at a rating."""

    def __init__(
        self,
        *,
        level: int | None = None,
        elo: int | None = None,
        seed: int | None = None,
        within: float | None = None,
    ) -> None:
        self.level, self.elo = level, elo
        self.limits = Limits(seconds=within)  # levels have no time limit of their own
        self.seed, self.rng = seed, Random(seed)
        self.name = f"level:{level}" if level is not None else f"elo:{elo}"
        self.stopped = False
        self.searchers: dict[str, Searcher] = {}

    def check(self, game: AnyGame) -> None:
        """It plays every game, since each game names the players of its levels."""

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        return self.search(state, seat, limits).action

    def stop(self) -> None:
        self.stopped = True
        for searcher in self.searchers.values():
            searcher.stop()

    def search(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        level = self.level_of(state.game.levels)
        limited = self.limits if limits is None else self.limits.within(limits)
        return self.searcher(level.player).search(state, seat, limited, among)

    def level_of(self, levels: Sequence[Level]) -> Level:
        """The level to play. A rating between two levels plays each of them at random, with the
        probabilities that give this rating."""
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
        """The player of a level, with the same seed as a player named by its text."""
        if text not in self.searchers:
            self.searchers[text] = read_searcher(text, self.seed)
            if self.stopped:
                self.searchers[text].stop()
        return self.searchers[text]


def read_level(text: str, seed: int | None = None, within: float | None = None) -> LevelPlayer:
    """`level:7`, or `elo:1250`."""
    found = re.fullmatch(r"level:([1-9]|10)|elo:([1-9][0-9]{0,3})", text)
    if found is None:
        raise BadSettings("player.level", given=shorten(text))
    if found[1]:
        return LevelPlayer(level=int(found[1]), seed=seed, within=within)
    return LevelPlayer(elo=int(found[2]), seed=seed, within=within)
