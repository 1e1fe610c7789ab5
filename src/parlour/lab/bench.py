"""Benchmarks on one core: playouts, moves through the Python API, searches and copies.

Rates are per second of CPU time, since the machine may be shared. Each figure is the median of
three rounds. The interpreted mode is measured in a process of its own, because both modes cannot
live in one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time

import msgspec

from parlour import _modes
from parlour.players.mcts.uct_player import UctPlayer
from parlour.players.playouts import Playouts
from parlour.table.registry import AnyGame, game, games
from parlour.table.state import State

ROUNDS = 3


class Figure(msgspec.Struct, frozen=True):
    """One measured figure."""

    game: str
    metric: str
    value: float
    mode: str


def report(slug: str | None, seconds: float, as_json: bool, one_mode: bool) -> Iterator[str]:
    """The figures of one game or all, one per line, in this mode and then interpreted."""
    for name in [slug] if slug else games():
        figures = measure(game(name).guarded(), seconds)
        for figure in figures:
            yield write(figure, as_json)
        if not one_mode and _modes.mode() == "compiled":
            for figure in measure_interpreted(name, seconds):
                yield write(figure, as_json)


def write(figure: Figure, as_json: bool) -> str:
    if as_json:
        return json.dumps(msgspec.to_builtins(figure))
    return f"{figure.game:12} {figure.mode:12} {figure.metric:28} {figure.value:>14,.0f}"


def measure(measured: AnyGame, seconds: float) -> Iterator[Figure]:
    """All figures of a game in the current mode."""
    state, mode = measured.start(), _modes.mode()
    rates = {
        "playouts_by_hook_per_s": lambda: playouts(state, seconds, by_hook=True),
        "actions_by_hook_per_s": lambda: playout_actions(state, seconds),
        "playouts_by_legal_play_per_s": lambda: playouts(state, seconds, by_hook=False),
        "api_moves_per_s": lambda: api_moves(measured, seconds),
        "simulations_per_s": lambda: simulations(state, seconds),
        "copies_per_s": lambda: copies(state, seconds),
    }
    for metric, rate in rates.items():
        yield Figure(measured.slug, metric, round(median(rate() for _ in range(ROUNDS)), 1), mode)
    yield Figure(measured.slug, "state_bytes", size_of(state), mode)


def measure_interpreted(slug: str, seconds: float) -> Iterator[Figure]:
    """The same figures from a process that runs interpreted."""
    command = [sys.executable, "-m", "parlour", "bench", slug, "--json", "--seconds", str(seconds)]
    done = subprocess.run(  # noqa: S603 - our own program
        command, env=os.environ | {"PARLOUR_PURE": "1"}, capture_output=True, text=True, check=True
    )
    for line in done.stdout.splitlines():
        yield msgspec.json.decode(line, type=Figure)


def rate(step: Callable[[int], int], seconds: float) -> float:
    """How many items `step(n)` processes per second; batches grow until timing them is exact."""
    batch, done, begun = 1, 0, process_time()
    while (passed := process_time() - begun) < seconds:
        done += step(batch)
        if process_time() - begun - passed < seconds / 20:
            batch *= 2
    return done / passed


def playouts(state: State, seconds: float, by_hook: bool) -> float:
    runner = Playouts(state, seed=1)

    def step(batch: int) -> int:
        runner.run(batch, by_hook)
        return batch

    return rate(step, seconds)


def playout_actions(state: State, seconds: float) -> float:
    """The actions of playouts, to compare games with matches of different length."""
    runner = Playouts(state, seed=1)

    def step(batch: int) -> int:
        before = runner.steps
        runner.run(batch)
        return runner.steps - before

    return rate(step, seconds)


def api_moves(measured: AnyGame, seconds: float) -> float:
    """Random matches through `actions` and `apply`, as a Python program plays them."""
    fraction = Random(1).random

    def step(batch: int) -> int:
        moves = 0
        for _ in range(batch):
            state = measured.start()
            while not state.over:
                actions = state.actions()
                state.apply(actions[int(fraction() * len(actions))])
                moves += 1
        return moves

    return rate(step, seconds)


def simulations(state: State, seconds: float) -> float:
    """The plain search from the first position, a thousand simulations at a time."""
    count = 1_000 if _modes.mode() == "compiled" else 20
    player = UctPlayer(simulations=count, seed=1)

    def step(batch: int) -> int:
        for _ in range(batch):
            player.search(state, state.seat)
        return batch * count

    return rate(step, seconds)


def copies(state: State, seconds: float) -> float:
    def step(batch: int) -> int:
        for _ in range(batch):
            state.copy()
        return batch

    return rate(step, seconds)


def size_of(state: State) -> int:
    """The size of a state in bytes: compiled it is one block, interpreted it includes its lists."""
    fields: dict[str, object] = getattr(state, "__dict__", {})
    own = (held for held in fields.values() if held is not state.game.shared_ints)
    return sys.getsizeof(state) + sum(sys.getsizeof(held) for held in own if hasattr(held, "sort"))
