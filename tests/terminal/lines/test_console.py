"""The real terminal: pipes with anything in them, a pseudo-terminal, and Ctrl-C."""

from __future__ import annotations

import io
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from contextlib import suppress
from pathlib import Path

import pytest

import parlour
from parlour.table.match import Match
from parlour.table.record import read_record
from parlour.table.sentences import Sentence
from parlour.terminal.lines.console import (
    LONGEST,
    StandardConsole,
    ask_yes_no,
    between_words,
    read_line,
)
from tests.terminal.lines.test_dialogue import Script

PARLOUR = [sys.executable, "-m", "parlour"]
SMALL = ["play", "brique", "--set", "size=3", "--set", "pie=off"]
HANG = 120  # seconds: only something that hangs takes so long


def piped(data: bytes, *words: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a real process that reads these bytes."""
    done = subprocess.run(
        [*PARLOUR, *(words or SMALL)], input=data, capture_output=True, timeout=HANG, check=False
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


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


# ---- a screen ------------------------------------------------------------------------------------


class Screen:
    """A process on a pseudo-terminal, driven like a person would."""

    def __init__(self, *words: str) -> None:
        self.master, slave = pty.openpty()
        self.running = subprocess.Popen(
            [*PARLOUR, *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            close_fds=True,
            start_new_session=True,
            env=os.environ | {"TERM": "xterm", "INPUTRC": "/dev/null"},
        )
        os.close(slave)
        self.shown = ""
        self.seen = 0

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *_failure: object) -> None:
        if self.running.poll() is None:
            self.running.kill()
            self.running.wait()
        os.close(self.master)

    def wait_for(self, text: str) -> str:
        """What is shown until a text comes, from where the last look ended."""
        begun, start = time.monotonic(), self.seen
        while text not in self.shown[start:]:
            assert time.monotonic() - begun < HANG, self.shown[start:]
            if select.select([self.master], [], [], 1.0)[0]:
                self.shown += os.read(self.master, 65_536).decode(errors="replace")
        self.seen = self.shown.index(text, start) + len(text)
        return self.shown[start : self.seen]

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def go_on_until(self, text: str) -> None:
        """`fg`; once more where Python did not hear it because it was about to listen."""
        for _ in range(20):
            self.running.send_signal(signal.SIGCONT)
            if select.select([self.master], [], [], 3)[0]:
                break
        self.wait_for(text)

    def interrupt(self) -> None:
        """Ctrl-C; once more where Python did not hear it because it was about to listen."""
        for _ in range(20):
            self.running.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.running.wait(timeout=3)
                return

    def leave(self) -> int:
        """The exit code; what is still to be shown is shown first."""
        begun = time.monotonic()
        while self.running.poll() is None:
            assert time.monotonic() - begun < HANG, self.shown
            self._drain()
        self._drain()
        return self.running.wait()

    def _drain(self) -> None:
        try:
            while select.select([self.master], [], [], 0.05)[0]:
                got = os.read(self.master, 65_536)
                if not got:
                    return
                self.shown += got.decode(errors="replace")
        except OSError:  # the other end is closed
            return


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
