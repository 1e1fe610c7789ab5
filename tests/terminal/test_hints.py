"""A hint always names a move that one could make, whatever the position."""

from __future__ import annotations

import re

import parlour
from parlour.terminal.hints import hint
from parlour.terminal.lines.dialogue import Dialogue
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.seats import people_everywhere
from tests.terminal.script import Script


def hint_after(*moves: str, size: int = 3) -> str:
    """What a person reads who asks for a hint after these moves."""
    game = parlour.game("brique", size=size, pie=False)
    console = Script(*moves, "hint", "quit")
    Dialogue(LocalMatch(game, people_everywhere(game), seed=1), console).play()
    (said,) = [line for line in console.heard if line.startswith("The computer would play ")]
    return said


def test_a_hint_is_a_move_one_could_make():
    said = hint_after(size=11)
    assert re.fullmatch(r"The computer would play [a-k]\d+\. Your winning chance is \d+ %\.", said)


def test_a_hint_names_the_move_that_wins():
    said = hint_after("a1", "b1")
    assert re.fullmatch(
        r"The computer would play [abc][123], which wins by force within \d moves\.", said
    )


def test_a_hint_names_a_move_in_a_lost_position():
    said = hint_after("b2")
    assert re.fullmatch(
        r"The computer would play [abc][123], but against best play the position is lost within"
        r" \d moves\.",
        said,
    )


def test_a_hint_has_the_path_to_its_action():
    for slug in parlour.games():
        state = parlour.game(slug).start()
        found = hint(state, state.seat)
        assert found.action in state.actions()
        assert state.game.paths(state, state.seat).action(found.path) == found.action
