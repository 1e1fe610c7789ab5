"""Matches are saved automatically, can be resumed, and lose nothing on a failure."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

import parlour
from parlour.players.player import RandomPlayer
from parlour.table.texts.files import write_atomically
from parlour.terminal import local_match as local_match_module
from parlour.terminal.lines.dialogue import Dialogue
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.playing import play_on
from parlour.terminal.records import autosave
from parlour.terminal.seats import SeatedPlayer, people_everywhere
from tests.terminal.screen import HANG, PARLOUR
from tests.terminal.script import Script


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    return tmp_path / "matches"


def people_at_brique(**settings: object) -> LocalMatch:
    game = parlour.game("brique", **({"size": 3, "pie": False} | settings))
    return LocalMatch(game, people_everywhere(game), seed=1)


def play(local_match: LocalMatch, *lines: str) -> Script:
    console = Script(*lines)
    Dialogue(local_match, console).play()
    return console


def test_a_match_that_was_left_goes_on_where_it_stood(folder: Path):
    console = play(people_at_brique(), "b2", "a1", "quit")
    (file,) = folder.iterdir()
    assert console.heard[-1] == f"The game is saved. To continue: parlour play --resume {file}"
    resumed = LocalMatch.resumed(parlour.read_record(file), [], None, file)
    assert [event.what for event in resumed.match.events] == ["b2", "a1"]
    play(resumed, "b1", "c3", "b3")
    assert resumed.match.outcome is not None
    assert list(folder.iterdir()) == [file]
    assert parlour.read_record(file).result is not None


def test_a_resumed_match_has_its_computers_back(folder: Path):
    game = parlour.game("brique", size=3, pie=False)
    local_match = LocalMatch(game, [("Ann", None), ("random", RandomPlayer(1))])
    play(local_match, "b2", "quit")
    (file,) = folder.iterdir()
    resumed = LocalMatch.resumed(parlour.read_record(file), [], 1, file)
    assert resumed.people == [0]
    other = LocalMatch.resumed(parlour.read_record(file), ["2=you:Bob"], 1, file)
    assert other.people == [0, 1]


def test_two_computers_of_one_kind_are_told_apart_and_come_back(folder: Path):
    game = parlour.game("brique", size=3, pie=False)
    seated: list[SeatedPlayer] = [("random", RandomPlayer(1)), ("random", RandomPlayer(2))]
    local_match = LocalMatch(game, seated, seed=1)
    assert local_match.match.players == ("random (Player 1)", "random (Player 2)")
    play(local_match)
    assert local_match.match.outcome is not None
    assert "random (Player " in str(local_match.match.outcome.sentence)
    (file,) = folder.iterdir()
    assert LocalMatch.resumed(parlour.read_record(file), [], 1, file).people == []


def test_what_was_taken_back_is_not_kept(folder: Path):
    play(people_at_brique(), "b2", "undo", "a1", "quit")
    (file,) = folder.iterdir()
    assert [event.what for event in parlour.read_record(file).events] == ["a1"]


def test_two_matches_never_share_a_file(folder: Path):
    play(people_at_brique(), "b2", "quit")
    play(people_at_brique(), "a1", "quit")
    assert len(list(folder.iterdir())) == 2


def test_a_folder_that_cannot_be_written_is_no_reason_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    monkeypatch.setenv("PARLOUR_DATA", str(in_the_way))
    local_match = people_at_brique()
    console = play(local_match, "b2", "a1", "quit")
    assert len(local_match.match.events) == 2
    assert console.heard[-1].startswith("The game could not be saved: ")


def test_nothing_is_kept_of_a_match_without_moves(folder: Path):
    assert play(people_at_brique(), "quit").heard[-1] == "No move was played, so nothing was saved."
    assert not folder.exists()


def test_save_asks_before_it_overwrites(folder: Path, tmp_path: Path):
    file = tmp_path / "mine.json"
    console = play(
        people_at_brique(), "b2", f"save {file}", "a1", f"save {file}", "no", "save", "quit"
    )
    assert f"Saved to {file}." in console.heard
    assert f"{file} already exists. Overwrite it? yes/no" in console.prompts
    assert len(parlour.read_record(file).events) == 1
    assert any(line.startswith("Enter save and a file name") for line in console.heard)


def test_a_name_that_ends_in_txt_gets_the_text_form(folder: Path, tmp_path: Path):
    file = tmp_path / "mine.txt"
    play(people_at_brique(), "b2", f"save {file}", "quit")
    assert file.read_text().startswith('[Game "brique"]')
    assert len(parlour.read_record(file).events) == 1


def test_a_place_that_cannot_be_saved_to_is_said_and_the_turn_is_kept(folder: Path):
    local_match = people_at_brique()
    console = play(local_match, "save /nowhere/at/all.json", "b2", "quit")
    assert any("Cannot write /nowhere/at/all.json" in line for line in console.heard)
    assert len(local_match.match.events) == 1


def test_a_file_is_the_old_one_or_the_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "kept"
    write_atomically(file, b"old")

    def full(_: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="full"):
        write_atomically(file, b"new")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


# ---- when it is saved ----------------------------------------------------------------------------


class Counted(autosave.Autosave):
    """Counts how often a match is saved."""

    saves = 0

    def save(self, record: parlour.Record) -> None:
        Counted.saves += 1
        super().save(record)


@pytest.fixture
def saves(monkeypatch: pytest.MonkeyPatch, folder: Path) -> type[Counted]:
    monkeypatch.setattr(local_match_module, "Autosave", Counted)
    Counted.saves = 0
    return Counted


def randoms(people: int = 0) -> LocalMatch:
    game = parlour.game("tiny")
    seated: list[SeatedPlayer] = [
        (name, None if seat < people else RandomPlayer(seat))
        for seat, name in enumerate(game.seats)
    ]
    return LocalMatch(game, seated, seed=1)


def test_computers_among_themselves_do_not_save_every_action(
    saves: type[Counted], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(autosave, "monotonic", lambda: 5.0)
    local_match = randoms()
    play(local_match)
    assert len(local_match.match.events) > 8
    assert saves.saves == 2, (
        "the first action, since it is long ago that anything was saved; the end"
    )
    assert local_match.autosave.path is not None
    assert parlour.read_record(local_match.autosave.path) == local_match.match.record()


def test_computers_among_themselves_save_about_once_a_second(
    saves: type[Counted], monkeypatch: pytest.MonkeyPatch
):
    ticks = iter(range(1_000_000))
    monkeypatch.setattr(autosave, "monotonic", lambda: next(ticks) * autosave.SECONDS)
    local_match = randoms()
    play(local_match)
    assert saves.saves == len(local_match.match.events)


def test_what_a_person_did_and_is_asked_about_is_saved_at_once(
    saves: type[Counted], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(autosave, "monotonic", lambda: 5.0)
    local_match = randoms(people=1)

    class Looking(Script):
        def ask(self, prompt: str) -> str | None:
            if local_match.match.events:
                assert local_match.autosave.path is not None
                assert parlour.read_record(local_match.autosave.path) == local_match.match.record()
            return super().ask(prompt)

    Dialogue(local_match, Looking("hide c1", "west", "done")).play()
    assert [event.seat for event in local_match.match.events].count(0) == 3
    assert saves.saves < len(local_match.match.events)


def test_what_a_person_did_is_saved_before_a_computer_thinks_about_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(autosave, "monotonic", lambda: 5.0)
    local_match = randoms(people=1)
    for seat, text in enumerate(["hide c1", "hide c2", "hide c3", "hide c4"]):
        local_match.act(seat, local_match.match.game.read(local_match.match.state, text, seat))
    local_match.act(0, local_match.match.game.read(local_match.match.state, "dam c1", 0))
    assert not local_match.asks_a_person
    (file,) = folder.iterdir()
    assert parlour.read_record(file).events[-1].what == "dam c1"


def test_leaving_saves_what_computers_did_last(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(autosave, "monotonic", lambda: 5.0)
    local_match = randoms()

    def interrupted() -> int:
        if len(local_match.match.events) == 7:
            raise KeyboardInterrupt
        return choose()

    choose = local_match.choose
    monkeypatch.setattr(local_match, "choose", interrupted)
    console = Script()
    play_on(local_match, console)
    (file,) = folder.iterdir()
    assert len(parlour.read_record(file).events) == 7
    assert console.heard[-1] == f"The game is saved. To continue: parlour play --resume {file}"


def typed_and_signalled(folder: Path, number: int, *words: str) -> tuple[int, parlour.Record]:
    """A real process in which a person has typed a move and a computer thinks; its end."""
    command = ["play", "brique", "--set", "size=5", "--set", "pie=off", "--seat", "2=uct:900s"]
    running = subprocess.Popen(
        [*PARLOUR, *command, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write(b"c3\n")
    shown = b""
    while b"The position 'c 3' is now filled" not in shown:
        more = running.stdout.read(4_096)
        assert more, "it has ended before it answered"
        shown += more
    running.send_signal(number)
    running.communicate(timeout=HANG)
    (file,) = folder.iterdir()
    return running.returncode, parlour.read_record(file)


def test_a_killed_process_loses_nothing_that_was_typed(folder: Path):
    code, record = typed_and_signalled(folder, signal.SIGKILL)
    assert code == -signal.SIGKILL
    assert [event.what for event in record.events] == ["c3"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_process_that_is_told_to_end_does_so_while_a_computer_thinks(folder: Path, number: int):
    code, record = typed_and_signalled(folder, number)
    assert code == 128 + number
    assert [event.what for event in record.events] == ["c3"]


def test_two_processes_that_resume_one_match_do_not_overwrite_each_other(folder: Path):
    play(people_at_brique(), "b2", "quit")
    (file,) = folder.iterdir()
    one, other = (LocalMatch.resumed(parlour.read_record(file), [], None, file) for _ in range(2))
    play(one, "a1", "quit")
    console = play(other, "c3", "quit")
    assert [event.what for event in parlour.read_record(file).events] == ["b2", "a1"]
    (second,) = set(folder.iterdir()) - {file}
    assert [event.what for event in parlour.read_record(second).events] == ["b2", "c3"]
    assert console.heard[-1].endswith(str(second))


def test_a_folder_that_can_be_written_again_keeps_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "in the way"))
    (tmp_path / "in the way").touch()
    local_match = people_at_brique()
    play(local_match, "b2")
    assert local_match.autosave.error
    (tmp_path / "in the way").unlink()
    assert play(local_match, "a1", "quit").heard[-1].startswith("The game is saved.")
    assert not local_match.autosave.error
