"""The form of records that people like to read."""

from __future__ import annotations

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.table.errors import BadRecord
from parlour.table.match import Match
from parlour.table.matches.record_text import from_text, to_text
from parlour.table.record import DEEPEST, MAX_EVENTS, Event, Record
from tests.matches import hidden_deployment, tiny

TAGS = """\
[Game "brique"]
[Rules "1"]
[Setting size "5"]
[Setting pie "off"]
[Seat 1 "Ann"]
[Seat 2 "Bob"]
"""

WRITTEN = f"""\
{TAGS}[Tag Place "Oslo \\"west\\""]

1. c3 {{%clock 58.2}} 2. b2 {{ too timid }} ( 2. d4 ( 2. d3 {{ or this }} ) 3. b4 ) ( 2. e5 ) 3. d3
{{%eval -0.25}}
"""


def refusal(text: str) -> str:
    with pytest.raises(BadRecord) as caught:
        from_text(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 1_000
    return str(caught.value)


def test_a_record_is_written_as_in_the_example():
    match = Match(parlour.game("brique", size=5, pie=False), ("Ann", "Bob"))
    for seat, text in ((0, "c3"), (1, "b2"), (0, "d3")):
        match.act(seat, text)
    inner = Event(1, "d4", variations=((Event(1, "d3", remark="or this"),),))
    events = (
        msgspec.structs.replace(match.events[0], clock=58.2),
        msgspec.structs.replace(
            match.events[1],
            remark="too timid",
            variations=((inner, Event(0, "b4")), (Event(1, "e5"),)),
        ),
        msgspec.structs.replace(match.events[2], evaluation=-0.25),
    )
    record = msgspec.structs.replace(match.record(Place='Oslo "west"'), events=events)
    assert to_text(record) == WRITTEN
    assert from_text(WRITTEN) == record


@pytest.mark.parametrize(
    "moves",
    ["1. c3 2. b2", "c3 b2", "1.\tc3\n\n2. b2\n", "@1 C3 @2 b2", "{intro} c3 b2" [8:], "c3(b3)b2"],
)  # fmt: skip
def test_numbers_seats_and_lines_are_up_to_the_writer(moves: str):
    assert [event.what for event in from_text(TAGS + moves).events] == ["c3", "b2"]


def test_a_match_without_moves_is_a_record():
    assert from_text(TAGS).events == ()
    assert from_text("\n\n  " + TAGS).players == ("Ann", "Bob")


def test_chance_and_ends_that_are_no_actions_are_written():
    match = tiny()
    for seat in range(4):
        match.act(seat, "dam c3 c1")
    match.act(-1, "flood west")
    match.resign(2)
    match.abort()
    text = to_text(match.record())
    assert "5. dam-c1-c3" in text
    assert "9. flood-west 10. @3 !resign 11. @-1 !abort" in text
    assert from_text(text) == match.record()


def test_the_seat_is_named_where_it_is_not_the_lowest_that_may_act():
    match = hidden_deployment()
    match.act(1, "P1 P2 P3 H1 H2")
    assert "1. @2 P1,P2,P3,H1,H2" in to_text(match.record())
    assert "1. @2 ?" in to_text(match.record().seen_by(0))
    assert from_text(to_text(match.record())) == match.record()


def test_remarks_may_hold_anything():
    record = from_text(TAGS + r"c3 {a \} b \\ c\nd} b2 {  two blanks  }")
    assert [event.remark for event in record.events] == ["a } b \\ c\nd", " two blanks "]
    assert from_text(to_text(record)) == record


@given(st.floats(-1e9, 1e9), st.floats(-1, 1))
def test_numbers_come_back_exactly(clock: float, evaluation: float):
    record = from_text(TAGS + "c3")
    event = Event(0, "c3", clock=clock, evaluation=evaluation)
    record = msgspec.structs.replace(record, events=(event,))
    assert from_text(to_text(record)) == record
    assert Record.from_json(record.to_json()) == record


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Game, Rules: this tag is invalid, missing or given twice."),
        ("c3 b2", "Game, Rules: this tag"),
        (TAGS.replace("brique", "chess"), "There is no game called chess"),
        (
            TAGS.replace('"1"]', '"7"]', 1),
            "version 7 of the rules of brique; the current version is 1",
        ),
        (TAGS.replace('"1"]', '"one"]', 1), "Rules: this tag"),
        (TAGS.replace('"1"]', '"١"]', 1), "Rules: this tag"),
        (TAGS.replace('[Rules "1"]', ""), "Game, Rules: this tag"),
        (TAGS.replace("size", "sise"), "There is no setting called sise"),
        (TAGS.replace('"5"', '"50"'), "size must be between 2 and 19, not 50."),
        (TAGS.replace('"5"', '"٥"'), "size must be a whole number"),
        (TAGS.replace("Seat 2", "Seat 3"), "Seat: this tag"),
        (TAGS.replace("Seat 2", "Seat 1"), '[Seat 1 "Bob"]: this tag'),
        (TAGS.replace('[Seat 2 "Bob"]', ""), "names 1 players"),
        (TAGS + '[Seat 3 "Cy"]', "names 3 players"),
        (TAGS + '[Game "brique"]', '[Game "brique"]: this tag'),
        (TAGS + '[Tag a "1"]\n[Tag a "2"]', '[Tag a "2"]: this tag'),
        (TAGS + '[Opening "x"]', "Opening: this tag"),
        (TAGS + '[Start "9"]', "A position has four parts"),
        (TAGS + '[Tag a "unclosed]', '[Tag a "unclosed]: this tag'),
        (TAGS + '[Ranks "1 x"]', "This is not a record"),
        (TAGS + '[Ranks "1 2"]\n[Payoffs "nan inf"]\n[Reason ""]\n[Outcome ""]', "not a record"),
        (TAGS + '[Ranks "1 2"]\n[Payoffs "1.0 -1.0"]\n[Reason "a"]\n[Outcome ""]', "is not over"),
        (TAGS + "c3 (", "(: this is not valid in a record."),
        (TAGS + "c3 )", "): this is not valid in a record."),
        (TAGS + "( c3 )", "(: this is not valid in a record."),
        (TAGS + "{ c3 }", "{ c3 }: this is not valid in a record."),
        (TAGS + "c3 { open", "{ open: this is not valid in a record."),
        (TAGS + "c3 } b2", "} b2: this is not valid in a record."),
        (TAGS + "1.", "the end: this is not valid in a record."),
        (TAGS + "c3 @2", "the end: this is not valid in a record."),
        (TAGS + "@x c3", "@x: this is not valid in a record."),
        (TAGS + "@9 c3", "Event 1: There is no seat 8"),
        (TAGS + "@99 c3", "Event 1: There is no seat 98"),
        (TAGS + "c3 c3", "Event 2: c3: there is already a stone on this square."),
        (TAGS + "c3 !explode", "Event 2: !explode: this is not a square"),
        (TAGS + "c3 !resign", "The match is over, but the record has no result."),
        (TAGS + "c3 !draw b2", "Event 3: The match is over."),
        (TAGS + "c3 {%clock 1..2}", "%clock 1..2: this is not valid in a record."),
        (TAGS + "c3 {%clock 1e999}", "This is not a record"),
        (TAGS + "c3 {%eval nan}", "%eval nan: this is not valid in a record."),
        (TAGS + "c3 \x00", "Event 2: U+0000 is not allowed here"),
        (TAGS + "c3 ? b2", "c3: this is not valid in a record."),
    ],
)
def test_what_is_no_record_is_refused_by_a_sentence(text: str, says: str):
    assert says in refusal(text)


