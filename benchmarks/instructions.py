"""Instructions of the rows of `parlour bench`: a figure that a busy machine does not change.

    python -m benchmarks.instructions chessicle knights

Each row runs under callgrind, once to warm up and once counted. To compare another tree, name its
`src` in PYTHONPATH. Needs valgrind.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import click

from parlour.lab import bench
from parlour.players.player import read_player
from parlour.table.registry import game, games

PLAYOUTS, MATCHES, SIMULATIONS, GUIDED, COPIES = 1_000, 50, 5_000, 500, 10_000


def rows(slug: str) -> dict[str, Callable[[], int]]:
    """What each row does once, returning the number of its items; first what all have in common."""
    played_game = game(slug).guarded()
    state = played_game.start()

    def playouts(by_hook: bool) -> int:
        bench.Playouts(state, seed=1).run(PLAYOUTS, by_hook)
        return PLAYOUTS

    def api_moves() -> int:
        rng, moves = Random(1), 0
        for _ in range(MATCHES):
            played = played_game.start()
            while not played.over:
                actions = played.actions()
                played.apply(actions[int(rng.random() * len(actions))])
                moves += 1
        return moves

    def simulations() -> int:
        bench.UctPlayer(simulations=SIMULATIONS, seed=1).search(state, state.seat)
        return SIMULATIONS

    def guided() -> int:
        player = read_player(f"mcts:{GUIDED},evaluate=1", seed=1)
        player.search(state, state.seat)
        return GUIDED

    def copies() -> int:
        for _ in range(COPIES):
            state.copy()
        return COPIES

    return {
        "switching callgrind on and off": lambda: 0,
        "playouts by hook": lambda: playouts(True),
        "playouts by `legal` and `play`": lambda: playouts(False),
        "moves through the Python API": api_moves,
        "simulations of plain UCT": simulations,
        "simulations with evaluation": guided,
        "copies": copies,
    }


def control(*arguments: str) -> None:
    command = ["callgrind_control", *arguments, str(os.getpid())]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - our own words


def counted(slug: str) -> None:
    """Run the rows under callgrind: a dump for each, and its items on standard output."""
    for name, row in rows(slug).items():
        row()
        control("-z")
        control("-i", "on")
        items = row()
        control("-i", "off")
        control("--dump")
        print(f"{items} {name}", flush=True)


def measure(slug: str) -> Iterator[tuple[str, float]]:
    """The instructions per item of each row."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "counts")
        command = [
            "valgrind", "-q", "--tool=callgrind", "--instr-atstart=no",
            f"--callgrind-out-file={out}",
            sys.executable, "-m", "benchmarks.instructions", "--inside", slug,
        ]  # fmt: skip
        environment = os.environ | {"PYTHONHASHSEED": "0"}
        done = subprocess.run(  # noqa: S603 - our own program
            command, env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
        switching = instructions(Path(f"{out}.1"))
        for number, line in enumerate(done.stdout.splitlines(), 1):
            items, _, name = line.partition(" ")
            if int(items):
                yield name, (instructions(Path(f"{out}.{number}")) - switching) / int(items)


def instructions(dump: Path) -> int:
    totals = [line for line in dump.read_text().splitlines() if line.startswith("totals:")]
    return int(totals[0].split()[1])


@click.command()
@click.argument("slugs", nargs=-1)
@click.option("--inside", is_flag=True, hidden=True)
def main(slugs: tuple[str, ...], inside: bool) -> None:
    """Print the instructions of each row of the benchmarks of games, by default of all."""
    for slug in slugs or games():
        if inside:
            counted(slug)
            continue
        for name, figure in measure(slug):
            click.echo(f"{slug:10} {name:32} {figure:14,.1f}")


if __name__ == "__main__":
    main()
