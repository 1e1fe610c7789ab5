"""Two threads of a search beside one of them: simulations a second by the clock on the wall."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import parlour
from benchmarks.peers.beside_openspiel import available
from benchmarks.peers.turns import Comparison, Rate
from parlour.players.player import read_player
from parlour.players.thought import Limits

SEARCH = "mcts"
GAMES = ("brique",)


def comparisons() -> list[Comparison]:
    if not available((f"{SEARCH}:1s,threads=2",)):
        return []
    return [
        Comparison(
            f"{slug}: simulations of {SEARCH}, two threads / one",
            by_the_wall(slug, f"{SEARCH}:60s,threads=2"),
            by_the_wall(slug, f"{SEARCH}:60s"),
        )
        for slug in GAMES
    ]


def by_the_wall(slug: str, text: str) -> Rate:
    start = parlour.game(slug).start()

    def rate(seconds: float) -> float:
        player: Any = read_player(text, 1)
        begun = perf_counter()
        thought = player.think(start, start.seat, Limits(seconds=seconds))
        return thought.nodes / (perf_counter() - begun)

    return rate