@pytest.mark.parametrize(
    "junk",
    ["{" * 500_000, "c3 {" * 200_000, "(" * 500_000, "c3 (" * 100_000, "\\" * 500_000,
     '[Tag x "' * 100_000, "1. " * 300_000, "c3 {" + "\\}" * 300_000, "!" * 500_000, "@" * 500_000],
    ids=range(10),
)  # fmt: skip
def test_a_megabyte_of_junk_is_refused_and_does_not_take_for_ever(junk: str):
    assert refusal(TAGS + junk)


def test_variations_go_only_so_deep():
    assert from_text(TAGS + "c3 (" * DEEPEST + "c3" + ")" * DEEPEST)
    deep = DEEPEST + 1
    assert "at most 8 deep" in refusal(TAGS + "c3 (" * deep + "c3" + ")" * deep)


def test_too_many_events_are_refused_before_any_is_played(monkeypatch: pytest.MonkeyPatch):
    def never(*_arguments: object) -> None:
        raise AssertionError("it was played")

    many = TAGS + "1. c3 " + "(1. d4 {well}) " * MAX_EVENTS
    monkeypatch.setattr("parlour.table.matches.record_text.apply_event", never)
    assert f"more than {MAX_EVENTS} events" in refusal(many)


def test_numbers_seats_and_remarks_are_no_events():
    four = "1. @1 c3 {why not} {%clock 3.5} (1. @1 d4 {or} 2. @2 a1) 2. a2"
    assert len(from_text(TAGS + four, most=4).events) == 2
    with pytest.raises(BadRecord, match="more than 4 events"):
        from_text(TAGS + four + " 3. a3", most=4)


def test_a_truncated_record_is_refused_or_shorter_wherever_it_was_cut():
    whole = [event.what for event in from_text(WRITTEN).events]
    read = 0
    for length in range(len(WRITTEN)):
        with suppress(BadRecord):
            events = from_text(WRITTEN[:length]).events
            assert [event.what for event in events] == whole[: len(events)]
            read += 1
    assert 0 < read < len(WRITTEN)
