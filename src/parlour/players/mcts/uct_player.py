"""Plain UCT, the baseline: no knowledge, no solver, no reuse of the tree."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import msgspec

from parlour.players.mcts.options import PLAIN
from parlour.players.mcts.player import MctsPlayer
from parlour.players.search_result import Limits


class UctPlayer(MctsPlayer):
    """One thread, a tree of its own for each decision, random playouts to the end."""

    def __init__(
        self,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        seed: int | None = None,
        memory: int = PLAIN.memory,
        time: Callable[[], float] = perf_counter,
    ) -> None:
        options = msgspec.structs.replace(PLAIN, memory=memory)
        super().__init__(Limits(simulations, seconds), options, seed, time, "uct", PLAIN)
