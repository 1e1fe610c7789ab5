"""A contest between two players: a series of which only the figures are kept."""

from __future__ import annotations

from contextlib import closing

import msgspec

from parlour.players.series import scoring
from parlour.players.series.plan import read_plan
from parlour.players.series.running import missing, play_all
from parlour.players.series.scoring import Estimate
from parlour.players.series.tally import Tally
from parlour.table.registry import AnyGame


class Contest(msgspec.Struct, frozen=True):
    """What the first player got."""

    players: tuple[str, str]
    seed: int
    asked: int  # how many matches
    matches: int  # these, in whole rounds
    share: Estimate
    draws: int
    actions: int

    def row(self, *names: str) -> str:
        """A line of a table, with these names before the figures."""
        share = self.share
        cells = [
            *names,
            f"{self.matches}",
            f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})",
            f"{self.draws / self.matches:.1%}",
            f"{self.actions / self.matches:.0f}",
        ]
        return f"| {' | '.join(cells)} |"


HEADINGS = """\
| level | against | matches | share of points | draws | actions |
|---|---|---:|---:|---:|---:|"""


def contest(
    table: AnyGame,
    players: tuple[str, str],
    matches: int,
    *,
    seed: int = 1,
    evenly: bool = True,
    at_once: int = 2,
) -> Contest:
    """The first player against the second: at a larger table, each on half of the seats, or the
    first on one of them. A match that one of ours forfeits would be no answer."""
    plan = read_plan(table, players, matches, seed=seed, evenly=evenly)
    tally, actions = Tally(plan, len(table.seats)), 0
    with closing(play_all(missing(tally), at_once)) as played:
        for number, record in played:
            actions += len(record.events)
            if record.result is not None:
                tally.add(number, record.result, record.tags)
    if any(tally.forfeits):
        raise RuntimeError(f"{players}: a player forfeited")
    share = scoring.share(tally.samples[0])
    return Contest(players, seed, matches, tally.matches, share, tally.draws, actions)
