"""Moves through the Python API compared with python-chess: list the legal moves, play one."""

from __future__ import annotations

from functools import partial
from random import Random
from time import process_time

import parlour
from benchmarks.peers.turns import Comparison
from parlour.lab import bench

LONGEST = 1_000  # moves of a chess game


def comparisons() -> list[Comparison]:
    import chess

    fraction = Random(1).random

    def theirs(seconds: float) -> float:
        moves, begun = 0, process_time()
        while (passed := process_time() - begun) < seconds:
            board = chess.Board()
            for _ in range(LONGEST):
                legal = list(board.legal_moves)
                if not legal or board.halfmove_clock >= 100 or board.is_insufficient_material():
                    break
                board.push(legal[int(fraction() * len(legal))])
                moves += 1
        return moves / passed

    return [
        Comparison(
            f"{slug} / python-chess: moves through the Python API",
            partial(bench.api_moves, parlour.game(slug).guarded()),
            theirs,
        )
        for slug in parlour.games()
    ]
