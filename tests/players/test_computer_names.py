"""Computers have names for people, and the names lead back to the players."""

from __future__ import annotations

import pytest

from parlour.players.computer_names import name_of, player_of
from parlour.players.strengths import STRENGTHS

CALLED = {
    "level:2": "Computer, level 2",
    "level:10": "Computer, level 10",
    "elo:1250": "Computer, rating 1250",
    "best:1s": "Computer, 1 s per move",
    "random": "Computer, random",
    "mcts:1s,threads=2": "Computer, mcts:1s,threads=2",
}


@pytest.mark.parametrize(("player", "name"), CALLED.items())
def test_a_computer_is_called_by_what_people_know_of_it(player: str, name: str):
    assert name_of(player) == name
    assert player_of(name) == player


@pytest.mark.parametrize("player", STRENGTHS.values())
def test_a_name_leads_back_to_its_player(player: str):
    assert player_of(name_of(player)) == player


@pytest.mark.parametrize("name", ["Ann", "Computer", "Computer, Ann", "ugi:./bot", "level:x", ""])
def test_other_names_stay_as_they_are(name: str):
    assert name_of(name) == player_of(name) == name
