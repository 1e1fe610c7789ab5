"""The published ladder: all levels of each game, and the players without a search, rated together.

    make ladder            (or: python -m benchmarks.ladder [GAME ...] [--cycles 20] [--at-once 2])

Each game is a round robin of its ten levels, `glance`, `wary` and `random` (at tables of more than
two, each plays against all others at tables that change from cycle to cycle). The tournaments are
kept in build/ladder, so that the command continues where it was stopped. Writes docs/ladder.md, and
a picture for each game beside it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import parlour
from parlour.lab.tournaments.pictures import rating_plot
from parlour.lab.tournaments.plan import TournamentFile, TournamentPlan, check
from parlour.lab.tournaments.report import elos, glickos
from parlour.lab.tournaments.running import play_here
from parlour.lab.tournaments.standings import Standings
from parlour.lab.tournaments.store import default_folder
from parlour.table.errors import ParlourError

LEVELS = tuple(f"level:{number}" for number in range(1, 11))
OTHERS = ("glance", "wary", "random")
ABOUT = """\
# The ladder

Elo of all levels and of the players without a search, 0 being the average of the field of a game,
with 95 % error bars: [Bradley-Terry](tournaments.md) over a round robin. Ratings of different games
cannot be compared. Made with `make ladder`.
"""


def plan_for(slug: str, cycles: int) -> TournamentPlan:
    """The tournament of a game. At larger tables a Swiss, since all tables would be too many."""
    players = dict(zip((*LEVELS, *OTHERS), (*LEVELS, *OTHERS), strict=True))
    seats = len(parlour.game(slug).seats)
    if seats == 2:
        return check(TournamentFile(slug, "round-robin", players, cycles=cycles))
    filled = {f"{name} again": name for name in LEVELS[: -len(players) % seats]}
    return check(TournamentFile(slug, "swiss", players | filled, rounds=min(100, 4 * cycles)))


def section(standings: Standings, picture: str) -> Iterator[str]:
    """The part of the page about a game."""
    plan, rated = standings.plan, glickos(standings)
    bars = elos(standings)
    yield f"\n## {plan.load_game().title}\n"
    yield f"![The ratings with their error bars]({picture})\n"
    yield f"{len(standings.matches)} matches.\n"
    system = "Glicko-2" if plan.seats == 2 else "openskill"
    yield f"| player | Elo | 95 % | {system} | points | matches |"
    yield "|---|---:|---:|---:|---:|---:|"
    places = {place.player: place for place in standings.places()}
    for player in sorted(places, key=lambda player: -bars[player].value):
        bar, place, rating = bars[player], places[player], rated[player]
        yield (
            f"| `{place.name}` | {bar.value:+.0f} | {bar.low:+.0f} to {bar.high:+.0f} "
            f"| {rating.value:.0f} | {place.points:.1f} | {place.matches} |"
        )


def write_ladder(slugs: Sequence[str], cycles: int, at_once: int, docs: Path, kept: Path) -> None:
    """Play what is missing, and write the page and its pictures."""
    lines = [ABOUT]
    for slug in slugs:
        plan = plan_for(slug, cycles)
        standings = play_here(plan, kept / default_folder(plan).name, at_once)
        picture = docs / "pictures" / f"ladder-{slug}.svg"
        picture.parent.mkdir(parents=True, exist_ok=True)
        picture.write_text(rating_plot(standings), "utf-8")
        lines += section(standings, f"pictures/{picture.name}")
    (docs / "ladder.md").write_text("\n".join(lines) + "\n", "utf-8")


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: every game")
    parser.add_argument("--cycles", type=int, default=20)
    parser.add_argument("--at-once", type=int, default=2)
    parser.add_argument("--docs", type=Path, default=Path("docs"))
    parser.add_argument("--kept", type=Path, default=Path("build/ladder"))
    given = parser.parse_args(words)
    try:
        games = given.games or list(parlour.games())
        write_ladder(games, given.cycles, given.at_once, given.docs, given.kept)
    except ParlourError as error:
        sys.exit(f"{error}")


if __name__ == "__main__":
    main()
