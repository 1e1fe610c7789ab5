"""Matches that end or go back by what players do beside the rules: resigning, draws, take-backs."""

from __future__ import annotations

import pytest

import parlour
from parlour.table.errors import IllegalAction
from parlour.table.match import Match
from parlour.table.state import CHANCE
from tests.matches import hidden_deployment, tiny
from tests.table.test_match import brique, line, outcome, texts

# ---- giving up -----------------------------------------------------------------------------------


def test_of_two_players_the_other_wins_when_one_resigns():
    match = brique("b2")
    match.resign(0)
    assert outcome(match).ranks == (2, 1)
    assert outcome(match).payoffs == (-1.0, 1.0)
    assert str(outcome(match).sentence) == "Ann resigned: Bob wins."


def test_one_may_resign_out_of_turn():
    match = brique()
    match.resign(1)
    assert outcome(match).winners == (0,)


def test_of_four_players_three_play_on_when_one_resigns():
    match = tiny()
    match.resign(0)
    assert match.outcome is None
    assert match.state.acting() == (1,)
    assert not match.view().panels[0].alive
    match.record().check()
    match.act(1, "west")
    match.record().check()


def test_the_last_of_four_wins_when_the_others_resign():
    match = tiny()
    for seat in (2, 0, 3):
        match.resign(seat)
    assert outcome(match).winners == (1,)
    assert outcome(match).code == "alone"


def test_a_player_who_has_resigned_cannot_resign_again():
    match = tiny()
    match.resign(2)
    with pytest.raises(IllegalAction, match="Cy is out of the match"):
        match.resign(2)
    with pytest.raises(IllegalAction, match="Cy is out of the match"):
        match.offer_draw(2)


def test_one_may_resign_during_the_hidden_set_up():
    match = Match(parlour.game("tiny"))
    match.act(3, "hide c1")
    match.resign(1)
    assert match.state.acting() == (0, 2)
    match.record().check()


def test_an_aborted_match_has_no_winner():
    match = brique("b2")
    match.abort()
    assert outcome(match).winners == ()
    assert outcome(match).payoffs == (0.0, 0.0)


def test_nobody_is_asked_after_the_end():
    match = brique("b2")
    match.resign(0)
    view = match.view(1)
    assert view.prompt is None
    assert view.buttons == ()
    assert [panel.acting for panel in view.panels] == [False, False]
    assert str(view.status) == "Ann resigned: Bob wins."


# ---- draws ---------------------------------------------------------------------------------------


def test_a_draw_is_agreed_by_accepting_the_offer():
    match = brique("b2")
    match.offer_draw(0)
    assert match.outcome is None
    match.agree(1)
    assert outcome(match).code == "draw"
    assert outcome(match).ranks == (1, 1)


def test_offering_what_was_already_offered_is_agreeing():
    match = brique("b2")
    match.offer_draw(0)
    match.offer_draw(1)
    assert outcome(match).code == "draw"


def test_a_draw_among_four_needs_all_who_are_left():
    match = tiny()
    match.resign(3)
    match.offer_draw(0)
    match.agree(1)
    assert match.outcome is None
    match.agree(2)
    assert outcome(match).code == "draw"


def test_nobody_agrees_with_themselves():
    match = brique("b2")
    match.offer_draw(0)
    with pytest.raises(IllegalAction, match="There is no offer"):
        match.agree(0)
    match.offer_draw(0)
    assert match.outcome is None


@pytest.mark.parametrize("who", [0, 1])
def test_an_offer_is_declined_or_withdrawn(who: int):
    match = brique("b2")
    match.offer_draw(0)
    match.decline(who)
    for answer in (match.agree, match.decline):
        with pytest.raises(IllegalAction, match="There is no offer"):
            answer(1)


def test_an_offer_lapses_when_somebody_acts():
    match = brique("b2")
    match.offer_draw(0)
    match.act(1, "a1")
    with pytest.raises(IllegalAction, match="There is no offer"):
        match.agree(1)


def test_an_offer_lapses_when_somebody_leaves():
    match = tiny()
    match.offer_draw(0)
    match.resign(1)
    assert match.offer is None


# ---- taking back ---------------------------------------------------------------------------------


def test_taking_back_is_free_inside_the_own_turn():
    match = tiny()
    before = line(match)
    match.act(0, "west")
    assert match.state.acting() == (0,)
    match.take_back(0)
    assert line(match) == before
    assert match.offer is None


def test_what_is_binding_is_not_taken_back_inside_the_own_turn():
    match = tiny()
    match.act(0, "east")
    assert match.state.acting() == (0,)
    with pytest.raises(IllegalAction, match="east: this cannot be taken back during the same turn"):
        match.take_back(0)
    assert texts(match)[-1] == "east"
    assert match.offer is None


def test_what_is_binding_may_be_taken_back_later_if_all_agree():
    match = tiny()
    match.act(0, "west")
    match.act(0, "east")
    match.take_back(0)
    for seat in (1, 2, 3):
        match.agree(seat)
    assert texts(match)[-1] == "west"


def test_taking_back_needs_the_other_once_it_is_their_turn():
    match = brique("b2", "a1", "c1")
    match.take_back(0)
    assert texts(match) == ["b2", "a1", "c1"]
    match.agree(1)
    assert texts(match) == ["b2", "a1"]
    assert match.state.seat == 0
    match.record().check()


def test_taking_back_takes_what_others_did_since():
    match = brique("b2", "a1")
    match.take_back(0)
    match.agree(1)
    assert texts(match) == []


def test_taking_back_may_be_declined():
    match = brique("b2")
    match.take_back(0)
    match.decline(1)
    assert texts(match) == ["b2"]


def test_taking_back_goes_back_before_chance():
    match = tiny()
    for seat in range(4):
        match.act(seat, "dam c3")
    match.act(CHANCE, "dry")
    match.take_back(3)
    assert match.offer is not None
    for seat in range(3):
        match.agree(seat)
    assert match.state.seat == 3
    assert texts(match)[-1] == "dam c3"
    assert len(match.events) == 7


def test_there_is_nothing_to_take_back_before_one_has_acted():
    with pytest.raises(IllegalAction, match="There is nothing to take back"):
        brique("b2").take_back(1)


def test_a_take_back_does_not_undo_a_resignation():
    match = tiny()
    match.act(0, "west")
    match.act(0, "west")
    match.resign(1)
    with pytest.raises(IllegalAction, match="There is nothing to take back"):
        match.take_back(0)


def test_a_deployment_is_not_taken_back_for_free_once_the_other_one_is_seen():
    match = hidden_deployment()
    match.act(1, "P1 P2 P3 H1 H2")
    match.act(0, "P1 P2 P3 H1 H2")
    assert match.state.acting() == (0,)
    match.take_back(0)
    assert match.offer is not None, "Ann saw Bob's row, and may not deploy anew without his consent"
    assert len(match.events) == 2


def test_the_last_action_is_not_marked_after_it_was_taken_back():
    match = brique("b2")
    match.take_back(0)
    match.agree(1)
    assert not [mark for mark in match.view().marks if mark.kind == "last"]
