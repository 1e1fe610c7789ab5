"""Records as pictures."""

from __future__ import annotations

import pytest

import parlour
from parlour.drawing.slides import slides
from parlour.table import record as records
from parlour.table.matches.events import Transition
from parlour.table.record import Event, Record
from parlour.table.state import State


def three_stones() -> Record:
    match = parlour.Match(parlour.game("brique", size=3, pie=False), ["Ann", "<Bob>"])
    for seat, text in [(0, "b2"), (1, "a1"), (0, "c3")]:
        match.act(seat, text)
    return match.record()


def test_slides_are_the_positions_in_order_and_may_leave_some_out_but_never_the_last():
    record = three_stones()
    assert [slide.caption for slide in slides(record)] == [
        "",
        "1. Ann: b2",
        "2. <Bob>: a1",
        "3. Ann: c3",
    ]
    assert [slide.caption[:1] for slide in slides(record, every=2)] == ["", "2", "3"]


def test_one_replay_serves_all_pictures(monkeypatch: pytest.MonkeyPatch):
    record, stepped, step = three_stones(), list[int](), records.apply_event

    def counted(state: State, event: Event, number: int) -> Transition:
        stepped.append(number)
        return step(state, event, number)

    monkeypatch.setattr(records, "apply_event", counted)
    assert len(list(slides(record))) == 4
    assert stepped == [1, 2, 3]


def test_the_last_slide_of_a_resigned_match_has_the_result_instead_of_a_turn():
    match = parlour.Match(parlour.game("brique", size=3, pie=False), ["Ann", "Bob"])
    match.act(0, "b2")
    match.resign(1)
    _, before, last = (slide.svg for slide in slides(match.record()))
    assert before.endswith(">It is Bob's turn.</text></g></svg>")
    assert last.endswith(">Bob resigned: Ann wins.</text></g></svg>")
