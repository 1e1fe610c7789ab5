"""A contest between two players: a series of which only the figures are kept.

With more than two seats, the first player has either one of them or half of them. With one seat its
score is its share of the points, as in any series. With half of the seats, the player with more
seats in first place wins the match, however many share that place; with equally many it is a draw.
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
    """The result of a contest, for the first player."""

    players: tuple[str, str]
    seed: int
    asked: int  # matches that were asked for
    matches: int  # matches that were played, in whole rounds
    share: Estimate
    draws: int
    actions: int

    def row(self, *names: str) -> str:
        """A row of a Markdown table, with these names before the figures."""
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
    game: AnyGame,
    players: tuple[str, str],
    matches: int,
    *,
    seed: int = 1,
    evenly: bool = True,
    at_once: int = 2,
) -> Contest:
    """Play the first player against the second; with more than two seats, `evenly` gives each half
    of them. A forfeit is an error, since both are players of ours."""
    plan = read_plan(game, players, matches, seed=seed, evenly=evenly)
    tally, actions = Tally(plan, len(game.seats)), 0
    with closing(play_all(missing(tally), at_once)) as played:
        for number, record in played:
            actions += len(record.events)
            if record.result is not None:
                tally.add(number, record.result, record.tags)
    if any(tally.forfeits):
        raise RuntimeError(f"{players}: a player forfeited")
    sample, draws = head_to_head(tally) if plan.evenly else (tally.samples[0], tally.draws)
    return Contest(players, seed, matches, tally.matches, scoring.share(sample), draws, actions)


def head_to_head(tally: Tally) -> tuple[Sample, int]:
    """The score of the first of two players with half of the seats each, draws counted half, and
    the number of draws."""
    scores = [
        score(tally.played[number].ranks, seating(2, tally.seats, number, evenly=True))
        for number in range(tally.matches)
    ]
    sample = Sample(tally.round, tally.round // 2)
    for start in range(0, tally.matches, tally.round):
        sample = sample.add(sum(scores[start : start + tally.round]) / tally.round)
    return sample, scores.count(0.5)


def score(ranks: Sequence[int], players: Sequence[int]) -> float:
    """The first player's score: 1 if more of its seats than of the other's came first, 0.5 if
    equally many did; `players` has the player in each seat."""
    first = [player for rank, player in zip(ranks, players, strict=True) if rank == 1]
    ours, theirs = first.count(0), first.count(1)
    return 0.5 if ours == theirs else float(ours > theirs)
