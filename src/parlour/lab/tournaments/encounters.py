"""Encounters: the tables of a round, with who sits there and what came of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Encounter(msgspec.Struct, frozen=True):
    """A table of a round. A single player at a table has a bye."""

    round: int  # from 0 on
    table: int  # from 0 on, within the round
    players: tuple[int, ...]  # numbers of players, in the order of the seats of the first match

    @property
    def bye(self) -> bool:
        return len(self.players) == 1

    def seating(self, match: int) -> tuple[int, ...]:
        """Who sits in each seat in the match with this number: all rotations, one by one."""
        turn = -match % len(self.players)
        return self.players[turn:] + self.players[:turn]


class PlayedMatch(msgspec.Struct, frozen=True):
    """A match that ended: what the standings need of it."""

    key: str
    round: int
    table: int
    number: int  # of all matches of the tournament
    seating: tuple[int, ...]
    ranks: tuple[int, ...]
    code: str = ""
    forfeits: dict[int, str] = {}  # by player: why

    def points(self) -> dict[int, float]:
        """A win is one point, shared by all who came first."""
        first = [player for player, rank in zip(self.seating, self.ranks, strict=True) if rank == 1]
        return {player: (player in first) / len(first) for player in self.seating}


def key_of(round: int, table: int, match: int) -> str:
    """The key of a match, which is unique in its tournament."""
    return f"r{round + 1:03}-t{table + 1:03}-m{match + 1:03}"


class MetEncounter(msgspec.Struct, frozen=True):
    """An encounter and the matches that were played of it."""

    encounter: Encounter
    matches: tuple[PlayedMatch, ...]

    def totals(self) -> dict[int, float]:
        """The points of each player over the matches."""
        sums = dict.fromkeys(self.encounter.players, 0.0)
        for match in self.matches:
            for player, points in match.points().items():
                sums[player] += points
        return sums

    def score(self) -> dict[int, float]:
        """One point for the encounter, shared by those with the most points over its matches."""
        if self.encounter.bye:
            return {self.encounter.players[0]: 1.0}
        totals = self.totals()
        most = max(totals.values()) - 1e-9
        best = [player for player, total in totals.items() if total >= most]
        return {player: (player in best) / len(best) for player in totals}


Rounds = Sequence[Sequence[MetEncounter]]
"""Complete rounds, in order."""
