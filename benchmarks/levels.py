"""How far the levels of a game lie apart: each against the one below it, the lowest against chance.

    python benchmarks/levels.py feud --matches 400

At four seats the higher level has one of them, and a quarter of the wins is par.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing

from parlour.players.series import scoring
from parlour.players.series.plan import Plan, read_plan
from parlour.players.series.running import missing, play_all
from parlour.players.series.tally import Tally
from parlour.table.errors import ParlourError
from parlour.table.registry import game

HEADINGS = "| level | against | matches | share of points | draws | actions |"


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
        print("|---|---|---:|---:|---:|---:|")
        for level in range(int(low), int(high or low) + 1):
            below = f"level:{level - 1}" if level > 1 else "random"
            plan = read_plan(table, [f"level:{level}", below], given.matches)
            print(row(plan, len(table.seats), given.at_once), flush=True)
    except (ParlourError, ValueError) as error:
        sys.exit(f"{error}")


def row(plan: Plan, seats: int, at_once: int) -> str:
    """Play a pair of levels, and say how it went."""
    tally, actions = Tally(plan, seats), 0
    with closing(play_all(missing(tally), at_once)) as matches:
        for number, record in matches:
            actions += len(record.events)
            if record.result is not None:
                tally.add(number, record.result, record.tags)
    share = scoring.share(tally.samples[0])
    cells = [
        *plan.players,
        f"{tally.matches}",
        f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})",
        f"{tally.draws / tally.matches:.1%}",
        f"{actions / tally.matches:.0f}",
    ]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
