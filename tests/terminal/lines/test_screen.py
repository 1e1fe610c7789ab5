"""Parlour on a pseudo-terminal: wrapping, signals, thinking, secrets."""

from __future__ import annotations

import os
import signal
import termios
from pathlib import Path

import pytest

import parlour
from parlour.table.match import Match
from parlour.table.record import read_record
from parlour.terminal.lines.console import (
    StandardConsole,
    between_words,
)
from tests.terminal.screen import SMALL, Screen, piped


def test_words_are_not_broken_at_the_edge_of_the_screen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "20")
    assert between_words("a sentence that is too long") == "a sentence that is\ntoo long"
    assert between_words("  short  lines\n  stay    so") == "  short  lines\n  stay    so"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["check"], "The record is legal: Brique, 5 events. Not finished."),
        (
            ["analyse", "--player", "mcts:300", "--seed", "1"],
            "5. Ann: a3. Blunder: b1 was better (winning chance 100 %, not 0 %).",
        ),
    ],
)
def test_what_is_said_of_a_record_is_broken_between_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: list[str], said: str
):
    monkeypatch.setenv("COLUMNS", "50")
    match = Match(parlour.game("brique", size=3, pie=False), ["Ann", "Bob"])
    for text in ("b3", "a1", "b2", "c1", "a3"):  # b1 would have won
        match.act(match.state.seat, match.game.read(match.state, text))
    path = tmp_path / "record.json"
    path.write_bytes(match.record().to_json())
    with Screen(*words, str(path)) as screen:
        assert screen.leave() == 0
    lines = [line.rpartition("\x1b[K")[2] for line in screen.shown.split("\r\n")]
    assert said in " ".join(lines)
    assert max(map(len, lines)) <= 50


def test_the_name_of_a_file_is_not_broken(monkeypatch: pytest.MonkeyPatch):
    """It could not be copied."""
    monkeypatch.setenv("COLUMNS", "40")
    short, long = "/tmp/a-folder/2026-11-18-brique.json", f"/{'a-long-folder/' * 4}match.json"
    assert between_words(f"The record is saved: {short}") == f"The record is saved:\n{short}"
    assert between_words(f"The record is saved: {long}") == f"The record is saved:\n{long}"


def test_a_command_is_not_broken(monkeypatch: pytest.MonkeyPatch):
    """Copied in two lines, `parlour play --resume` would have been a command of its own."""
    monkeypatch.setenv("COLUMNS", "40")
    command = "parlour play --resume /tmp/a-folder/match.json"
    said = f"The game is saved. To continue: {command}"
    assert between_words(said) == f"The game is saved. To continue:\n{command}"
    assert between_words(f"  {command}") == f"  {command}"
    assert between_words("To continue: parlour replay") == "To continue: parlour replay"


def test_there_is_room_beside_a_prompt_for_what_is_typed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "40")
    prompts: list[str] = []
    monkeypatch.setattr("builtins.input", lambda prompt: prompts.append(prompt) or "c3")
    console = StandardConsole()
    console.on_screen = True
    assert console.ask("Enter the coordinates of a square:") == "c3"
    assert console.ask("Enter a square:") == "c3"
    assert capsys.readouterr().out == "Enter the coordinates of a\n"
    assert prompts == ["square: ", "Enter a square: "]


def test_the_prompt_is_there_again_after_ctrl_z_and_fg():
    """A shell that has taken the terminal meanwhile leaves it in its own mode."""
    with Screen(*SMALL) as screen:
        screen.wait_for("coordinates: ")
        screen.type("b")
        screen.wait_for("b")
        screen.running.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, screen.running.pid, os.WSTOPPED | os.WNOWAIT)
        modes = termios.tcgetattr(screen.master)
        modes[3] |= termios.ICANON | termios.ECHO
        termios.tcsetattr(screen.master, termios.TCSANOW, modes)
        screen.go_on_until("coordinates: b")
        assert not termios.tcgetattr(screen.master)[3] & termios.ICANON
        screen.type("2\r")
        screen.wait_for("filled with the Black Piece")
        screen.wait_for("coordinates: ")
        screen.type("quit\r")
        assert screen.leave() == 0


def test_a_short_match_on_a_screen():
    with Screen("play", "brique", "--set", "size=2", "--set", "pie=off") as screen:
        for text in ("a2", "b2", "a1"):
            screen.wait_for("coordinates: ")
            screen.type(f"{text}\r")
        screen.wait_for("Player 1 joined top and bottom with black and wins.")
        screen.type("no\r")
        assert screen.leave() == 0
        assert "Traceback" not in screen.shown


