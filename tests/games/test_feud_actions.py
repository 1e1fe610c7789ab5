"""Feud, the actions of each kind of piece (§6)."""

from __future__ import annotations

import pytest

from tests.games.test_feud import SAMPLE, acts, feud, refusal, tile
from tests.play import play


def test_6_an_archer_hits_any_enemy_in_its_row_or_column_and_is_stopped_by_enemy_shields_only():
    board = """
        BA33 BS44 WN33 {}
        BK44 .    .    WM33
        WA33 .    .    .
        {}   .    .    WW33"""
    open_board = feud(board.format("WK44", "WS44"), "B action")
    assert acts(open_board, "A1") == {"C1", "D1", "A3", "A4"}
    closed = feud(board.replace("WN33", "WS44").format("WK44", "."), "B action")
    assert acts(closed, "A1") == {"C1", "A3"}
    assert refusal(closed, "A1 D1") == "D1 is behind the enemy shield on C1."
    assert refusal(closed, "A1 D2") == "D2 is neither in the row nor in the column of A1."


def test_6_an_isolated_shield_stops_arrows_too():
    state = feud("BA33 . WS44 WK44\n BK44 . BN33 WM33\n . . . .\n . . . .", "B action")
    assert acts(state, "A1") == {"C1"}


def test_6_an_arrow_deals_1_damage():
    assert tile(play(feud(SAMPLE, "B action"), "D1 D4"), "D4") == "."
    assert tile(play(feud(SAMPLE, "B action"), "A1 A3"), "A3") == "."
    assert tile(play(feud(SAMPLE, "B action"), "D1 D2"), "D2") == "WN23"


KNIGHT_BOARD = """
    .    WA33 .    WK44
    WN33 BN33 WM33 WW33
    .    BK44 .    .
    .    .    .    ."""


def test_6_a_knight_strikes_one_or_two_adjacent_enemies():
    state = feud(KNIGHT_BOARD, "B action")
    assert acts(state, "B2") == {"B1", "A2", "C2", "B1 A2", "B1 C2", "A2 C2"}
    play(state, "B2 C2 A2")
    assert [tile(state, site) for site in ("A2", "B1", "C2", "B3")] == [
        "WN23",
        "WA33",
        "WM23",
        "BK44",
    ]


def test_6_a_knight_among_four_enemies_is_isolated():
    rows = ". WA33 . .\n WN33 BN33 WM33 WK44\n . WN33 . .\n BM33 BK44 . ."
    assert acts(feud(rows, "B action"), "B2") == set()


def test_6_a_king_strikes_one_adjacent_enemy():
    state = feud(". WA33 . WK44\n WN33 BK44 WM33 WW33\n . BN33 . .\n . . . .", "B action")
    assert acts(state, "B2") == {"B1", "A2", "C2"}
    assert tile(play(state, "B2 B1"), "B1") == "WA23"


MEDIC_BOARD = """
    .    BA13 .    WK44
    BN23 BM13 BW23 WW33
    .    BK44 .    .
    .    .    BN13 ."""


def test_6_a_medic_heals_any_of_its_hurt_neighbours_but_not_itself():
    state = feud(MEDIC_BOARD, "B action")
    assert acts(state, "B2") == {
        "B1", "A2", "C2", "B1 A2", "B1 C2", "A2 C2", "B1 A2 C2",
    }  # fmt: skip
    play(state, "B2 C2 A2 B1")
    sites = ("B1", "A2", "B2", "C2", "B3", "C4")
    assert [tile(state, site) for site in sites] == ["BA23", "BN33", "BM13", "BW33", "BK44", "BN13"]


def test_6_a_medic_with_four_hurt_neighbours_has_fifteen_choices():
    state = feud(MEDIC_BOARD.replace("BK44", "BK34"), "B action")
    assert len(acts(state, "B2")) == 15
    assert "B1 A2 C2 B3" in acts(state, "B2")


def test_6_the_medic_of_the_source():
    state = play(feud(SAMPLE, "B action"), "C1 D1 B1")
    assert (tile(state, "B1"), tile(state, "D1")) == ("BK44", "BA33")
    state = feud(SAMPLE, "B action")
    assert state.game.write(state, state.game.read(state, "c1 d1 b1")) == "C1 B1 D1"
    assert state.game.token(state, state.game.read(state, "c1 d1 b1")) == "C1-B1-D1"


def test_6_a_wizard_changes_tiles_with_any_other_own_piece():
    state = feud(MEDIC_BOARD, "B action")
    assert acts(state, "C2") == {"B1", "A2", "B2", "B3", "C4"}
    play(state, "C2 C4")
    assert (tile(state, "C2"), tile(state, "C4")) == ("BN13", "BW23")


def test_6_a_shield_has_no_action():
    state = feud("BS44 WK44 WM33 .\n BK44 . . .\n . . . .\n . . . .", "B action")
    assert acts(state, "A1") == set()
    assert refusal(state, "A1 B1") == "A1: a shield has no action."


def test_6_isolated_pieces_do_not_act():
    state = feud(SAMPLE, "B action")
    assert acts(state, "D3") == set()
    assert refusal(state, "D3 D2") == "D3: your knight is isolated, so it cannot act."


ACTION_BOARD = """
    BK44 BA23 .    WN33
    BN33 BM33 WK44 WW33
    WN33 BW33 .    .
    .    .    .    BS44"""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("A1", "A1: name a target for your king as well."),
        ("C1 A1", "C1 is empty."),
        ("D1 B1", "D1 is not your piece."),
        ("D4 D3", "D4: a shield has no action."),
        ("A2 A3 A3", "A3 is named twice."),
        ("B2 B1 B1", "B1 is named twice."),
        ("B2 B2", "B2: your medic cannot choose itself."),
        ("A1 A1", "A1: your king cannot choose itself."),
        ("B1 D1 C2", "Your archer takes one target, not 2."),
        ("B3 A1 A2", "Your wizard takes one target, not 2."),
        ("A2 A3 C2 D1", "Your knight strikes one or two enemies, not 3."),
        ("A2 A1", "A1: your knight does not strike its own side."),
        ("A2 C2", "C2 is not adjacent to A2."),
        ("A2 A4", "A4 is empty."),
        ("A1 C2", "C2 is not adjacent to A1."),
        ("B1 C2", "C2 is neither in the row nor in the column of B1."),
        ("B1 A1", "A1: your archer does not strike its own side."),
        ("B2 C2", "C2: your medic only helps its own side."),
        ("B2 B3", "B3: this wizard already has all its hit points."),
        ("B2 A1", "A1 is not adjacent to B2."),
        ("B3 A3", "A3: your wizard only helps its own side."),
        ("B3 E9", "E9: there is no such tile; columns go from A to D, rows from 1 to 4."),
        ("pass", "pass: enter tiles such as A1 A2; columns go from A to D, rows from 1 to 4."),
    ],
)
def test_6_what_cannot_be_done_is_answered_by_a_sentence(text: str, says: str):
    assert refusal(feud(ACTION_BOARD, "B action"), text) == says
