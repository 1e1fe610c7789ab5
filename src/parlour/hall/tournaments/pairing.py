"""The next round of a tournament of people, and its standings, from what is kept alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from parlour.hall.tournaments.kept import Entrant, KeptTournament, PairedTable
from parlour.lab.tournaments.formats import everybody
from parlour.lab.tournaments.tables import tables_of_equals
from parlour.wire.http_types import TournamentPlace


def next_round(kept: KeptTournament, seats: int) -> list[tuple[int, ...]]:
    """The tables of the next round, byes as tables of one; none if the tournament is over.

    Whoever has withdrawn is not paired. In a round robin their opponents have no match then."""
    active = [each.number for each in kept.entrants if not each.withdrawn]
    played = 1 + max((table.round for table in kept.tables), default=-1)
    if len(active) < seats:
        return []
    if kept.tournament.format == "round-robin":
        return _next_of_everybody(kept, seats, set(active), played)
    if played >= kept.tournament.rounds:
        return []
    return _next_swiss(kept, seats, active, played)


def _next_of_everybody(
    kept: KeptTournament, seats: int, active: set[int], played: int
) -> list[tuple[int, ...]]:
    """The schedule of all who had joined at the start; tables that miss somebody are left out."""
    players = 1 + max(each.number for each in kept.entrants)
    for tables in everybody(players, seats)[played:]:
        found = [table for table in tables if active.issuperset(table)]
        if found:
            return found
    return []


def _next_swiss(
    kept: KeptTournament, seats: int, active: Sequence[int], played: int
) -> list[tuple[int, ...]]:
    score, byes = points(kept.tables), Counter[int]()
    met: Counter[tuple[int, int]] = Counter()
    for table in kept.tables:
        byes.update(table.players if table.bye else ())
        met.update(combinations(sorted(table.players), 2))
    standings = sorted(active, key=lambda player: (-score.get(player, 0.0), player))
    lowest_first = list(reversed(standings))
    free = sorted(lowest_first, key=lambda player: byes[player])[: len(active) % seats]
    paired = [player for player in standings if player not in free]
    return tables_of_equals(paired, met, seats, played) + [(player,) for player in free]


def points(tables: Sequence[PairedTable]) -> dict[int, float]:
    """A win is one point, shared by all who came first; a bye is one too."""
    sums: dict[int, float] = {}
    for table in tables:
        if table.ranks is not None:
            best = table.ranks.count(1)
            for player, rank in zip(table.players, table.ranks, strict=True):
                sums[player] = sums.get(player, 0.0) + (rank == 1) / best
    return sums


def standings(kept: KeptTournament) -> tuple[TournamentPlace, ...]:
    """All who joined, best first; equal points are broken by Buchholz."""
    score, matches = points(kept.tables), Counter[int]()
    buchholz = dict.fromkeys((each.number for each in kept.entrants), 0.0)
    for table in kept.tables:
        if table.ranks is not None and not table.bye:
            matches.update(table.players)
            for one in table.players:
                others = (score.get(other, 0.0) for other in table.players if other != one)
                buchholz[one] = buchholz.get(one, 0.0) + sum(others)

    def merit(entrant: Entrant) -> tuple[float, float]:
        return -round(score.get(entrant.number, 0.0), 6), -round(buchholz[entrant.number], 6)

    ordered = sorted(kept.entrants, key=lambda each: (*merit(each), each.number))
    merits = [merit(each) for each in ordered]
    return tuple(
        TournamentPlace(
            1 + merits.index(merit(each)),
            each.number,
            each.name,
            score.get(each.number, 0.0),
            matches[each.number],
            buchholz[each.number],
            each.withdrawn,
        )
        for each in ordered
    )
