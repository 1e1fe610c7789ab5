"""Knights: how moves are read, written and reported, and what is shown."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.knights.test_rules import ITEMS, drawn, knights, refusal, told
from tests.play import play

# ---- how moves are said --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["R:S", "r:s", "S", "s", "rs", "R S", "red south", "South", "R-S", " R : S "]
)
def test_7_moves_are_read_leniently(text: str):
    state = knights().start()
    assert state.game.write(state, state.game.read(state, text)) == "R:S"


@pytest.mark.parametrize(
    "text", ["item:magic_staff", "ITEM:MAGIC_STAFF", "magic staff", "staff", "m", "item m"]
)
def test_7_what_chance_brings_is_read_leniently(text: str):
    state = play(drawn("R. .A .. B.", also="M01"), "R:E")
    assert state.game.write(state, state.game.read(state, text)) == "item:magic_staff"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Enter a direction: N, E, S or W, or with your knight, such as R:S."),
        ("B:S", "It is R's turn; B has to wait."),
        ("Y:S", "There is no knight Y in this match; it is R's turn."),
        ("R:X", "R:X is not a step; enter N, E, S or W, or with your knight, such as R:S."),
        ("X:S", "X:S is not a step; enter N, E, S or W, or with your knight, such as R:S."),
        ("R", "R is not a step; enter N, E, S or W, or with your knight, such as R:S."),
        ("R:S:S", "R:S:S is not a step; enter N, E, S or W, or with your knight, such as R:S."),
        ("item:axe", "item:axe: no item is drawn now; enter a step such as R:S."),
    ],
)
def test_7_a_wrong_move_is_answered_by_a_sentence(text: str, says: str):
    state = knights(players=3).start()
    assert refusal(state, text) == says
    assert state == knights(players=3).start()


@pytest.mark.parametrize("text", ["R:S", "item:helmet", "", "xyzzy"])
def test_7_what_chance_cannot_bring_is_answered_by_what_it_can(text: str):
    state = play(drawn("R. .A .. B.", also="M01"), "R:E")
    assert refusal(state, text) == (
        "Chance decides which item is taken: item:axe or item:magic_staff."
    )


@pytest.mark.parametrize(
    ("board", "also", "winner_takes", "says"),
    [
        ("R. .. .. G.", "", False, "Red steps east."),
        ("R. .M .. G.", "", False, "Red steps east and takes the magic staff."),
        ("R. .A .. G.", "D01", False, "Red steps east and finds several items."),
        ("R. B. .. G.", "", False, "Red steps east and defeats Blue."),
        ("R. BD .. G.", "", False, "Red steps east and defeats Blue."),
        ("R. BD .. G.", "", True, "Red steps east, defeats Blue and takes the dagger."),
        ("R. BH .. G.", "", False, "Red steps east, attacks Blue and dies."),
        ("RA BH .. G.", "", False, "Red steps east and defeats Blue."),
        ("R. BH .. G.", "A01", False, "Red steps east, takes the axe and defeats Blue."),
        ("R. BM .. G.", "H01", False, "Red steps east, takes the helmet, attacks Blue and dies."),
    ],
)
def test_a_step_is_told_with_what_it_led_to(board: str, also: str, winner_takes: bool, says: str):
    assert told(drawn(board, also=also, winner_takes=winner_takes), "R:E") == says


def test_drowning_is_told():
    assert told(knights().start(), "N") == "Red steps north into the water, drowns and is out."


@pytest.mark.parametrize(
    ("board", "item", "says"),
    [
        ("R. .. .. G.", "axe", "Red takes the axe."),
        ("R. BM .. G.", "axe", "Red takes the axe and defeats Blue."),
        ("R. BM .. G.", "helmet", "Red takes the helmet, attacks Blue and dies."),
    ],
)
def test_what_chance_brings_is_told_with_what_it_led_to(board: str, item: str, says: str):
    assert told(play(drawn(board, also="A01 H01"), "R:E"), item) == says


# ---- what is shown -------------------------------------------------------------------------------


def test_the_view_marks_where_a_step_would_be_the_last():
    state = drawn("R. BH .. G.")
    (mark,) = state.game.view(state, 0).marks
    assert (mark.kind, set(mark.sites)) == ("danger", {"n0", "w0", "r0c1"})
    assert state.game.view(state, 1).marks == ()
    assert state.game.view(state).marks == ()


def test_the_way_into_the_water_is_a_touch_on_the_water():
    state = knights().start()
    assert set(state.game.paths(state, 0).next()) == {"n0", "r0c1", "r1c0", "w0"}
    water = {cell.site for cell in state.game.board().cells if cell.ground == "water"}
    assert len(water) == 32
    assert {"n0", "w0", "e7", "s7"} <= water


def test_panels_tell_who_is_alive_and_how_strong():
    state = drawn("RA b. .. G.")
    panels = state.game.view(state).panels
    assert [panel.alive for panel in panels] == [True, False, True, False]
    assert panels[0].counters == {"attack": 3, "defence": 1}
    assert panels[1].counters == {}


def test_planes_show_knights_and_items():
    state = drawn("RA .. .. G.", also="D12")
    rows: Any = state.game.planes(state, 2).tolist()
    assert rows[0][0][3] == 1.0  # the viewer, green
    assert rows[2][0][0] == 1.0  # red, two seats later
    lying, held = 8, 12
    assert rows[lying + ITEMS.index("dagger")][1][2] == 1.0
    assert sum(map(sum, rows[lying + ITEMS.index("axe")])) == 0.0
    assert rows[held + ITEMS.index("axe")][0][0] == 1.0
