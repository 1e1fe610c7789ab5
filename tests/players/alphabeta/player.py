"""Searches that tests of alpha-beta use."""

from __future__ import annotations

from typing import Any

from parlour.players.alphabeta.player import AlphaBetaPlayer
from parlour.players.search_result import SearchResult
from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import Floats
from parlour.table.state import State


def search(state: State, nodes: int = 20_000, **given: Any) -> SearchResult:
    return AlphaBetaPlayer(nodes=nodes, **given).search(state, state.seat)


def trivial(kind: type[Any], **given: object) -> Any:
    """A game of ours whose knowledge thinks nothing of anything."""

    class Silent(Knowledge):
        def evaluate(self, state: Any, out: Floats) -> int:
            return 2

    class Known(kind):
        def knowledge(self) -> Knowledge:
            return Silent(self)

    return Known(kind.Settings(**given))
