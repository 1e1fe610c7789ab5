"""The player that knows which search suits a game: its `best_player` says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from parlour.players.player import Searcher, read_player
from parlour.players.search_result import Limits, SearchResult
from parlour.table.registry import AnyGame
from parlour.table.state import State


class BestPlayer:
    """Becomes another player when it sees the game; until then nobody knows which."""

    def __init__(self, limits: Limits, options: list[str], seed: int | None = None) -> None:
        self.limits = limits
        self.options = options
        self.seed = seed
        self.stopped = False
        self.player: Searcher | None = None
        self.game: AnyGame | None = None
        self.name = self._named("best")

    def check(self, game: AnyGame) -> None:
        """What suits the game may not have the options that were written."""
        self._who(game).check(game)

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        return self._who(state.game).choose(state, seat, limits)

    def search(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        return self._who(state.game).search(state, seat, limits, among)

    def stop(self) -> None:
        self.stopped = True
        if self.player:
            self.player.stop()

    def _who(self, game: AnyGame) -> Searcher:
        if self.player is None or self.game != game:
            text = self._named(*game.best_player.split(","))
            # What masters a game is a search, and searches think.
            self.player = cast(Searcher, read_player(text, self.seed, self.limits.seconds))
            self.game = game
            if self.stopped:
                self.player.stop()
        return self.player

    def _named(self, name: str, *options: str) -> str:
        limit = self.limits.nodes or f"{self.limits.seconds:g}s"
        return ",".join([f"{name}:{limit}", *options, *self.options])
