"""Tables of players who are about equal, and have met least."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

MOST_STEPS = 20_000
"""Pairs that are tried before a second meeting is accepted."""

Meetings = Mapping[tuple[int, int], int]


def tables_of_equals(
    standings: Sequence[int], met: Meetings, seats: int, round: int
) -> list[tuple[int, ...]]:
    """Tables from the top of the standings down. Their number is a multiple of the seats."""
    tables = (_fresh_pairs(standings, met) if seats == 2 else None) or _nearest(
        standings, met, seats
    )
    turn = round % seats  # the best do not always have the first seat
    return [tuple(table[turn:] + table[:turn]) for table in tables]


def _nearest(standings: Sequence[int], met: Meetings, seats: int) -> list[list[int]]:
    """The best player without a table, then those next in the standings whom this table has met
    least often."""
    waiting, tables = list(standings), list[list[int]]()
    while waiting:
        table = [waiting.pop(0)]
        while len(table) < seats:
            meetings = [sum(_times(met, one, other) for other in table) for one in waiting]
            table.append(waiting.pop(meetings.index(min(meetings))))
        tables.append(table)
    return tables


def _fresh_pairs(standings: Sequence[int], met: Meetings) -> list[list[int]] | None:
    """Pairs that have not met, the best one with the next possible; none if there are none."""
    steps = 0

    def pair(waiting: Sequence[int]) -> list[list[int]] | None:
        nonlocal steps
        if not waiting:
            return []
        first, *others = waiting
        for i, other in enumerate(others):
            steps += 1
            if steps > MOST_STEPS:
                return None
            if not _times(met, first, other):
                rest = pair(others[:i] + others[i + 1 :])
                if rest is not None:
                    return [[first, other], *rest]
        return None

    return pair(standings)


def _times(met: Meetings, one: int, other: int) -> int:
    return met.get((min(one, other), max(one, other)), 0)
