"""States: the difference between asking, pushing and applying; and what they are as objects."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest

import parlour
from parlour import CHANCE, NOBODY
from parlour.table.errors import IllegalAction, NotYourTurn
from parlour.table.state import State
from tests.play import walk


def after(*actions: str) -> State:
    """The tiny game after some actions, each by the lowest seat that may act."""
    state = parlour.game("tiny").start()
    for text in actions:
        state.push(state.game.read(state, text))
    return state


ALL_HIDDEN = ("hide c1", "hide c2", "hide c3", "hide c4")


def test_push_checks_and_leaves_the_state_alone_when_it_refuses():
    state = after(*ALL_HIDDEN)
    before = state.copy()
    with pytest.raises(IllegalAction, match="hide c1: your refuge is chosen already"):
        state.push(0)
    assert state == before


def test_apply_trusts_but_refuses_what_is_no_action():
    state = parlour.game("tiny").start()
    for action in (-1, state.action_count):
        with pytest.raises(IllegalAction, match="There is no action"):
            state.apply(action)


def test_after_leaves_the_state_as_it_is():
    state = parlour.game("tiny").start()
    other = state.after(2, seat=3)
    assert state == parlour.game("tiny").start()
    assert state.acting() == (0, 1, 2, 3)
    assert other.acting() == (0, 1, 2)


def test_several_seats_may_act_and_the_lowest_stands_for_them():
    state = parlour.game("tiny").start()
    assert state.seat == 0
    state.push(4, seat=2)
    assert (state.seat, state.acting()) == (0, (0, 1, 3))
    assert state.actions(2) == []
    assert state.actions(3) == state.actions() == list(range(5))
    with pytest.raises(NotYourTurn, match="It is not Three's turn"):
        state.push(4, seat=2)


def test_asking_for_another_seat_does_not_change_who_decides():
    state = parlour.game("tiny").start()
    state.actions(3)
    assert state.seat == 0
    with pytest.raises(IllegalAction):
        state.push(state.action_count - 1, seat=3)
    assert state.seat == 0


def test_chance_lists_its_odds_and_nobody_else_does():
    state = after(*ALL_HIDDEN)
    assert state.odds() == []
    for _ in range(4):
        state.push(state.game.read(state, "dam c1"))
    assert state.seat == CHANCE
    assert [odds for _, odds in state.odds()] == [4 / 8, 1 / 8, 1 / 8, 2 / 8]
    assert [action for action, _ in state.odds()] == state.actions()


def test_at_the_end_nobody_decides_and_everybody_is_paid():
    *_, last = walk(parlour.game("tiny").guarded(), Random(1))
    state = last.after
    assert (state.seat, state.acting(), state.actions(), state.over) == (NOBODY, (), [], True)
    assert len(state.payoffs) == 4
    assert state.outcome is not None
    with pytest.raises(IllegalAction, match="The game is over"):
        state.push(0)
    with pytest.raises(IllegalAction, match="The game is over"):
        state.apply(0)


def test_nobody_is_paid_before_the_end():
    state = parlour.game("tiny").start()
    assert state.payoffs == (0.0,) * 4
    assert state.outcome is None


def test_states_are_equal_when_the_rules_cannot_tell_them_apart():
    one = parlour.game("brique", size=3, pie=False).start()
    other = one.copy()
    for state, texts in ((one, ("a1", "b2", "c3")), (other, ("c3", "b2", "a1"))):
        for text in texts:
            state.push(state.game.read(state, text))
    assert one == other
    assert hash(one) == hash(other)
    assert one != parlour.game("brique", size=3, pie=False).start()
    assert one != "a1"
    assert (
        parlour.game("brique", size=3).start() != parlour.game("brique", size=3, pie=False).start()
    )


@pytest.mark.parametrize(
    "way", [State.copy, copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))]
)
def test_a_copy_lives_its_own_life(way):
    state = after(*ALL_HIDDEN)
    other = way(state)
    assert other == state
    other.push(other.game.read(other, "west"))
    assert other != state
    assert state == after(*ALL_HIDDEN)


def test_what_is_printed_can_be_pasted():
    state = after(*ALL_HIDDEN, "west")
    assert eval(repr(state)) == state
    assert repr(state).startswith("parlour.game('tiny').from_line('2:1:0 ")


def test_a_list_of_actions_belongs_to_the_caller():
    state = after(*ALL_HIDDEN)
    state.actions().clear()
    assert state.actions()
    assert state.actions() == sorted(state.actions())


def test_a_notebook_shows_a_picture():
    assert parlour.game("brique", size=3).start()._repr_svg_().startswith("<svg")
