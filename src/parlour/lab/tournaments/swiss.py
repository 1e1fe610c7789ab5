"""The next round of a Swiss: the Dutch system for two seats, tables of equal score for more."""

from __future__ import annotations

from itertools import combinations

from parlour.lab.tournaments.encounters import Rounds
from parlour.lab.tournaments.formats import Table
from parlour.lab.tournaments.plan import TournamentPlan
from parlour.lab.tournaments.tables import tables_of_equals
from parlour.lab.tournaments.trf import ReportedGame, dutch_pairs, encounter_rounds, write_trf


def swiss_round(plan: TournamentPlan, played: Rounds) -> list[Table]:
    """The tables of the next round."""
    return _tables(plan, played) if plan.seats > 2 else _pairs(plan, played)


def _pairs(plan: TournamentPlan, played: Rounds) -> list[Table]:
    rounds: list[list[ReportedGame]] = encounter_rounds(played)
    report = write_trf(plan.title, plan.names, rounds, plan.rounds)
    return dutch_pairs(report, len(played) + 1)


def _tables(plan: TournamentPlan, played: Rounds) -> list[Table]:
    """From the top of the standings down: the best player without a table, then those next in the
    standings whom this table has met least often."""
    score = dict.fromkeys(range(len(plan.players)), 0.0)
    met: dict[tuple[int, int], int] = {}
    for round in played:
        for each in round:
            for player, points in each.totals().items():
                score[player] += points
            for pair in combinations(sorted(each.encounter.players), 2):
                met[pair] = met.get(pair, 0) + 1
    waiting = sorted(score, key=lambda player: (-score[player], player))
    return tables_of_equals(waiting, met, plan.seats, len(played))
