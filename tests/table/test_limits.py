"""The bounds of what is read, on both sides of each."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import parlour
from parlour.table import settings
from parlour.table.advice.level import Level, ladder
from parlour.table.clock import TimeControl
from parlour.table.errors import BadRecord, BadSettings, BadText
from parlour.table.game import Game
from parlour.table.match import Match
from parlour.table.matches.record_text import from_text, to_text
from parlour.table.record import Event, Record, Result, refuse_too_many
from parlour.table.sentences import shorten
from parlour.table.settings import read_assignments
from parlour.table.texts.files import read_text, unreadable
from parlour.table.texts.typed import tidy, whole_number
from tests.table.test_small_parts import Apart, Sides

RECORD = Match(parlour.game("brique", size=5, pie=False), ("Ann", "Bob")).record()
LARGEST = 16_777_216


def test_an_action_has_400_characters_at_most_and_a_position_4000():
    assert tidy("a" * 400) == "a" * 400
    with pytest.raises(BadText, match=r"401.*400"):
        tidy("a" * 401)
    game = parlour.game("brique", size=5)
    with pytest.raises(BadText, match="four parts"):
        game.from_line("a" * 4_000)
    with pytest.raises(BadText, match=r"4001.*4000"):
        game.from_line("a" * 4_001)


@pytest.mark.parametrize("read", [from_text, Record.from_json])
def test_a_record_has_16_mebibytes_at_most(read):
    with pytest.raises(BadRecord) as caught:
        read(" " * LARGEST)
    assert str(LARGEST) not in str(caught.value)
    with pytest.raises(BadRecord) as caught:
        read(" " * (LARGEST + 1))
    assert str(LARGEST) in str(caught.value)
    assert str(LARGEST + 1) in str(caught.value)


def test_a_record_has_200000_events_at_most():
    refuse_too_many(200_000)
    with pytest.raises(BadRecord, match="200000"):
        refuse_too_many(200_001)


@pytest.mark.parametrize(
    ("fields", "fits"),
    [
        ({"seat": -2}, True),
        ({"seat": -3}, False),
        ({"seat": 15}, True),
        ({"seat": 16}, False),
        ({"seat": 0, "clock": 1e9, "evaluation": -1e9}, True),
        ({"seat": 0, "clock": 1e9 + 1}, False),
        ({"seat": 0, "evaluation": -1e9 - 1}, False),
        ({"seat": 0, "what": "a1", "rest": 1}, False),
    ],
)
def test_an_event_holds_numbers_of_some_size_only(fields: dict[str, object], fits: bool):
    if fits:
        msgspec.convert(fields, Event)
    else:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(fields, Event)


@pytest.mark.parametrize(("rules", "fits"), [(0, True), (999_999_999, True), (10**9, False)])
def test_a_version_has_nine_digits_at_most(rules: int, fits: bool):
    data = {"parlour": "record 1", "game": "brique", "rules": rules, "players": ["Ann", "Bob"]}
    with pytest.raises(BadRecord) as caught:
        Record.from_json(msgspec.json.encode(data))
    assert (f"version {rules} of the rules" in str(caught.value)) == fits


def test_names_and_tags_have_200_characters_at_most():
    long = msgspec.structs.replace(RECORD, players=("A" * 200, "Bob"), tags={"t" * 200: "v" * 200})
    assert long.check() == long
    for wrong in (
        {"players": ("A" * 201, "Bob")},
        {"tags": {"t" * 201: ""}},
        {"tags": {"t": "\n"}},
    ):
        with pytest.raises(BadRecord):
            msgspec.structs.replace(RECORD, **wrong).check()


@pytest.mark.parametrize("name", ["", "two words", 'a"b'])
def test_a_tag_is_one_word(name: str):
    with pytest.raises(BadRecord, match=": this tag"):
        msgspec.structs.replace(RECORD, tags={name: "x"}).check()


def test_unknown_fields_of_a_record_or_its_result_are_refused():
    data = msgspec.json.decode(RECORD.to_json())
    result = {"ranks": [1, 1], "payoffs": [0.0, 0.0], "code": "draw", "text": ""}
    msgspec.convert(result, Result)
    for wrong in (data | {"more": 1}, data | {"result": result | {"more": 1}}):
        with pytest.raises(BadRecord, match="more"):
            Record.from_json(msgspec.json.encode(wrong))


def test_a_line_of_a_written_record_has_96_characters_at_most():
    """A remark is one word; here it fills the line to the last place, or is one too long."""
    for length, lines in ((80, [96]), (81, [94, 2])):
        event = Event(0, "c3", remark="x" * length)
        record = msgspec.structs.replace(RECORD, events=(event, Event(1, "b2")))
        text = to_text(record).split("\n\n")[1].splitlines()
        assert [len(line) for line in text] == lines
        assert from_text(to_text(record)) == record


def test_a_clock_has_a_leap_year_at_most():
    assert TimeControl.read("366d+366d<366d").start == 31_622_400.0
    for text in ("367d", "366d+367d", "1d<367d"):
        with pytest.raises(BadSettings):
            TimeControl.read(text)
    with pytest.raises(BadSettings):
        TimeControl(31_622_400.5)


def test_a_file_that_a_setting_names_has_64_kibibytes_at_most(tmp_path: Path):
    file = tmp_path / "map"
    file.write_text("x" * 65_536)
    assert read_assignments([f"map=@{file}"]) == {"map": "x" * 65_536}
    file.write_text("x" * 65_537)
    with pytest.raises(BadSettings, match="larger than 65536 bytes"):
        read_assignments([f"map=@{file}"])


def test_a_text_among_the_settings_has_4000_characters_unless_it_says_otherwise():
    class Noted(settings.Settings, frozen=True):
        note: str = ""

    assert settings.read_settings(Noted, {"note": "x" * 4_000}).note == "x" * 4_000
    with pytest.raises(BadSettings, match="at most 4000"):
        settings.read_settings(Noted, {"note": "x" * 4_001})


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("on", True), ("yes", True), ("1", True),
     ("false", False), ("off", False), ("no", False), ("0", False)],
)  # fmt: skip
def test_a_switch_is_written_in_four_ways(text: str, value: bool):
    assert parlour.game("brique", pie=text).settings.pie is value


@pytest.mark.parametrize(("actions", "seats"), [(32_768, 16), (1, 1)])
def test_the_largest_and_the_smallest_game(actions: int, seats: int):
    class Edge(Sides):
        def prepare(self) -> None:
            self.action_count, self.seats = actions, ("Seat",) * seats

    game = Edge(settings.Settings())
    assert (game.shared_ints[-1], len(game.shared_ints)) == (actions - 1, actions)
    assert isinstance(game.blank(), Apart)
    assert isinstance(game, Game)


def test_one_action_too_many():
    class Vast(Sides):
        def prepare(self) -> None:
            self.action_count, self.seats = 32_769, ("Seat",)

    with pytest.raises(ValueError, match="too many actions"):
        Vast(settings.Settings())


def test_what_is_repeated_has_40_characters_and_a_path_200():
    assert shorten("x" * 40) == "x" * 40
    assert shorten("x" * 41) == "x" * 37 + "..."
    path = "/" + "x" * 240
    assert str(unreadable(path, FileNotFoundError())) == (
        f"Cannot read /{'x' * 196}...: there is no such file."
    )
    with pytest.raises(BadText, match=r"/x{196}\.\.\.:"):
        read_text(path, 5)


@pytest.mark.parametrize(
    ("text", "number"), [("9" * 9, 999_999_999), ("-" + "9" * 9, -999_999_999), ("9" * 10, None)]
)
def test_a_whole_number_has_nine_digits_at_most(text: str, number: int | None):
    assert whole_number(text) == number


def test_the_ladder_begins_at_600_and_rises_by_147():
    assert ladder("a", "b", "c") == (Level("a", 600), Level("b", 747), Level("c", 894))
