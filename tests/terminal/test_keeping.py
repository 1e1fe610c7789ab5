"""Matches keep themselves, can be resumed, and lose nothing when something goes wrong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import parlour
from parlour.players.player import RandomPlayer
from parlour.terminal import keeping
from parlour.terminal.dialogue import Dialogue
from parlour.terminal.party import Party
from parlour.terminal.seats import people
from tests.terminal.test_dialogue import Script


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    return tmp_path / "matches"


def party(**settings: object) -> Party:
    game = parlour.game("brique", **({"size": 3, "pie": False} | settings))
    return Party(game, people(game), seed=1)


def play(table: Party, *lines: str) -> Script:
    console = Script(*lines)
    Dialogue(table, console).play()
    return console


def test_a_match_that_was_left_goes_on_where_it_stood(folder: Path):
    console = play(party(), "b2", "a1", "quit")
    (file,) = folder.iterdir()
    assert console.heard[-1] == f"The game is kept. To go on: parlour play --resume {file}"
    resumed = Party.resumed(parlour.read_record(file), [], None, file)
    assert [event.what for event in resumed.match.events] == ["b2", "a1"]
    play(resumed, "b1", "c3", "b3")
    assert resumed.match.outcome is not None
    assert list(folder.iterdir()) == [file]
    assert parlour.read_record(file).result is not None


def test_a_resumed_match_has_its_computers_back(folder: Path):
    game = parlour.game("brique", size=3, pie=False)
    table = Party(game, [("Ann", None), ("random", RandomPlayer(1))])
    play(table, "b2", "quit")
    (file,) = folder.iterdir()
    resumed = Party.resumed(parlour.read_record(file), [], 1, file)
    assert resumed.people == [0]
    other = Party.resumed(parlour.read_record(file), ["2=you:Bob"], 1, file)
    assert other.people == [0, 1]


def test_what_was_taken_back_is_not_kept(folder: Path):
    play(party(), "b2", "undo", "a1", "quit")
    (file,) = folder.iterdir()
    assert [event.what for event in parlour.read_record(file).events] == ["a1"]


def test_two_matches_never_share_a_file(folder: Path):
    play(party(), "b2", "quit")
    play(party(), "a1", "quit")
    assert len(list(folder.iterdir())) == 2


def test_a_folder_that_cannot_be_written_is_no_reason_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    monkeypatch.setenv("PARLOUR_DATA", str(in_the_way))
    table = party()
    console = play(table, "b2", "a1", "quit")
    assert len(table.match.events) == 2
    assert console.heard[-1].startswith("The game could not be kept: ")


def test_nothing_is_kept_of_a_match_without_moves(folder: Path):
    assert play(party(), "quit").heard[-1] == "Nothing was played."
    assert not folder.exists()


def test_save_asks_before_it_overwrites(folder: Path, tmp_path: Path):
    file = tmp_path / "mine.json"
    console = play(party(), "b2", f"save {file}", "a1", f"save {file}", "no", "save", "quit")
    assert f"Saved to {file}." in console.heard
    assert f"{file} is there already. Overwrite it? yes/no" in console.prompts
    assert len(parlour.read_record(file).events) == 1
    assert any(line.startswith("Enter save and the name of a file") for line in console.heard)


def test_a_name_that_ends_in_txt_gets_the_text_form(folder: Path, tmp_path: Path):
    file = tmp_path / "mine.txt"
    play(party(), "b2", f"save {file}", "quit")
    assert file.read_text().startswith('[Game "brique"]')
    assert len(parlour.read_record(file).events) == 1


def test_a_place_that_cannot_be_saved_to_is_said_and_the_turn_is_kept(folder: Path):
    table = party()
    console = play(table, "save /nowhere/at/all.json", "b2", "quit")
    assert any("/nowhere/at/all.json cannot be written" in line for line in console.heard)
    assert len(table.match.events) == 1


def test_a_file_is_the_old_one_or_the_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "kept"
    keeping.write_whole(file, b"old")

    def full(_: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="full"):
        keeping.write_whole(file, b"new")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_hint_is_a_move_one_could_make(folder: Path):
    console = play(party(), "hint", "quit")
    (said,) = [line for line in console.heard if line.startswith("The computer would play ")]
    table = party()
    state = table.match.state
    assert said.split()[4].rstrip(";") in {
        table.match.game.write(state, a) for a in state.actions()
    }
