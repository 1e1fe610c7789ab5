"""The score of a series, counted over complete rounds in order.

Matches end in any order, but only rounds before the first gap are counted. So the score, and the
match at which an SPRT stops, do not depend on the number of processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from parlour.players.series.pairing import seating
from parlour.players.series.plan import SeriesPlan
from parlour.players.series.scoring import Sample, Verdict, likelihood_ratio, verdict
from parlour.table.record import Event, Result


class EventSummary(msgspec.Struct, frozen=True):
    """The parts of an event that tell why a player forfeited."""

    seat: int
    kind: str = "action"
    remark: str = ""


class Tally:
    """The score of a series so far."""

    def __init__(self, plan: SeriesPlan, seats: int) -> None:
        self.plan = plan
        self.seats = seats
        self.played: dict[int, Result] = {}
        self.loss_tags: dict[int, Mapping[str, str]] = {}  # tags of the records, by match
        self.round = plan.round  # matches per round
        seat_counts = Counter(seating(len(plan.players), seats, 0, plan.evenly))
        parts = [seat_counts[player] * self.round // seats for player in range(len(plan.players))]
        self.samples = [Sample(self.round, part) for part in parts]
        self.history: list[Sample] = []  # of the first player, after each round
        self.wins = [0] * len(plan.players)  # sole wins
        self.wins_by_seat = [0] * seats
        self.shared = [0] * len(plan.players)  # wins shared with others
        self.draws = 0
        self.pairs: Counter[float] = Counter()  # points of the first player per round
        self.forfeits, self.overruns = [0] * len(plan.players), [0] * len(plan.players)
        self.first_forfeits: dict[int, tuple[int, str]] = {}  # by player: the match, and why
        self.ratio = 0.0
        self.verdict: Verdict | None = None

    def _repr_svg_(self) -> str:
        """The score in a notebook."""
        from parlour.players.series.graph import svg  # it imports this module

        return svg(self)

    @property
    def rounds(self) -> int:
        return len(self.history)

    @property
    def matches(self) -> int:
        """The number of counted matches."""
        return self.rounds * self.round

    @property
    def over(self) -> bool:
        return self.verdict is not None or self.matches == self.plan.matches

    def add(
        self,
        number: int,
        result: Result,
        tags: Mapping[str, str],
        events: Sequence[EventSummary | Event] = (),
    ) -> None:
        """Add a match, and count the rounds it completes."""
        self.played[number] = result
        self.loss_tags[number] = tags
        players = seating(len(self.samples), self.seats, number, self.plan.evenly)
        for event in events:
            if event.kind == "forfeit":
                first = self.first_forfeits.get(players[event.seat])
                if first is None or number < first[0]:
                    self.first_forfeits[players[event.seat]] = number, event.remark
        while not self.over and all(n in self.played for n in self._round(self.rounds)):
            self._count(self._round(self.rounds))

    def _round(self, number: int) -> range:
        return range(number * self.round, (number + 1) * self.round)

    def _count(self, numbers: Sequence[int]) -> None:
        points = [0.0] * len(self.samples)
        for number in numbers:
            players = seating(len(self.samples), self.seats, number, self.plan.evenly)
            result = self.played[number]
            first = [seat for seat, rank in enumerate(result.ranks) if rank == 1]
            for seat in first:
                points[players[seat]] += 1 / len(first)
            if len(first) == 1:
                self.wins[players[first[0]]] += 1
                self.wins_by_seat[first[0]] += 1
            else:
                self.draws += 1
                for player in {players[seat] for seat in first}:
                    self.shared[player] += 1
            for seat, player in enumerate(players):
                self.forfeits[player] += f"Forfeit{seat + 1}" in self.loss_tags[number]
                self.overruns[player] += f"Overrun{seat + 1}" in self.loss_tags[number]
        shares = [each / self.round for each in points]
        self.samples = [sample.add(got) for sample, got in zip(self.samples, shares, strict=True)]
        self.history.append(self.samples[0])
        self.pairs[round(points[0], 6)] += 1
        if self.plan.sprt:
            self.ratio = likelihood_ratio(self.samples[0], self.plan.sprt)
            self.verdict = verdict(self.ratio)
