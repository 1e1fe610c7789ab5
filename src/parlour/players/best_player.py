"""The strongest player of each game: the search that its `net_player` names, or, where its net is
missing, damaged or cannot play, the one of its `best_player`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from parlour.players.nets.nets import has_net
from parlour.players.player import Searcher, read_player
from parlour.players.search_result import Limits, SearchResult
from parlour.table.registry import AnyGame
from parlour.table.state import State


class BestPlayer:
    """Creates the player that suits a game when it first sees that game."""

    def __init__(self, limits: Limits, options: list[str], seed: int | None = None) -> None:
        self.limits = limits
        self.options = options
        self.seed = seed
        self.stopped = False
        self.player: Searcher | None = None
        self.game: AnyGame | None = None
        self.name = self._named("best")

    def check(self, game: AnyGame) -> None:
        """The search that suits the game may not have the given options."""
        self._player_for(game).check(game)

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        if known := state.game.book(state, seat):
            return self._player_for(state.game).search(state, seat, limits, known).action
        return self._player_for(state.game).choose(state, seat, limits)

    def search(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        if among is None:
            among = state.game.book(state, seat) or None
        return self._player_for(state.game).search(state, seat, limits, among)

    def stop(self) -> None:
        self.stopped = True
        if self.player:
            self.player.stop()

    def _player_for(self, game: AnyGame) -> Searcher:
        if self.player is None or self.game != game:
            best = game.net_player if game.net_player and has_net(game) else game.best_player
            text = self._named(*best.split(","))
            # A game always names a search.
            self.player = cast(Searcher, read_player(text, self.seed, self.limits.seconds))
            self.game = game
            if self.stopped:
                self.player.stop()
        return self.player

    def _named(self, name: str, *options: str) -> str:
        limit = self.limits.nodes or f"{self.limits.seconds:g}s"
        return ",".join([f"{name}:{limit}", *options, *self.options])
