"""Who meets whom: the next rounds of a tournament, from its plan and the complete rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from parlour.lab.tournaments.encounters import Encounter, Rounds
from parlour.lab.tournaments.plan import TournamentPlan

Table = tuple[int, ...]


def next_rounds(plan: TournamentPlan, played: Rounds) -> list[list[Encounter]]:
    """The rounds that can be paired now; none if the tournament is over.

    All rounds of a round robin and of a gauntlet, one round of a Swiss and of a knockout.
    """
    if plan.format == "knockout":
        tables = _knockout(plan, played)
        return [_numbered(len(played), tables)] if tables else []
    if plan.format == "swiss":
        if len(played) >= plan.rounds:
            return []
        from parlour.lab.tournaments.swiss import swiss_round

        return [_numbered(len(played), swiss_round(plan, played))]
    rounds = list(_all_rounds(plan))[len(played) :]
    return [_numbered(len(played) + i, tables) for i, tables in enumerate(rounds)]


def _numbered(number: int, tables: Sequence[Table]) -> list[Encounter]:
    return [Encounter(number, i, players) for i, players in enumerate(tables)]


def most_encounters(plan: TournamentPlan) -> int:
    """How many encounters the tournament has at most."""
    players, seats = len(plan.players), plan.seats
    if plan.format == "round-robin":
        return comb(players, seats) * plan.cycles
    if plan.format == "gauntlet":
        return comb(players - 1, seats - 1) * plan.cycles
    return players * (plan.rounds if plan.format == "swiss" else 1)


# ---- round robin and gauntlet --------------------------------------------------------------------


def _all_rounds(plan: TournamentPlan) -> Iterator[list[Table]]:
    """Every cycle, with the first seat changing hands from cycle to cycle."""
    players, seats = len(plan.players), plan.seats
    for cycle in range(plan.cycles):
        if plan.format == "gauntlet":
            rounds = [[(0, *rest)] for rest in combinations(range(1, players), seats - 1)]
        else:
            rounds = everybody(players, seats)
        for tables in rounds:
            yield [table[-cycle % seats :] + table[: -cycle % seats] for table in tables]


def everybody(players: int, seats: int) -> list[list[Table]]:
    """The rounds in which all who fit at a table meet once."""
    return _circle(players) if seats == 2 else _packed(list(combinations(range(players), seats)))


def _circle(players: int) -> list[list[Table]]:
    """The circle method: one stays, the others move on by one place each round. Colours alternate
    along the table, so that each player has either seat about equally often."""
    places = list(range(players + players % 2))
    rounds: list[list[Table]] = []
    for number in range(len(places) - 1):
        half = len(places) // 2
        pairs = list(zip(places[:half], reversed(places[half:]), strict=True))
        tables = [
            pair if (number if i == 0 else i) % 2 == 0 else pair[::-1]
            for i, pair in enumerate(pairs)
        ]
        rounds.append([pair for pair in tables if max(pair) < players])  # the last one rests
        places = [places[0], places[-1], *places[1:-1]]
    return rounds


def _packed(tables: list[Table]) -> list[list[Table]]:
    """Rounds in which nobody sits at two tables, filled in the order of the tables."""
    rounds: list[list[Table]] = []
    while tables:
        busy, rest, now = set[int](), list[Table](), list[Table]()
        for table in tables:
            if busy.isdisjoint(table):
                busy.update(table)
                now.append(table)
            else:
                rest.append(table)
        rounds.append(now)
        tables = rest
    return rounds


# ---- knockout ------------------------------------------------------------------------------------


def _knockout(plan: TournamentPlan, played: Rounds) -> list[Table]:
    """The winner of each table goes on; if the points are equal, the player named first."""
    seats = plan.seats
    if not played:
        places = seats
        while places < len(plan.players):
            places *= seats
        survivors: list[int | None] = [
            seed if seed < len(plan.players) else None for seed in bracket(places, seats)
        ]
    else:
        survivors = [winner(each.totals()) for each in played[-1]]
    if len(survivors) == 1:
        return []
    groups = [survivors[i : i + seats] for i in range(0, len(survivors), seats)]
    return [tuple(player for player in group if player is not None) for group in groups]


def winner(totals: dict[int, float]) -> int:
    """Who goes on: the most points, then the player named first."""
    return min(totals, key=lambda player: (-totals[player], player))


def bracket(places: int, seats: int) -> list[int]:
    """The seeds in the order of the tables: the best meet as late as possible."""
    order, size = [0], 1
    while size < places:
        order = [
            row * size + (seed if row % 2 == 0 else size - 1 - seed)
            for seed in order
            for row in range(seats)
        ]
        size *= seats
    return order
