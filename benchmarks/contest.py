"""A contest between two players: a series of which only the figures are kept.

Who sits alone at a larger table gets a share of the points, as in any series. Where two share it
evenly, a match is beaten by the one with more seats among those who came first, and is drawn when
they have equally many there: a match is won by two of three who are left as well as by one of one.
At two seats both are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

import msgspec

from parlour.players.series import scoring
from parlour.players.series.pairing import seating
from parlour.players.series.plan import read_plan
from parlour.players.series.running import missing, play_all
from parlour.players.series.scoring import Estimate, Sample
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
| level | against | matches | share | draws | actions |
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
    sample, draws = beating(tally) if plan.evenly else (tally.samples[0], tally.draws)
    return Contest(players, seed, matches, tally.matches, scoring.share(sample), draws, actions)


def beating(tally: Tally) -> tuple[Sample, int]:
    """How often the first of two players who share a table evenly beats the other, draws half; and
    how many of the matches are drawn."""
    beaten = [
        beats(tally.played[number].ranks, seating(2, tally.seats, number, evenly=True))
        for number in range(tally.matches)
    ]
    sample = Sample(tally.round, tally.round // 2)
    for start in range(0, tally.matches, tally.round):
        sample = sample.add(sum(beaten[start : start + tally.round]) / tally.round)
    return sample, beaten.count(0.5)


def beats(ranks: Sequence[int], players: Sequence[int]) -> float:
    """What the first of two players gets of a match with these players on the seats: 1 if it has
    more of those who came first, 0.5 if equally many."""
    first = [player for rank, player in zip(ranks, players, strict=True) if rank == 1]
    ours, theirs = first.count(0), first.count(1)
    return 0.5 if ours == theirs else float(ours > theirs)
