"""Compares the speed of Parlour with other systems, in one run on one core: `make peers`

    python -m benchmarks.peers [openspiel] [chess] [threads] [--seconds 1] [--rounds 5]

It needs the extra `parlour[peers]`. The two sides of a comparison alternate, so that other load
slows both equally. A rate is the median of the rounds, per second of processor time. Each result is
a line of JSON; at the end there is a table in Markdown.
"""

from __future__ import annotations

import argparse
import json
import os
import sys

from benchmarks.peers import beside_chess, beside_openspiel, threads
from benchmarks.peers.turns import Comparison, measure

PARTS = {
    "threads": threads.comparisons,  # first, since it needs two cores and the others run on one
    "openspiel": beside_openspiel.comparisons,
    "chess": beside_chess.comparisons,
}


def one_core() -> None:
    """Run on one core from now on, if the system supports that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description="Ratios.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args(words)
    if not set(given.parts) <= set(PARTS):
        parser.error(f"the parts are {', '.join(PARTS)}")
    if not (0 < given.seconds <= 60 and 0 < given.rounds <= 100):
        parser.error("up to 60 seconds, up to 100 rounds")
    rows: list[dict[str, object]] = []
    for name in [part for part in PARTS if not given.parts or part in given.parts]:
        try:
            comparisons: list[Comparison] = PARTS[name]()
        except ImportError as error:
            sys.exit(f"{error.name} is not installed: pip install 'parlour[peers]'")
        if name != "threads":
            one_core()
        for row in measure(comparisons, given.seconds, given.rounds):
            print(json.dumps(row), flush=True)
            rows.append(row)
    print("\n| | ours | theirs | ratio |\n|---|---:|---:|---:|")
    for row in rows:
        print(f"| {row['what']} | {row['ours']:,} | {row['theirs']:,} | {row['ratio']} |")


if __name__ == "__main__":
    main()