def test_a_computer_that_thinks_for_long_is_seen_thinking_and_ctrl_c_leaves():
    words = ["--set", "size=5", "--seat", "1=you", "--seat", "2=uct:900s"]
    with Screen("play", "brique", *words) as screen:
        screen.wait_for("coordinates: ")
        screen.type("c3\r")
        screen.wait_for("\rComputer, uct:900s is thinking ... 0 s")
        screen.wait_for("\rComputer, uct:900s is thinking ... 1 s")
        screen.interrupt()
        assert screen.leave() == 0
        assert "The game is saved. To continue:\r\nparlour play --resume /" in screen.shown
        assert "Traceback" not in screen.shown


def test_the_line_of_a_computer_that_thinks_is_gone_when_it_has_acted():
    words = ["--set", "size=2", "--set", "pie=off", "--seat", "1=uct:0.8s"]
    with Screen("play", "brique", *words) as screen:
        screen.wait_for("Computer, uct:0.8s is thinking ... 0 s")
        screen.wait_for(f"\r{' ' * len('Computer, uct:0.8s is thinking ... 0 s')}\r")
        screen.wait_for("coordinates: ")


def test_a_computer_that_thinks_says_nothing_in_a_pipe():
    words = ["--set", "size=2", "--set", "pie=off", "--seat", "1=uct:0.8s"]
    code, out, err = piped(b"quit\n", "play", "brique", *words)
    assert (code, err) == (0, "")
    assert "thinking" not in out
    assert "\r" not in out


def test_ctrl_c_leaves_the_board_while_a_computer_thinks():
    with Screen("play", "brique", "--board", "--seat", "1=uct:900s") as screen:
        screen.wait_for("uct:900s is thinking ... 1 s")
        screen.type("\x03")
        assert screen.leave() == 0
        assert "No move was played, so nothing was saved." in screen.shown
        assert "Traceback" not in screen.shown


def test_the_board_is_told_to_end_and_keeps_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    with Screen("play", "brique", "--board", "--seat", "2=uct:900s") as screen:
        screen.wait_for("It is Player 1's turn.")
        screen.type("\r")
        screen.wait_for("uct:900s is thinking ... 1 s")
        screen.running.send_signal(signal.SIGTERM)
        assert screen.leave() == 128 + signal.SIGTERM
        assert "Traceback" not in screen.shown
    (file,) = (tmp_path / "matches").iterdir()
    assert [event.what for event in read_record(file).events] == ["h8"]


def test_the_rulebook_is_drawn_on_a_screen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PAGER", "cat")
    with Screen("rules", "brique") as screen:
        screen.wait_for("The idea")
        assert screen.leave() == 0
        assert "## The idea" not in screen.shown


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["ctrl-c", "ctrl-d"])
def test_ctrl_c_and_ctrl_d_leave_a_screen_without_a_traceback(key: str):
    with Screen(*SMALL) as screen:
        screen.wait_for("coordinates: ")
        if key == "\x03":  # a new session has no terminal that could turn the key into a signal
            screen.interrupt()
        else:
            screen.type(key)
        assert screen.leave() == 0
        assert "Traceback" not in screen.shown


def test_the_arrow_keys_do_not_bring_back_what_another_has_deployed():
    with Screen("play", "chessicle", "--set", "deployment=hidden") as screen:
        screen.wait_for("press Enter")
        screen.type("\r")
        screen.wait_for("P3: ")
        screen.type("P1, P2, P3, H1, H2\r")
        screen.wait_for("It is B's turn.")
        screen.wait_for("P3: ")
        screen.type("\x1b[A\r")
        answer = screen.wait_for("It is B's turn.")
        assert "Enter your five characters" in answer
        assert "P1, P2, P3, H1, H2" not in answer
        screen.type("quit\r")
        assert screen.leave() == 0


def test_what_one_has_deployed_in_secret_is_wiped_from_the_screen():
    with Screen("play", "chessicle", "--set", "deployment=hidden") as screen:
        screen.wait_for("press Enter")
        screen.type("\r")
        screen.wait_for("P3: ")
        screen.type("P1, P2, P3, H1, H2\r")
        shown = screen.wait_for("It is B's turn.")
        assert "P1, P2, P3, H1, H2" in shown.split("\x1b[2J")[0]
        assert "\x1b[2J" in shown
        assert "P1, P2, P3" not in shown.split("\x1b[2J")[-1]
        assert "A-P1" not in shown.split("\x1b[2J")[-1]
        screen.type("quit\r")
        assert screen.leave() == 0
