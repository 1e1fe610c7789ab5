"""Two threads of a search compared with one: simulations per second of wall-clock time.

The search has no knowledge, so that all simulations cost the same. With knowledge, two threads grow
a different tree, whose simulations cost more or less.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

import parlour
from benchmarks.peers.beside_openspiel import available
from benchmarks.peers.turns import Comparison, Rate
from parlour.players.player import read_player
from parlour.players.search_result import Limits

SEARCH = "mcts:60s,knowledge=0"
GAMES = ("brique",)


def comparisons() -> list[Comparison]:
    if not available((f"{SEARCH},threads=2",)):
        return []
    return [
        Comparison(
            f"{slug}: simulations of {SEARCH}, two threads / one",
            wall_clock_rate(slug, f"{SEARCH},threads=2"),
            wall_clock_rate(slug, SEARCH),
        )
        for slug in GAMES
    ]


def wall_clock_rate(slug: str, text: str) -> Rate:
    start = parlour.game(slug).start()

    def rate(seconds: float) -> float:
        player: Any = read_player(text, 1)
        begun = perf_counter()
        result = player.search(start, start.seat, Limits(seconds=seconds))
        return result.nodes / (perf_counter() - begun)

    return rate
