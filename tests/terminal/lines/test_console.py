"""The console and pipes: anything may come in, and the other end may go away."""

from __future__ import annotations

import io
import signal
import subprocess
import sys

import pytest

from parlour.table.sentences import Sentence
from parlour.terminal.lines.console import (
    LONGEST,
    StandardConsole,
    ask_yes_no,
    read_line,
)
from tests.terminal.screen import HANG, PARLOUR, SMALL, piped
from tests.terminal.script import Script

# ---- one line ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "lines"),
    [
        ("", []),
        ("a1\nb2\n", ["a1", "b2"]),
        ("a1\r\n\r\nb2", ["a1", "", "b2"]),
        ("\n", [""]),
        ("x" * (LONGEST + 9) + "\na1\n", ["x" * (LONGEST + 1), "a1"]),
        ("x" * 300_000 + "\na1", ["x" * (LONGEST + 1), "a1"]),
        ("x" * 300_000, ["x" * (LONGEST + 1)]),
        ("x" * LONGEST + "\na1", ["x" * LONGEST, "a1"]),
        ("x" * (LONGEST + 1) + "\na1", ["x" * (LONGEST + 1), "a1"]),
    ],
    ids=range(9),
)
def test_lines_are_read_whole_and_endless_ones_cut(
    given: str, lines: list[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sys, "stdin", io.StringIO(given, newline=""))
    read: list[str] = []
    while (line := read_line()) is not None:
        read.append(line)
    assert read == lines


def test_without_an_input_there_are_no_lines(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert not StandardConsole().on_screen
    assert read_line() is None


def test_a_question_is_asked_until_it_is_answered():
    question = Sentence("terminal.another")
    for line, answer in (("yes", True), (" Y ", True), ("no", False), ("N", False)):
        console = Script("", "maybe", line)
        assert ask_yes_no(console, question) is answer
        assert len(console.prompts) == 3
    assert ask_yes_no(Script("maybe"), question) is None


def test_on_a_screen_sentences_are_broken_between_words_and_boards_are_not(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "20")
    console = StandardConsole()
    board = "| | | | | | | | | | | | |"
    console.on_screen = True
    console.say("b9: there is no such square here.", "wrong")
    console.say(board, "drawn")
    assert capsys.readouterr().out == f"b9: there is no such\nsquare here.\n{board}\n"
    console.on_screen = False
    console.say("b9: there is no such square here.", "wrong")
    assert capsys.readouterr().out == "b9: there is no such square here.\n"


# ---- pipes ---------------------------------------------------------------------------------------


def test_a_match_through_a_pipe():
    code, out, err = piped(b"b3\na3\nb2\na2\nb1\nno\n")
    assert (code, err) == (0, "")
    started = "Brique: Player 1 (black) and Player 2 (white). Enter help at any time."
    assert out.startswith(f"{started}\n\n    a b c\n")
    assert "Player 1 joined top and bottom with black and wins.\n" in out
    assert out.endswith("Would you like to play another game? yes/no \n")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n" * 50,
        b"b2",
        b"b2\r\nb2\r\n",
        b"x" * 10_000_000 + b"\nb2\n",
        b"x" * 10_000_000,
        bytes(range(256)) * 20,
        b"\x00" * 100_000 + b"\n",
        b"\xff\xfe\xfd\n\xc3\x28\nb2\n",
        b"\x1b[2J\x1b]0;title\x07\n",
        "ｂ２\n٢\n".encode(),
        b"help\nmoves\nboard\nrules\nundo\ndraw\nno\nresign\n",
    ],
    ids=["nothing", "blanks", "no-end", "crlf", "10-mb-line", "10-mb", "binary", "nul", "not-utf8",
         "escapes", "digits", "words"],
)  # fmt: skip
def test_whatever_comes_through_a_pipe_is_answered(data: bytes):
    code, out, err = piped(data)
    assert (code, err) == (0, "")
    assert "Traceback" not in out
    assert len(out) < 1_000_000
    assert all(line.isprintable() for line in out.splitlines())


def test_after_ten_megabytes_of_junk_the_turn_is_kept():
    _, out, _ = piped(b"x" * 10_000_000 + b"\nb2\n")
    assert "This text has 4001 characters; the limit is 400." in out
    assert "The position 'b 2' is now filled with the Black Piece" in out


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-"])
def test_closed_streams_are_the_end_of_the_input(closed: str):
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$@" {closed}', "sh", *PARLOUR, *SMALL],
        capture_output=True,
        timeout=HANG,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""


def test_a_reader_that_has_seen_enough_is_no_error():
    done = subprocess.run(
        ["/bin/sh", "-c", 'yes x | "$@" | head -n 1', "sh", *PARLOUR, *SMALL],
        capture_output=True,
        timeout=HANG,
        check=False,
    )
    assert done.stdout.startswith(b"Brique: ")
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr


def test_ctrl_c_in_a_pipe_leaves_without_a_traceback():
    running = subprocess.Popen(
        [*PARLOUR, *SMALL],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    )
    assert running.stdout is not None
    shown = b""
    while b"coordinates:" not in shown:
        more = running.stdout.read(4_096)
        assert more, "it has ended before it asked"
        shown += more
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=HANG)
    assert running.returncode == 0
    assert b"Traceback" not in out + err
    assert err == b""
