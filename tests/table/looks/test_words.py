"""Pieces in words, as tooltips and screen readers have them."""

from __future__ import annotations

import pytest

from parlour.table.looks.look import ConditionLook, ItemLook, Looks, PieceLook, StatLook, named
from parlour.table.looks.words import words
from parlour.table.view import Piece

LOOKS = Looks(
    pieces={"rider": PieceLook(named("mounted rider"))},
    stats={"hp": StatLook(named("hit points"), "bar", most="max")},
    conditions={"tired": ConditionLook(named("very tired"))},
    items={"axe": ItemLook(named("an axe"))},
)


@pytest.mark.parametrize(
    ("piece", "said"),
    [
        (Piece("1", "a1", "rider", "R", 0, "red"), "a1: Red mounted rider"),
        (Piece("1", "a1", "rider", "R"), "a1: mounted rider"),
        (Piece("1", "a1", "old_man", "O", 0, "octarine"), "a1: octarine old man"),
        (
            Piece("1", "a1", "rider", "R", 0, "red", "unit", {"hp": 2, "max": 3}, "axe", "tired"),
            "a1: Red mounted rider, very tired, hit points 2/3, an axe",
        ),
        (Piece("1", "a1", "rider", "R", stats={"hp": 2}), "a1: mounted rider, hit points 2"),
        (
            Piece("1", "a1", "rider", "R", 0, "red", holds="axe", hidden=True),
            "a1: Red Hidden piece",
        ),
    ],
)
def test_a_piece_is_described_by_the_looks_of_its_game(piece: Piece, said: str):
    assert words(LOOKS, piece) == said
