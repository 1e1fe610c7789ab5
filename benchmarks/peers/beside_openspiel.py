"""Playouts, moves and searches compared with OpenSpiel, whose playouts and searches are in C++.

Hex is OpenSpiel's closest game to Brique: the same board, one stone per move, a chain between two
sides; Brique also fills and captures. Chessicle is compared with Breakthrough: both move a few
pieces on a small board. Playouts differ in length, so rates of actions are compared too.
"""

from __future__ import annotations

from functools import partial
from itertools import count
from random import Random
from time import process_time
from typing import Any

import parlour
from benchmarks.peers.turns import Comparison, Rate
from parlour.lab import bench
from parlour.players.player import read_player
from parlour.table.errors import BadSettings
from parlour.table.state import State

BESIDE = {"brique": "hex(num_cols=15,num_rows=15)", "chessicle": "breakthrough"}
SEARCHES = ("uct:1000", "mcts:1000")
"""Our players; those that do not exist are left out."""


def comparisons() -> list[Comparison]:
    import pyspiel

    found: list[Comparison] = []
    for slug, name in BESIDE.items():
        theirs = pyspiel.load_game(name)
        start = parlour.game(slug).guarded().start()
        title = f"{slug} / {name.partition('(')[0]}"
        playouts = their_search(pyspiel, theirs, simulations=2, rollouts=500)
        found += [
            Comparison(
                f"{title}: playouts by the game's hook",
                partial(bench.playouts, start, by_hook=True),
                playouts,
            ),
            Comparison(
                f"{title}: playouts through legal and play",
                partial(bench.playouts, start, by_hook=False),
                playouts,
            ),
            Comparison(
                f"{title}: actions of playouts by the hook",
                partial(bench.playout_actions, start),
                their_actions(playouts, theirs),
            ),
            Comparison(
                f"{title}: moves through the Python API",
                partial(bench.api_moves, start.game),
                their_moves(theirs),
            ),
        ]
        for search in available(SEARCHES):
            simulations = their_search(pyspiel, theirs, simulations=1_000, rollouts=1)
            what = f"{title}: simulations of {search.partition(':')[0]}"
            found.append(Comparison(what, our_search(start, search), simulations))
    return found


def available(texts: tuple[str, ...]) -> list[str]:
    """The texts that name a player."""
    found: list[str] = []
    for text in texts:
        try:
            read_player(text)
        except BadSettings:
            continue
        found.append(text)
    return found


def our_search(start: State, text: str) -> Rate:
    """Searches from the first position; a new player for each, so that no tree is reused."""
    seeds = count(1)

    def rate(seconds: float) -> float:
        done, begun = 0, process_time()
        while (passed := process_time() - begun) < seconds:
            player: Any = read_player(text, next(seeds))
            done += player.search(start, start.seat).nodes
        return done / passed

    return rate


def their_search(pyspiel: Any, game: Any, simulations: int, rollouts: int) -> Rate:
    """Rollouts of OpenSpiel's MCTSBot. With many rollouts per simulation the tree costs almost
    nothing, so that this is the rate of playouts."""
    seeds = count(1)

    def rate(seconds: float) -> float:
        done, begun = 0, process_time()
        while (passed := process_time() - begun) < seconds:
            seed = next(seeds)
            judge = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=seed)
            bot = pyspiel.MCTSBot(game, judge, 1.4, simulations, 2000, False, seed, False)
            bot.step(game.new_initial_state())
            done += simulations * rollouts
        return done / passed

    return rate


def their_moves(game: Any) -> Rate:
    fraction = Random(1).random

    def rate(seconds: float) -> float:
        moves, begun = 0, process_time()
        while (passed := process_time() - begun) < seconds:
            moves += random_match(game, fraction)
        return moves / passed

    return rate


def their_actions(playouts: Rate, game: Any, matches: int = 300) -> Rate:
    """The rate of playouts, times the mean number of actions of a random match."""
    fraction = Random(2).random
    length = sum(random_match(game, fraction) for _ in range(matches)) / matches
    return lambda seconds: length * playouts(seconds)


def random_match(game: Any, fraction: Any) -> int:
    state, moves = game.new_initial_state(), 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(fraction() * len(actions))])
        moves += 1
    return moves
