"""The distances between the levels of a game: each plays the one below it.

    python -m benchmarks.levels feud --matches 400

Level 1 plays `random` and `glance`. With more than two seats it has one seat against `wary` players
in the others, and its share is that of the points: a quarter is par with four seats. All other
levels have half of the seats each, in all arrangements, and the share is how often the level beats
the other one (benchmarks/contest.py).
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
        played_game = game(given.game)
        print(HEADINGS)
        for players in pairs(int(low), int(high or low), len(played_game.seats)):
            evenly = players[1] != "wary"
            played = contest(
                played_game, players, given.matches, evenly=evenly, at_once=given.at_once
            )
            print(played.row(*players), flush=True)
    except (ParlourError, ValueError) as error:
        sys.exit(f"{error}")


def pairs(low: int, high: int, seats: int) -> Iterator[tuple[str, str]]:
    """The pairs of players."""
    for level in range(low, high + 1):
        if level == 1:
            yield "level:1", "random" if seats == 2 else "wary"
            yield "level:1", "glance"
        else:
            yield f"level:{level}", f"level:{level - 1}"


if __name__ == "__main__":
    main()
