"""What counts of a series: the rounds that are complete, in their order.

Matches end in any order; counted is only what comes before the first gap. So a series stands the
same after the same matches, however many were played at once, and an SPRT ends it at the same one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from parlour.players.series.pairing import sitting
from parlour.players.series.plan import Plan
from parlour.players.series.scoring import Sample, Verdict, likelihood_ratio, verdict
from parlour.table.record import Event, Result


class Remarked(msgspec.Struct, frozen=True):
    """As much of an event as tells why somebody has forfeited."""

    seat: int
    kind: str = "action"
    remark: str = ""


class Tally:
    """The standing of a series."""

    def __init__(self, plan: Plan, seats: int) -> None:
        self.plan = plan
        self.seats = seats
        self.played: dict[int, Result] = {}
        self.mishaps: dict[int, Mapping[str, str]] = {}  # forfeits by match: tags of the records
        self.round = plan.round  # how many matches
        chairs = Counter(sitting(len(plan.players), seats, 0, plan.evenly))
        parts = [chairs[player] * self.round // seats for player in range(len(plan.players))]
        self.samples = [Sample(self.round, part) for part in parts]
        self.course: list[Sample] = []  # of the first player, after each round
        self.wins = [0] * len(plan.players)  # alone
        self.wins_by_seat = [0] * seats
        self.shared = [0] * len(plan.players)  # won with others
        self.draws = 0
        self.pairs: Counter[float] = Counter()  # what the first player got in a round
        self.forfeits, self.overruns = [0] * len(plan.players), [0] * len(plan.players)
        self.first_forfeits: dict[int, tuple[int, str]] = {}  # by player: the match, and why
        self.ratio = 0.0
        self.verdict: Verdict | None = None

    @property
    def rounds(self) -> int:
        return len(self.course)

    @property
    def matches(self) -> int:
        """Those that count."""
        return self.rounds * self.round

    @property
    def over(self) -> bool:
        return self.verdict is not None or self.matches == self.plan.matches

    def add(
        self,
        number: int,
        result: Result,
        tags: Mapping[str, str],
        events: Sequence[Remarked | Event] = (),
    ) -> None:
        """A match has been played; count the rounds that are complete with it."""
        self.played[number] = result
        self.mishaps[number] = tags
        players = sitting(len(self.samples), self.seats, number, self.plan.evenly)
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
            players = sitting(len(self.samples), self.seats, number, self.plan.evenly)
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
                self.forfeits[player] += f"Forfeit{seat + 1}" in self.mishaps[number]
                self.overruns[player] += f"Overrun{seat + 1}" in self.mishaps[number]
        shares = [each / self.round for each in points]
        self.samples = [sample.add(got) for sample, got in zip(self.samples, shares, strict=True)]
        self.course.append(self.samples[0])
        self.pairs[round(points[0], 6)] += 1
        if self.plan.sprt:
            self.ratio = likelihood_ratio(self.samples[0], self.plan.sprt)
            self.verdict = verdict(self.ratio)
