"""The folder of a series: begun, taken up again, refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.players.series.folder import open_folder
from parlour.players.series.pairing import openings, seating
from parlour.players.series.plan import SeriesPlan, read_plan
from parlour.players.series.playing import Task, play
from parlour.table.errors import BadRecord, BadSettings, ParlourError
from parlour.table.texts.files import data_folder


def plan(matches: int = 4) -> SeriesPlan:
    return read_plan(parlour.game("brique", size=3), ["random", "uct:2"], matches, opening=2)


def fill(path: Path, *numbers: int) -> None:
    opening = next(openings(plan()))
    with open_folder(plan(), path) as folder:
        for number in numbers:
            folder.keep(number, play(Task(plan(), number, seating(2, 2, number), opening)))


def test_saved_matches_are_loaded_again(tmp_path: Path):
    fill(tmp_path / "new", 0, 3)
    with open_folder(plan(), tmp_path / "new") as folder:
        assert [number for number, _ in folder.kept()] == [0, 3]
    for file in (tmp_path / "new" / "matches").iterdir():
        parlour.read_record(file).check()


def test_a_series_has_a_folder_of_its_own_if_none_is_named():
    with open_folder(plan()) as folder:
        assert folder.path == data_folder() / "series" / plan().name


def test_another_series_is_refused_and_told_how_to_go_on(tmp_path: Path):
    fill(tmp_path)
    with pytest.raises(BadSettings) as caught, open_folder(plan(6), tmp_path):
        pass
    assert "holds another series" in str(caught.value)
    assert f"--matches 4 --set size=3 --seed 1 --opening 2 -o {tmp_path}" in str(caught.value)


@pytest.mark.clean_environment
def test_a_program_that_was_changed_is_another_series(tmp_path: Path):
    """The same command would show what the old program did."""
    bot = tmp_path / "bot.py"
    bot.write_text("class B:\n def choose(self, s, c): return 1 / 0")

    def now() -> SeriesPlan:
        return read_plan(parlour.game("brique", size=3), [f"py:{bot}", "random"], 2)

    before = now()
    with open_folder(before, tmp_path / "series"):
        pass
    assert now() == before
    bot.write_text("class B:\n def choose(self, s, c): return s.actions()[0]")
    assert now().name != before.name
    with pytest.raises(BadSettings) as caught, open_folder(now(), tmp_path / "series"):
        pass
    assert f"holds a series played by an earlier version of py:{bot}" in str(caught.value)


@pytest.mark.clean_environment
def test_a_file_without_a_bot_is_no_player_of_a_series(tmp_path: Path):
    (tmp_path / "bot.py").write_text("x = ")
    with pytest.raises(BadSettings, match="SyntaxError"):
        read_plan(parlour.game("brique", size=3), [f"py:{tmp_path / 'bot.py'}", "random"], 2)


@pytest.mark.parametrize(
    ("slug", "said"), [("brique", "name 2 players, not 3"), ("knights", "or 2")]
)
def test_too_many_players_are_told_how_many_there_are(slug: str, said: str):
    with pytest.raises(BadSettings, match=said):
        read_plan(parlour.game(slug), ["random"] * 3, 2)


def test_two_at_once_are_refused(tmp_path: Path):
    says = "Another process is playing this series"
    with open_folder(plan(), tmp_path), pytest.raises(BadSettings, match=says):
        fill(tmp_path)
    fill(tmp_path)


@pytest.mark.parametrize("name", ["series.json", "holiday.jpg"])
def test_a_folder_of_something_else_is_left_alone(tmp_path: Path, name: str):
    (tmp_path / name).write_text('{"parlour": "holiday"}')
    with pytest.raises(BadSettings, match="is not the folder of a series"):
        fill(tmp_path)
    assert (tmp_path / name).read_text() == '{"parlour": "holiday"}'
    assert not (tmp_path / "matches" / "0000001.json").exists()


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path):
    (tmp_path / "file").write_text("x")
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(BadSettings, match="Cannot write"):
            fill(path)


def test_a_series_that_was_stopped_before_its_plan_was_written_begins(tmp_path: Path):
    (tmp_path / "matches").mkdir()
    (tmp_path / "lock").touch()
    fill(tmp_path, 0)
    with open_folder(plan(), tmp_path) as folder:
        assert len(list(folder.kept())) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("brique", "feud"),
        ('"Match": "1"', '"Match": "2"'),
        ("random", "uct:9"),
        ("{", "["),
        ('"ranks": [', '"ranks": [1,'),
    ],
)
def test_a_record_of_something_else_is_named(tmp_path: Path, old: str, new: str):
    fill(tmp_path, 0)
    file = tmp_path / "matches" / "0000001.json"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    says = "is not the record of match 1 of this series"
    with open_folder(plan(), tmp_path) as folder, pytest.raises(BadRecord, match=says):
        list(folder.kept())


def test_a_record_that_is_no_text_is_a_sentence(tmp_path: Path):
    fill(tmp_path, 0)
    (tmp_path / "matches" / "0000001.json").write_bytes(b"\xff\xfe")
    with open_folder(plan(), tmp_path) as folder, pytest.raises(ParlourError, match="json"):
        list(folder.kept())
