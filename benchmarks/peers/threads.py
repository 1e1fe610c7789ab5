"""Two threads of a search beside one of them: simulations a second by the clock on the wall.

Plain playouts are compared, as beside OpenSpiel: what a simulation does is then the same whoever
made it. With a game's knowledge two threads grow another tree, whose simulations cost other times.
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
            by_the_wall(slug, f"{SEARCH},threads=2"),
            by_the_wall(slug, SEARCH),
        )
        for slug in GAMES
    ]


def by_the_wall(slug: str, text: str) -> Rate:
    start = parlour.game(slug).start()

    def rate(seconds: float) -> float:
        player: Any = read_player(text, 1)
        begun = perf_counter()
        result = player.search(start, start.seat, Limits(seconds=seconds))
        return result.nodes / (perf_counter() - begun)

    return rate
