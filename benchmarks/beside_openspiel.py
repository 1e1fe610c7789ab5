"""Brique 15x15 beside OpenSpiel's Hex 15x15: playouts, moves and simulations a second, in one run.

    make peers            (or: pip install open_spiel; python benchmarks/beside_openspiel.py)

The two take turns, round by round, so that a busy machine slows both alike. Rates are per second of
processor time on one core. Hex is the closest game that OpenSpiel has: the same board, a stone a
move, a chain between two sides; Brique fills and takes stones besides. OpenSpiel's playouts and
simulations are its C++ ones; moves go through its Python API, as ours do.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from statistics import median
from time import process_time

import parlour
from parlour.lab import bench

ROUNDS = 5
SECONDS = 1.0


def main() -> None:
    try:
        import pyspiel
    except ImportError:
        sys.exit("OpenSpiel is not installed: pip install open_spiel")
    hexagons = pyspiel.load_game("hex(num_cols=15,num_rows=15)")
    start = parlour.game("brique").start()

    def search(simulations: int, rollouts: int) -> Callable[[float], float]:
        seeds = iter(range(1, 1_000_000))

        def measure(seconds: float) -> float:
            done, begun = 0, process_time()
            while (passed := process_time() - begun) < seconds:
                seed = next(seeds)
                judge = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=seed)
                bot = pyspiel.MCTSBot(hexagons, judge, 1.4, simulations, 2000, False, seed, False)
                bot.step(hexagons.new_initial_state())
                done += simulations * rollouts
            return done / passed

        return measure

    def their_moves(seconds: float) -> float:
        fraction, moves, begun = random.Random(1).random, 0, process_time()
        while (passed := process_time() - begun) < seconds:
            state = hexagons.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(fraction() * len(actions))])
                moves += 1
        return moves / passed

    pairs: dict[str, tuple[Callable[[float], float], Callable[[float], float]]] = {
        "playouts by the game's own hook": (
            lambda seconds: bench.playouts(start, seconds, by_hook=True),
            search(2, 500),
        ),
        "playouts through legal and play": (
            lambda seconds: bench.playouts(start, seconds, by_hook=False),
            search(2, 500),
        ),
        "moves through the Python API": (
            lambda seconds: bench.api_moves(start.game, seconds),
            their_moves,
        ),
        "search simulations": (lambda seconds: bench.simulations(start, seconds), search(1000, 1)),
    }
    rounds = [
        {what: (ours(SECONDS), theirs(SECONDS)) for what, (ours, theirs) in pairs.items()}
        for _ in range(ROUNDS)
    ]
    for what in pairs:
        ours, theirs = (median(each[what][i] for each in rounds) for i in (0, 1))
        row = {"what": what, "parlour": round(ours), "openspiel": round(theirs)}
        print(json.dumps(row | {"ratio": round(ours / theirs, 1)}), flush=True)


if __name__ == "__main__":
    main()
