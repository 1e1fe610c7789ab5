"""Marked is all that was touched in the last turn, however many actions it had."""

from __future__ import annotations

import parlour
from parlour.drawing.slides import slides
from parlour.table.match import Match
from parlour.table.matches.last_turn import LastTurn
from parlour.table.record import Record
from parlour.table.state import CHANCE
from tests.table.test_match import brique, tiny


def turncoat(*texts: str) -> Match:
    match = Match(parlour.game("turncoat", map="small"))
    for text in texts:
        match.act(match.state.seat, text)
    return match


def first_turn() -> Match:
    """The first player places a block, moves a guard and ends the turn."""
    match = turncoat()
    for verb in ("place", "guard"):
        legal = (match.game.write(match.state, action) for action in match.state.actions())
        match.act(0, next(text for text in legal if text.startswith(verb)))
    while match.state.seat == 0:
        match.act(0, match.game.write(match.state, match.state.actions()[-1]))
    return match


def test_a_turn_of_several_actions_is_marked_as_a_whole_without_its_end():
    match = first_turn()
    place, guard = (event.what.split(" ")[1:] for event in match.events[:2])
    assert set(match.last) == {*place, *guard}
    assert "end" in {event.what for event in match.events}
    assert match.view(None).marks[-1].sites == match.last


def test_the_next_turn_replaces_the_mark():
    match = first_turn()
    before = match.last
    action = match.state.actions()[0]
    path = match.game.path(match.state, action)
    match.act(1, action)
    assert set(match.last) <= set(path)
    assert match.last != before


def test_after_a_take_back_the_turn_before_is_marked():
    match = first_turn()
    before = match.last
    match.act(1, match.state.actions()[0])
    match.take_back(1)
    assert match.last == before
    match = brique("b2", "a3")
    match.take_back(1)
    match.agree(0)
    assert match.last == ("b2",)
    match.take_back(0)
    match.agree(1)
    assert match.last == ()


def test_a_turn_that_touched_only_a_button_marks_the_button():
    match = Match(parlour.game("brique", size=3))
    match.act(0, "b2")
    match.act(1, "swap")
    assert match.last == ("swap",)


def test_what_chance_draws_belongs_to_the_turn():
    match = tiny()
    for seat in range(3):
        match.act(seat, "dam c3")
    match.act(3, "dam c2")
    while match.state.seat == CHANCE:
        match.act(CHANCE, match.state.actions()[0])
    assert match.last == ("c2",)


def test_a_withdrawal_marks_nothing():
    match = Match(parlour.game("knights"))
    match.act(0, match.state.actions()[0])
    assert match.last
    match.resign(2)
    assert match.last == ()


def test_a_record_is_drawn_with_the_same_marks():
    match = first_turn()
    record = match.record()
    followed = LastTurn().follow(record.replay())
    assert followed.marked == match.last
    *_, (_, svg) = slides(record)
    # A block's mark is drawn twice, with a dark edge below.
    marked = [part.split('"')[0] for part in svg.split('data-mark="last" d="')[1:]]
    assert len({area for shape in marked for area in shape.split("M")[1:]}) == len(match.last)
    assert Match.from_record(Record.from_json(record.to_json())).last == match.last
