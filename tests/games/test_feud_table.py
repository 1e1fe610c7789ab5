"""Feud on the table: numbers of actions, paths, views, reports, planes."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import parlour
from parlour.games.feud.rules import Rules
from tests.games.test_feud import SAMPLE, feud, start
from tests.games.test_feud_actions import ACTION_BOARD
from tests.play import play

# ---- numbers of actions --------------------------------------------------------------------------


def positions_of_a_match(seed: int) -> list[Rules]:
    rng, state, seen = Random(seed), start(limit=100), list[Rules]()
    while not state.over:
        seen.append(state.copy())  # type: ignore[arg-type]
        state.push(rng.choice(state.actions()))
    return seen


def test_every_number_has_a_text_of_its_own_in_every_position():
    for state in positions_of_a_match(1):
        game = state.game
        assert game.action_count == 281
        swaps, others = range(24), range(24, 281)
        assert len({game.write(state, action) for action in swaps}) == len(swaps)
        assert len({game.write(state, action) for action in others}) == len(others)


def test_every_refused_number_is_answered_with_the_reason():
    for state in positions_of_a_match(2)[:12]:
        legal, scratch = state.actions(), state.copy()
        for action in set(range(281)) - set(legal):
            with pytest.raises(parlour.IllegalAction) as refused:
                scratch.push(action)
            assert refused.value.sentence.id.startswith("feud.")
        assert scratch == state


def test_a_number_of_the_other_phase_is_refused_as_such():
    state = feud("BK44 WN33 WK44 .\n BN33 . . .\n . . . .\n . . . .")
    swap, strike = state.game.read(state, "A1 B1"), 25 + 16 * 0 + 1
    assert state.game.write(state, strike) == "A1 B1"
    with pytest.raises(parlour.IllegalAction, match="Swap two adjacent pieces first"):
        state.push(strike)
    state = feud("BK44 WN33 WK44 .\n BN33 . . .\n . . . .\n . . . .", "B action")
    with pytest.raises(parlour.IllegalAction, match="You have already swapped"):
        state.push(swap)


# ---- what people see -----------------------------------------------------------------------------


def test_pieces_keep_their_ids_wherever_they_go():
    state = start()
    sites = {piece.id: piece.site for piece in state.game.view(state).pieces}
    assert len(sites) == 16
    assert (sites["black-archer-1"], sites["white-archer-2"]) == ("A1", "D4")
    play(state, "A1 A2", "C2 A1")
    moved = {piece.id: piece.site for piece in state.game.view(state).pieces}
    changed = {id: site for id, site in moved.items() if sites[id] != site}
    assert changed == {"black-archer-1": "A2", "black-knight-1": "C2", "black-wizard": "A1"}


def test_archers_of_a_side_are_alike_to_the_rules():
    rows = "BA33 BA33 BK44 .\n . . . .\n . . . .\n . . WN33 WK44"
    crossed, as_before = play(feud(rows), "A1 B1"), feud(rows, "B action")
    assert crossed == as_before
    assert hash(crossed) == hash(as_before)
    assert crossed.tile[0] != as_before.tile[0]


def test_a_piece_shows_its_hit_points():
    state = feud(SAMPLE)
    shown = {piece.site: piece for piece in state.game.view(state).pieces}
    king, shield = shown["B1"], shown["B3"]
    assert (king.kind, king.letter, king.seat, king.colour) == ("king", "K", 0, "black")
    assert (king.stats, king.layer) == ({"hp": 3, "max": 4}, "unit")
    assert (shield.stats, shield.layer) == ({"hp": 4, "max": 4}, "guard")


def test_panels_count_pieces_and_skips():
    state = feud(SAMPLE, "B action", "2 1")
    panels = state.game.view(state).panels
    assert [panel.counters for panel in panels] == [
        {"pieces": 6, "skips": 2},
        {"pieces": 6, "skips": 1},
    ]


def test_paths_of_swaps_begin_at_either_tile():
    state = feud(SAMPLE)
    paths = dict(state.game.paths(state, 0))
    assert paths["A1", "A2"] == paths["A2", "A1"]
    assert len(paths) == 12
    assert state.game.view(state, 0).buttons == ()


def test_paths_of_several_targets_take_them_in_any_order_and_end_on_done():
    state = feud(SAMPLE, "B action")
    paths = dict(state.game.paths(state, 0))
    assert paths["C1", "B1", "D1", "done"] == paths["C1", "D1", "B1", "done"]
    assert ("C1", "B1", "done") in paths
    assert ("D1", "D4") in paths
    assert ("skip",) in paths
    assert [button.site for button in state.game.view(state, 0).buttons] == ["done", "skip"]


def test_the_button_done_is_there_only_where_it_is_needed():
    state = feud("BS44 BK44 . .\n . . . .\n . . . .\n . WS44 WK44 .", "B action")
    assert [button.site for button in state.game.view(state, 0).buttons] == ["skip"]


@pytest.mark.parametrize(
    ("doing", "text", "says"),
    [
        ("B swap", "A1 A2", "Ann swaps A1 and A2."),
        ("B action", "skip", "Ann skips the action (2 of 3 in a row)."),
        ("B action", "C1 B1 D1", "Ann's medic on C1 heals B1 and D1."),
        ("B action", "D1 D4", "Ann's archer on D1 hits D4."),
        ("B action", "A2 A3", "Ann's knight on A2 strikes A3."),
    ],
)
def test_an_action_is_reported(doing: str, text: str, says: str):
    state = feud(SAMPLE, doing, "1 0")
    assert str(state.game.report(state, state.game.read(state, text), ("Ann", "Bob"))) == says


def test_the_action_of_a_wizard_and_of_a_king_is_reported():
    state = feud(ACTION_BOARD.replace("BN33", "WA33").replace("WN33 BW33", "BN33 BW33"), "B action")
    said = [
        str(state.game.report(state, state.game.read(state, text), ("Ann", "Bob")))
        for text in ("B3 A1", "A1 A2")
    ]
    assert said == [
        "Ann's wizard on B3 changes places with A1.",
        "Ann's king on A1 strikes A2.",
    ]


def test_prompts_show_an_example_of_each_phase():
    state = start()
    assert "A1 A2" in str(state.game.view(state, 0).prompt)
    assert "C1 B1 D1" in str(state.game.view(play(state, "A1 A2"), 0).prompt)


def test_a_shield_that_is_not_there_has_no_hit_points():
    """Fallen or never set up, it is the same position."""
    before = feud("BK44 BA33 . .\n BA33 . WA33 .\n . BS14 WK44 .\n . . . .", "W swap")
    fallen = play(before, "C2 C3", "C3 B3")
    again = fallen.game.from_line(fallen.game.line(fallen))
    assert fallen.hash_key() == again.hash_key()


def test_planes_show_hit_points():
    state = feud(SAMPLE)
    planes = np.asarray(state.game.planes(state, 0))
    assert planes[2 * 2, 0].tolist() == [0.0, 0.75, 0.0, 0.0]  # the own king, row 1
    assert planes[2 * 1 + 1, 2].tolist() == [0.25, 0.0, 0.0, 0.0]  # enemy knights, row 3
    assert not planes[2 * 4].any()  # the own shield is gone
    assert np.asarray(state.game.planes(state, 1))[2 * 2 + 1, 0].tolist() == [0.0, 0.75, 0.0, 0.0]
