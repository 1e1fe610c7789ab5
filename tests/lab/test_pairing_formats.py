"""Who meets whom: round robins, tables of several, brackets."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from parlour.lab.tournaments.formats import bracket, next_rounds
from parlour.lab.tournaments.plan import TournamentPlan, read_tournament


def plan(
    folder: Path, players: int, form: str = "round-robin", game: str = "brique"
) -> TournamentPlan:
    names = "".join(f'p{i} = "random"\n' for i in range(players))
    file = folder / "x.toml"
    file.write_text(f'game = "{game}"\nformat = "round-robin"\n[players]\n{names}')
    return read_tournament(file)


@pytest.mark.parametrize("players", range(2, 12))
def test_in_a_round_robin_each_pair_meets_once_and_nobody_plays_twice_in_a_round(
    tmp_path: Path, players: int
):
    rounds = next_rounds(plan(tmp_path, players), [])
    met = Counter(frozenset(each.players) for round in rounds for each in round)
    assert met == Counter(map(frozenset, combinations(range(players), 2)))
    for round in rounds:
        seated = [player for each in round for player in each.players]
        assert len(seated) == len(set(seated))
    assert len(rounds) == players - 1 + players % 2


@pytest.mark.parametrize("players", range(3, 12))
def test_in_a_round_robin_everybody_has_the_first_seat_about_half_of_the_time(
    tmp_path: Path, players: int
):
    rounds = next_rounds(plan(tmp_path, players), [])
    first = Counter(each.players[0] for round in rounds for each in round)
    for player in range(players):
        assert abs(first[player] - (players - 1) / 2) <= 1


@pytest.mark.parametrize("players", range(4, 9))
def test_at_tables_of_four_every_four_meet_once(tmp_path: Path, players: int):
    rounds = next_rounds(plan(tmp_path, players, game="knights"), [])
    met = Counter(frozenset(each.players) for round in rounds for each in round)
    assert met == Counter(map(frozenset, combinations(range(players), 4)))
    for round in rounds:
        seated = [player for each in round for player in each.players]
        assert len(seated) == len(set(seated))


def test_the_best_meet_as_late_as_possible():
    assert bracket(8, 2) == [0, 7, 3, 4, 1, 6, 2, 5]
    tables = bracket(16, 4)
    groups = [tables[i : i + 4] for i in range(0, 16, 4)]
    assert sorted(min(group) for group in groups) == [0, 1, 2, 3]
    assert sorted(tables) == list(range(16))
    assert {sum(group) for group in groups} == {30}
