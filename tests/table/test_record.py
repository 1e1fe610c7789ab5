"""Records: what they keep, what they refuse, and what they do not tell."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.table.errors import BadRecord, IllegalAction, ParlourError
from parlour.table.match import Match
from parlour.table.matches.record_text import from_text, to_text
from parlour.table.record import DEEPEST, LARGEST, Event, Record, read_record
from tests.matches import VARIANTS, annotated, examples, hiding_game, played, tiny
from tests.play import Variant

REMARKS = st.text(max_size=30) | st.sampled_from(["{}", "}{", "a\\", "\\}", " ", "\n", "(", "?"])


def brique(*texts: str, size: int = 3) -> Record:
    match = Match(parlour.game("brique", size=size, pie=False), ("Ann", "Bob"))
    for number, text in enumerate(texts):
        match.act(number % 2, text)
    return match.record()


def edited(record: Record, **fields: Any) -> bytes:
    """The JSON of a record, with some of its fields as somebody might have changed them."""
    return msgspec.json.encode(json.loads(record.to_json()) | fields)


def refusal(data: bytes | str) -> str:
    """The one sentence with which something is refused."""
    with pytest.raises(BadRecord) as caught:
        Record.from_json(data)
    text = str(caught.value)
    assert text
    assert text.isprintable()
    assert len(text) < 1_000
    return text


# ---- there and back ------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@given(seed=st.integers(0, 2**32), remark=REMARKS)
@settings(max_examples=examples(8))
def test_records_come_back_from_both_forms_with_all_their_notes(
    variant: Variant, seed: int, remark: str
):
    record = annotated(played(variant, seed).record(), Random(seed), remark)
    assert Record.from_json(record.to_json()) == record
    assert Record.from_json(record.to_json().decode()) == record
    assert from_text(to_text(record)) == record
    assert to_text(from_text(to_text(record))) == to_text(record)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=examples(8))
def test_copies_with_something_hidden_come_back_from_both_forms(variant: Variant, seed: int):
    record = played(variant, seed, most=8).record()
    for viewer in (None, *range(len(variant.game.seats))):
        seen = record.seen_by(viewer)
        assert Record.from_json(seen.to_json()) == seen
        assert from_text(to_text(seen)) == seen


def test_a_record_in_json_can_be_read_by_people():
    text = brique("b2", "a1").to_json().decode()
    assert json.loads(text)["events"] == [{"seat": 0, "what": "b2"}, {"seat": 1, "what": "a1"}]
    assert '\n "game": "brique"' in text
    assert json.loads(text)["parlour"] == "record 1"


def test_a_file_may_hold_either_form(tmp_path: Path):
    record = brique("b2", "a1")
    (tmp_path / "match.json").write_bytes(record.to_json())
    (tmp_path / "match.txt").write_text("\n " + to_text(record), "utf-8")
    assert read_record(tmp_path / "match.json") == record
    assert read_record(str(tmp_path / "match.txt")) == record
    assert parlour.read_record(tmp_path / "match.txt") == record
    for form in (record.to_json(), to_text(record).encode()):
        (tmp_path / "marked").write_bytes(b"\xef\xbb\xbf" + form)
        assert read_record(tmp_path / "marked") == record


def test_a_replay_gives_every_position():
    plies = list(brique("b2", "a1", "c1").replay())
    assert [ply.event.what for ply in plies] == ["b2", "a1", "c1"]
    assert [ply.before.seat for ply in plies] == [0, 1, 0]
    assert [ply.before.game.write(ply.before, ply.action or 0) for ply in plies] == [
        "b2",
        "a1",
        "c1",
    ]


# ---- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"game": "chess"}, "There is no game called chess"),
        ({"game": "../../etc"}, "There is no game called ../../etc"),
        ({"game": 5}, "Expected `str`, got `int`"),
        ({"rules": 99}, "version 99 of the rules of brique; the current version is 1"),
        ({"rules": 10**30}, "This is not a record"),
        ({"parlour": "record 2"}, "This is not a record"),
        ({"settings": {"size": 99}}, "size must be between 2 and 19, not 99."),
        ({"settings": {"sise": 3}}, "There is no setting called sise"),
        ({"settings": {"size": 1.5}}, "This is not a record"),
        ({"settings": {"size": None}}, "This is not a record"),
        ({"settings": {"size": 10**4000}}, "size must be between 2 and 19"),
        ({"settings": {"size": "٣"}}, "size must be a whole number"),
        ({"players": ["Ann"]}, "names 1 players; the game has 2 seats"),
        ({"players": ["Ann", "B\nob"]}, "Names and tags must be printable"),
        ({"players": ["Ann", "B" * 201]}, "Names and tags must be printable"),
        ({"tags": {"a": "\x1b[2J"}}, "Names and tags must be printable"),
        ({"tags": {"two words": "x"}}, "two words: this tag is invalid"),
        ({"tags": {"": "x"}}, "this tag is invalid"),
        ({"start": "9/9"}, "A position has four parts"),
        ({"surprise": 1}, "Object contains unknown field `surprise`"),
        ({"events": [{"seat": 0, "what": "b2"}, {"seat": 0, "what": "a1"}]}, "Event 2: It is not"),
        ({"events": [{"seat": 0, "what": "b2"}, {"seat": 1, "what": "b2"}]}, "Event 2: b2: there"),
        ({"events": [{"seat": 0, "what": "b2" * 999}]}, "Event 1: This text has 1998 characters"),
        ({"events": [{"seat": 0, "what": "b\x002"}]}, "Event 1: U+0000 is not allowed"),
        ({"events": [{"seat": 10**40, "what": "b2"}]}, "This is not a record"),
        ({"events": [{"seat": 9, "what": "b2"}]}, "Event 1: there is no seat 9."),
        ({"events": [{"seat": 9, "kind": "resign"}]}, "Event 1: there is no seat 9."),
        ({"events": [{"seat": -2, "kind": "resign"}]}, "Event 1: there is no seat -2."),
        ({"events": [{"seat": 0, "kind": "explode"}]}, "This is not a record"),
        ({"events": [{"seat": 0, "kind": "abort", "what": "b2"}]}, "Event 1: b2: this is not"),
        ({"events": [{"seat": 0, "what": "b2", "clock": 1e300}]}, "This is not a record"),
        ({"events": [{"seat": 0, "what": "b2", "evaluation": "good"}]}, "This is not a record"),
        ({"events": [{"what": "b2"}]}, "This is not a record"),
        ({"events": {"seat": 0}}, "This is not a record"),
        ({"events": [[]]}, "This is not a record"),
        ({"events": [{"seat": 0, "kind": "resign"}]}, "The match is over, but the record has no"),
        (
            {"events": [{"seat": 0, "kind": "draw"}, {"seat": 0, "what": "b2"}]},
            "Event 2: The match is over.",
        ),
        (
            {"events": [{"seat": 0, "kind": "resign"}, {"seat": 1, "kind": "resign"}]},
            "Event 2: The match is over.",
        ),
        (
            {"result": {"ranks": [1, 2], "payoffs": [1, -1], "code": "joined", "text": ""}},
            "The record has a result, but the match is not over.",
        ),
    ],
)
def test_an_edited_record_is_refused_by_a_sentence(fields: dict[str, Any], says: str):
    assert says in refusal(edited(brique("b2", "a1"), **fields))


@pytest.mark.parametrize(
    "result",
    [
        {"ranks": [2, 1], "payoffs": [-1, 1], "code": "joined", "text": ""},
        {"ranks": [1, 2], "payoffs": [1, -1], "code": "resign", "text": ""},
        {"ranks": [1, 2, 3], "payoffs": [1, -1], "code": "joined", "text": ""},
        {"ranks": [1, 2], "payoffs": [5, -5], "code": "joined", "text": ""},
        {"ranks": [], "payoffs": [], "code": "", "text": ""},
    ],
)
def test_a_result_that_the_match_did_not_have_is_refused(result: dict[str, Any]):
    won = brique("b3", "a3", "b2", "a2", "b1")
    assert Record.from_json(won.to_json()) == won
    assert "result is wrong" in refusal(edited(won, result=result))
    assert "the record has no result" in refusal(edited(won, result=None))


def test_a_player_who_is_out_cannot_resign_again():
    match = tiny()
    match.resign(1)
    events = [*json.loads(match.record().to_json())["events"], {"seat": 1, "kind": "resign"}]
    assert "is out of the match" in refusal(edited(match.record(), events=events))


def test_variations_are_checked_as_well():
    events = brique("b2", "a1").events
    good = msgspec.structs.replace(events[1], variations=((Event(1, "c1"), Event(0, "c2")),))
    bad = msgspec.structs.replace(events[1], variations=((Event(1, "b2"),),))
    over = msgspec.structs.replace(
        events[1], variations=((Event(1, kind="resign"), Event(1, "c1")),)
    )
    record = brique("b2", "a1")
    msgspec.structs.replace(record, events=(events[0], good)).check()
    for wrong in (bad, over):
        with pytest.raises(BadRecord):
            msgspec.structs.replace(record, events=(events[0], wrong)).check()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        b"null",
        b"[]",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"game":"brique","rules":1,"players":["a","b"],"tags":' + b'{"a":' * 100_000,
        b'{"game":"brique","rules":1,"players":["a","b"],"events":'
        + b'[{"seat":0,"variations":[' * 100_000,
        b'{"game":"brique","rules":NaN,"players":["a","b"]}',
        b'{"game":"brique","rules":1,"players":["a","b"],"events":[{"seat":0,"clock":Infinity}]}',
        b'{"game":"brique","rules":1,"players":["a","b"],"events":[{"seat":0,"clock":1e999}]}',
        b'{"game":"brique","rules":' + b"9" * 100_000 + b',"players":["a","b"]}',
        b'{"game":"brique","rules":1,"players":["\\ud800","b"]}',
        b'{"game":"brique","rules":1,"players":["\xff","b"]}',
        "\ud800",
    ],
    ids=range(15),
)
def test_what_is_no_record_is_refused_by_a_sentence(data: bytes | str):
    assert "This is not a record" in refusal(data)


def test_a_truncated_record_is_refused_wherever_it_was_cut():
    whole = brique("b2", "a1").to_json()
    for length in range(len(whole)):
        assert refusal(whole[:length])


def test_variations_go_only_so_deep():
    event = Event(0, "b2")
    for _ in range(DEEPEST):
        event = Event(0, "b2", variations=((event,),))
    record = brique("b2")
    assert Record.from_json(msgspec.structs.replace(record, events=(event,)).to_json())
    event = Event(0, "b2", variations=((event,),))
    data = msgspec.structs.replace(record, events=(event,)).to_json()
    assert "at most 8 deep" in refusal(data)


def test_too_many_events_are_refused_before_they_are_played():
    line = (Event(0, "a1"), Event(1, "a2"))
    many = msgspec.structs.replace(brique("b2"), events=(Event(0, "b2", variations=(line, line)),))
    with pytest.raises(BadRecord, match="more than 3 events"):
        Record.from_json(many.to_json(), most=3)


def test_a_record_of_100_mb_is_refused_without_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "huge.json"
    with file.open("wb") as out:
        out.truncate(100 * 1024 * 1024)

    def never(*_arguments: object) -> bytes:
        raise AssertionError("it was read")

    monkeypatch.setattr(Path, "open", never)
    monkeypatch.setattr(Path, "read_bytes", never)
    with pytest.raises(BadRecord, match=f"it is larger than {LARGEST} bytes"):
        read_record(file)


def test_a_record_that_is_too_large_is_refused_without_being_parsed():
    assert "bytes; the limit is" in refusal(b" " * (LARGEST + 1))
    with pytest.raises(BadRecord, match="bytes; the limit is"):
        from_text(" " * (LARGEST + 1))


@pytest.mark.parametrize("name", ["nowhere.json", ".", "a\x00b", "x" * 5_000, "/dev/zero"])
def test_what_cannot_be_read_from_disk_is_refused(tmp_path: Path, name: str):
    with pytest.raises(BadRecord) as caught:
        read_record(tmp_path / name)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("data", [b"[\xff]", b"\xff\xfe", b"[Game \x80]", b"\xef\xbb\xbf{}"])
def test_a_file_that_is_no_text_is_refused(tmp_path: Path, data: bytes):
    file = tmp_path / "match"
    file.write_bytes(data)
    with pytest.raises(BadRecord, match=r"it is not UTF-8 text|This is not a record"):
        read_record(file)


# ---- what is hidden ------------------------------------------------------------------------------

ROWS = ("P1, P2, P3, H1, H2", "H2, H1, P3, P2, P1")


def deployed(row: str, start: str = "") -> Record:
    """Ann has deployed, Bob has not; the clock shows the same."""
    match = Match(hiding_game(), ("Ann", "Bob"), start=start)
    match.act(0, row)
    return match.record()


@pytest.mark.parametrize("viewer", [None, 1])
def test_nothing_of_a_hidden_deployment_is_in_the_copies_of_others(viewer: int | None):
    one, other = (deployed(row).seen_by(viewer) for row in ROWS)
    assert one.to_json() == other.to_json()
    assert to_text(one) == to_text(other)
    assert not any(name in to_text(one) for name in ("P1", "P2", "H1"))
    assert one.events[0].hidden


def test_ones_own_deployment_is_in_ones_own_copy():
    assert deployed(ROWS[0]).seen_by(0) == deployed(ROWS[0])


def test_everything_is_told_when_it_is_no_secret_any_more():
    match = Match.from_record(deployed(ROWS[0]))
    match.act(1, ROWS[1])
    assert match.record().seen_by(None) == match.record()


def test_notes_on_what_is_hidden_stay_out():
    record = deployed(ROWS[0])
    event = msgspec.structs.replace(
        record.events[0],
        remark="heroes on the right",
        evaluation=0.5,
        variations=((Event(0, ROWS[1]),),),
    )
    seen = msgspec.structs.replace(record, events=(event,)).seen_by(1)
    assert seen == record.seen_by(1)


def test_notes_on_open_actions_stay_out_while_they_may_tell_what_is_hidden():
    # Bob deploys second; a line that continues from there shows where Ann's characters stand.
    match = tiny("c1 c2")
    told = msgspec.structs.replace(
        match.events[1], remark="Ann is on c1", variations=((Event(2, "hide c5"),),)
    )
    record = msgspec.structs.replace(match.record(), events=(match.events[0], told))
    record.check()
    assert record.seen_by(1) == match.record().seen_by(1)
    assert "c5" not in to_text(record.seen_by(1))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=examples(10))
def test_whatever_is_guessed_the_copies_of_others_have_the_same_bytes(variant: Variant, seed: int):
    """A match from a start line with secrets in it: they may be others, and no byte changes."""
    rng = Random(seed)
    match = played(variant, seed, most=10)
    if match.outcome is not None:
        return
    for viewer in (*range(len(match.players)), None):
        seat = -2 if viewer is None else viewer
        guess = match.game.guess(match.state, seat, rng)
        copies = [
            Match(match.game, start=match.game.line(state)).record().seen_by(viewer)
            for state in (match.state, guess)
        ]
        assert copies[0].to_json() == copies[1].to_json()
        assert to_text(copies[0]) == to_text(copies[1])


def test_a_start_line_is_told_only_as_far_as_one_may_know_it():
    line = deployed(ROWS[0]).last()
    match = Match(hiding_game(), start=hiding_game().line(line))
    match.act(1, ROWS[1])
    seen = match.record().seen_by(1)
    assert "A-P1" not in seen.start
    assert seen.redacted
    assert Record.from_json(seen.to_json()) == seen
    assert from_text(to_text(seen)) == seen
    with pytest.raises(ParlourError, match="Part of this line is hidden"):
        Match.from_record(seen)


def test_a_copy_that_keeps_something_back_cannot_be_replayed():
    seen = deployed(ROWS[0]).seen_by(1)
    seen.check()
    with pytest.raises(BadRecord, match="Event 1 is hidden in this copy"):
        list(seen.replay())
    with pytest.raises(BadRecord):
        seen.last()


def test_a_record_of_a_plug_in_that_is_gone_says_so():
    record = msgspec.structs.replace(brique("b2"), game="nim")
    with pytest.raises(BadRecord, match="There is no game called nim"):
        record.check()
    assert issubclass(BadRecord, parlour.ParlourError)
    assert not issubclass(BadRecord, IllegalAction)
