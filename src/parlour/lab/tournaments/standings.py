"""The standings of a tournament: points, tie-breaks and the cross table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

import msgspec

from parlour.lab.tournaments.encounters import Encounter, MetEncounter, PlayedMatch
from parlour.lab.tournaments.formats import most_encounters, winner
from parlour.lab.tournaments.plan import TournamentPlan


class Place(msgspec.Struct):
    """The line of a player in the table."""

    player: int
    name: str
    points: float = 0.0
    matches: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    forfeits: int = 0
    byes: int = 0
    buchholz: float = 0.0  # the points of those met
    berger: float = 0.0  # Sonneborn-Berger: the points of those beaten, half of those drawn with
    stage: int = 0  # of a knockout: the rounds survived
    rank: int = 0


class Standings:
    """The rounds of a tournament as far as they are known, and what follows from them."""

    def __init__(self, plan: TournamentPlan, rounds: Sequence[Sequence[MetEncounter]]) -> None:
        self.plan = plan
        self.rounds = [list(round) for round in rounds]

    def _repr_svg_(self) -> str:
        """The cross table in a notebook."""
        from parlour.lab.tournaments.pictures import cross_table  # it imports this module

        return cross_table(self)

    def add_rounds(self, rounds: Sequence[Sequence[Encounter]]) -> None:
        self.rounds += [[MetEncounter(each, ()) for each in round] for round in rounds]

    def add(self, match: PlayedMatch) -> None:
        round = self.rounds[match.round]
        met = round[match.table]
        matches = tuple(sorted((*met.matches, match), key=lambda match: match.number))
        round[match.table] = MetEncounter(met.encounter, matches)

    @property
    def matches(self) -> list[PlayedMatch]:
        """The matches that have been played, in the order of their numbers."""
        played = [match for round in self.rounds for met in round for match in met.matches]
        return sorted(played, key=lambda match: match.number)

    @property
    def paired(self) -> int:
        """How many matches have been paired."""
        met = [met for round in self.rounds for met in round if not met.encounter.bye]
        return len(met) * self.plan.matches

    @property
    def expected(self) -> int:
        """How many matches there will be, as far as that is known."""
        plan = self.plan
        if plan.format == "swiss":
            return plan.rounds * (len(plan.players) // plan.seats) * plan.matches
        if plan.format == "knockout":
            return (len(plan.players) - 1) // (plan.seats - 1) * plan.matches
        return most_encounters(plan) * plan.matches

    def complete(self) -> list[list[MetEncounter]]:
        """The rounds of which all matches have been played, up to the first gap."""
        wanted = self.plan.matches
        return list(
            takewhile(
                lambda round: all(met.encounter.bye or len(met.matches) == wanted for met in round),
                self.rounds,
            )
        )

    def places(self) -> list[Place]:
        """The table, best first."""
        places = [Place(i, name) for i, name in enumerate(self.plan.names)]
        for match in self.matches:
            _count(places, match)
        for number, round in enumerate(self.rounds):
            for met in round:
                self._count_encounter(places, met, number)
        points = [place.points for place in places]
        for match in self.matches:
            _break_ties(places, points, match)
        ordered = sorted(places, key=lambda place: (*_merit(place), place.player))
        for i, place in enumerate(ordered):
            same = i and _merit(ordered[i - 1]) == _merit(place)
            place.rank = ordered[i - 1].rank if same else i + 1
        return ordered

    def _count_encounter(self, places: list[Place], met: MetEncounter, number: int) -> None:
        """Byes, and how far a player came in a knockout."""
        swiss, knockout = self.plan.format == "swiss", self.plan.format == "knockout"
        if met.encounter.bye:
            place = places[met.encounter.players[0]]
            place.byes += 1
            place.points += self.plan.matches if swiss else 0
        if knockout:
            for player in met.encounter.players:
                places[player].stage = max(places[player].stage, number)
            if met.encounter.bye or len(met.matches) == self.plan.matches:
                places[winner(met.totals())].stage = number + 1

    def crossings(self) -> dict[tuple[int, int], list[float]]:
        """For each ordered pair of players that met: the points of the first, match by match."""
        found: dict[tuple[int, int], list[float]] = {}
        for match in self.matches:
            for one, other, share in duels(match):
                found.setdefault((one, other), []).append(share)
        return found


def _merit(place: Place) -> tuple[float, ...]:
    """The order of the table; rounded, because thirds of a point do not add up to one."""
    return (
        *(-place.stage, -round(place.points, 6)),
        *(-round(place.buchholz, 6), -round(place.berger, 6), -place.wins),
    )


def _count(places: list[Place], match: PlayedMatch) -> None:
    points = match.points()
    for player, got in points.items():
        place = places[player]
        place.matches += 1
        place.points += got
        place.wins += got == 1.0
        place.draws += 0 < got < 1
        place.losses += got == 0
        place.forfeits += player in match.forfeits


def _break_ties(places: list[Place], points: Sequence[float], match: PlayedMatch) -> None:
    for one, other, share in duels(match):
        places[one].buchholz += points[other]
        places[one].berger += share * points[other]


def duels(match: PlayedMatch) -> Iterator[tuple[int, int, float]]:
    """A match as results of each player against each other one: 1, 0.5 or 0."""
    sides = list(zip(match.seating, match.ranks, strict=True))
    for i, (one, rank) in enumerate(sides):
        for k, (other, against) in enumerate(sides):
            if i != k:
                yield one, other, (1 + (rank < against) - (rank > against)) / 2
