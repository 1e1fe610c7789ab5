"""Solve the game: every position, and what is kept of it.

`python -m parlour.games.chessicle.complete.solve` needs a GPU with 120 GiB of memory and writes
`solution.json`; with `--cpu --pawns 1 -o FILE`, any processor takes some seconds.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

from parlour.games.chessicle.complete.library import (
    HERE,
    MOST_PAWNS,
    PositionSolver,
    Side,
    SolverUnavailable,
    Sweep,
    place_of,
    sides_of,
)

Report = Callable[[Sweep], None]

ROWS = tuple(sorted({"".join(order) for order in permutations("12PPP")}))
"""The twenty deployments: what stands in each column, pawns being alike."""
HEROES = ("12", "1", "2", "")
"""The heroes that a side may have, in the order of the numbers of kinds (api.h)."""


def solve(solver: PositionSolver, report: Report = lambda _: None) -> list[Sweep]:
    """All sweeps up to the last that finds something; what none finds is drawn."""
    sweeps: list[Sweep] = []
    while len(sweeps) < 2 or sweeps[-1].found or sweeps[-2].found:
        sweeps.append(solver.sweep(len(sweeps) + 1))
        report(sweeps[-1])
    return sweeps[:-2]


def side_of(row: str, top: bool) -> Side:
    """A deployed side, A on the top row or B on the bottom row."""
    first = 0 if top else 20
    pawns = tuple(first + column for column, piece in enumerate(row) if piece == "P")
    return Side(pawns, first + row.index("1"), first + row.index("2"))


class Deployments:
    """How far from the end each pair of deployments is, which the sweeps tell one by one."""

    def __init__(self, solver: PositionSolver) -> None:
        self._solver = solver
        self._places = [
            place_of(last=side_of(b, top=False), next=side_of(a, top=True))
            for a in ROWS
            for b in ROWS
        ]
        self.moves = [0] * len(self._places)

    def note(self, sweep: Sweep) -> None:
        for i, value in enumerate(self._solver.values(self._places)):
            if value and not self.moves[i]:
                self.moves[i] = sweep.number

    def table(self) -> dict[str, list[int]]:
        """By A's row, and in it by B's: moves to the end, odd where A wins, even where B does."""
        width = len(ROWS)
        return {a: self.moves[width * i : width * (i + 1)] for i, a in enumerate(ROWS)}


def kind_name(kind: int) -> str:
    """Who is left, the side to move first: `PP12 P1`."""
    own = "P" * (kind >> 6) + HEROES[kind >> 2 & 3]
    other = "P" * (kind >> 4 & 3) + HEROES[kind & 3]
    return f"{own} {other}"


def result_of(solver: PositionSolver, report: Report = lambda _: None) -> dict[str, Any]:
    """Everything that is kept. Of each kind: positions, won, lost, moves of the longest win."""
    deployments = Deployments(solver) if solver.pawns == MOST_PAWNS else None

    def tell(sweep: Sweep) -> None:
        if deployments:
            deployments.note(sweep)
        report(sweep)

    count = solver.count()
    sweeps = solve(solver, tell)
    last, next = sides_of(sweeps[-1].example)
    return {
        "positions": sum(count),
        "longest": {"moves": sweeps[-1].number, "to_move": next, "other": last},
        "deployments": deployments.table() if deployments else {},
        "kinds": {
            kind_name(kind): [
                positions,
                sum(sweep.by_kind[kind] for sweep in sweeps if sweep.number % 2),
                sum(sweep.by_kind[kind] for sweep in sweeps if not sweep.number % 2),
                max((sweep.number for sweep in sweeps if sweep.by_kind[kind]), default=0),
            ]
            for kind, positions in enumerate(count)
            if positions
        },
        "decided_in": [sweep.found for sweep in sweeps],
    }


def written(result: dict[str, Any]) -> str:
    """The result as JSON, with a line for each entry of its tables."""
    parts: list[str] = []
    for key, value in result.items():
        if isinstance(value, dict) and key != "longest":
            rows = ",\n  ".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in value.items())  # pyright: ignore[reportUnknownVariableType]
            parts.append(f"{json.dumps(key)}: {{\n  {rows}\n }}")
        else:
            parts.append(f"{json.dumps(key)}: {json.dumps(value)}")
    return "{\n " + ",\n ".join(parts) + "\n}\n"


def tell(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve Chessicle.")
    parser.add_argument("--pawns", type=int, choices=range(MOST_PAWNS + 1), default=MOST_PAWNS)
    parser.add_argument("--friend-blocks", action="store_true")
    parser.add_argument("--cpu", action="store_true", help="use no GPU")
    parser.add_argument("-o", "--output", type=Path, default=HERE / "solution.json")
    options = parser.parse_args()
    begun = time.monotonic()
    try:
        solver = PositionSolver(options.pawns, options.friend_blocks, gpu=not options.cpu)
    except SolverUnavailable as error:
        sys.exit(str(error))
    tell(f"The tables are there after {time.monotonic() - begun:.1f} s.")
    result = result_of(solver, lambda sweep: tell(f"{sweep.number} {sweep.found:,}"))
    solver.close()
    options.output.write_text(written(result), "utf-8")
    tell(f"{result['positions']:,} positions in {time.monotonic() - begun:.1f} s.")


if __name__ == "__main__":
    main()
