"""How far the levels of a game lie apart: each against the one below it, and the lowest against
players that hardly think.

    python -m benchmarks.levels feud --matches 400

Level 1 meets `random` and `glance`; at a larger table it sits alone among `wary` ones, and its
share is that of the points: a quarter is par at four. All others share a larger table evenly, in
all arrangements, and the share is how often the level beats the other (benchmarks/contest.py).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from benchmarks.contest import HEADINGS, contest
from parlour.table.errors import ParlourError
from parlour.table.registry import game


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--levels", default="1-10", help="such as 3-5")
    parser.add_argument("--at-once", type=int, default=2)
    given = parser.parse_args(words)
    low, _, high = given.levels.partition("-")
    try:
        table = game(given.game)
        print(HEADINGS)
        for players in pairs(int(low), int(high or low), len(table.seats)):
            evenly = players[1] != "wary"
            played = contest(table, players, given.matches, evenly=evenly, at_once=given.at_once)
            print(played.row(*players), flush=True)
    except (ParlourError, ValueError) as error:
        sys.exit(f"{error}")


def pairs(low: int, high: int, seats: int) -> Iterator[tuple[str, str]]:
    """Who meets whom."""
    for level in range(low, high + 1):
        if level == 1:
            yield "level:1", "random" if seats == 2 else "wary"
            yield "level:1", "glance"
        else:
            yield f"level:{level}", f"level:{level - 1}"


if __name__ == "__main__":
    main()
