"""`parlour series` as it is used: on a terminal, in a pipe, stopped, killed, taken up again."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from parlour.cli import main

GAME = ["brique", "--set", "size=4", "--opening", "2"]
PLAYERS = ["--player", "uct:30", "--player", "uct:5"]
SLOW = ["--player", "uct:0.3s", "--player", "uct:0.3s"]


def words(folder: Path, *more: str, players: list[str] = PLAYERS) -> list[str]:
    return ["series", *GAME, *players, "-o", str(folder), *more]


def table(folder: Path, *more: str) -> str:
    """What a whole series prints, without the name of its folder."""
    done = CliRunner().invoke(main, words(folder, *more))
    assert done.exit_code == 0, done.output
    return done.stdout.replace(str(folder), "")


def start(arguments: list[str], stderr: int | None = None) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "parlour", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, start_new_session=True)


def until_played(folder: Path, count: int) -> None:
    """Wait until so many matches are kept; a series that hangs fails."""
    limit = time.monotonic() + 60
    while len(list((folder / "matches").glob("[0-9]*.json"))) < count:
        assert time.monotonic() < limit
        time.sleep(0.01)


def group(process: subprocess.Popen[bytes]) -> Iterator[int]:
    """The processes that this one has left in its session."""
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ProcessLookupError):
            if os.getsid(int(entry.name)) == process.pid and int(entry.name) != process.pid:
                if "Z" not in (entry / "stat").read_text().rpartition(")")[2].split()[0]:
                    yield int(entry.name)


def nothing_left(process: subprocess.Popen[bytes]) -> bool:
    limit = time.monotonic() + 20
    while list(group(process)) and time.monotonic() < limit:
        time.sleep(0.02)
    return not list(group(process))


def test_a_series_that_was_killed_goes_on_and_ends_the_same(tmp_path: Path):
    whole = table(tmp_path / "whole", "--matches", "40", "--at-once", "2")
    for kills in range(3):
        process = start(words(tmp_path / "killed", "--matches", "40", "--at-once", "2"))
        until_played(tmp_path / "killed", 5 * kills + 4)
        process.kill()
        process.communicate()
        assert nothing_left(process)
        if kills == 0:
            assert len(list((tmp_path / "killed" / "matches").glob("*.json"))) < 40
    assert table(tmp_path / "killed", "--matches", "40") == whole


@pytest.mark.parametrize(
    ("sent", "code"), [(signal.SIGINT, 1), (signal.SIGTERM, 128 + signal.SIGTERM)]
)
def test_a_series_that_is_stopped_says_how_to_go_on(tmp_path: Path, sent: int, code: int):
    process = start(words(tmp_path, "--matches", "50", players=SLOW), stderr=subprocess.PIPE)
    until_played(tmp_path, 1)
    os.killpg(process.pid, sent)  # as a terminal does
    _, said = process.communicate(timeout=60)
    assert process.returncode == code
    assert b"Traceback" not in said
    found = re.search(r"Stopped after (\d+) of 50 matches. To continue: (.*)", said.decode())
    assert found
    assert found[2] == (
        "parlour series brique --player uct:0.3s --player uct:0.3s --matches 50 --set size=4 "
        f"--seed 1 --opening 2 -o {tmp_path}"
    )
    assert nothing_left(process)


def test_a_second_process_is_refused(tmp_path: Path):
    process = start(words(tmp_path, "--matches", "50", players=SLOW), stderr=subprocess.PIPE)
    try:
        until_played(tmp_path, 1)
        again = CliRunner().invoke(main, words(tmp_path, "--matches", "50", players=SLOW))
        assert again.exit_code == 2
        assert "Another process is playing this series" in again.stderr
    finally:
        process.terminate()
        process.communicate()


def test_another_command_on_the_folder_is_refused(tmp_path: Path):
    table(tmp_path, "--matches", "2")
    for more in (["--matches", "4"], ["--matches", "2", "--seed", "2"]):
        other = CliRunner().invoke(main, words(tmp_path, *more))
        assert other.exit_code == 2
        assert "holds another series" in other.stderr


def test_in_a_pipe_the_score_comes_in_lines(tmp_path: Path):
    done = CliRunner().invoke(main, words(tmp_path, "--matches", "40"))
    lines = done.stderr.splitlines()
    assert len(lines) == 20
    assert re.match(r"20 of 40: uct:30 \d+\.\d % \(.*\), Elo [+-]", lines[9])
    assert "\x1b" not in done.stderr


def test_a_terminal_sees_a_bar_and_then_the_table(tmp_path: Path):
    ours, theirs = pty.openpty()
    process = start(words(tmp_path, "--matches", "10", "--sprt", "0,5"), stderr=theirs)
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # Linux says so when nobody has the other end any more
        while part := os.read(ours, 4_096):
            shown += part
    os.close(ours)
    printed, _ = process.communicate()
    assert process.returncode == 0
    plain = re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b"", shown)
    assert b"10/10" in plain
    assert b"SPRT" in plain
    assert "…".encode() not in plain
    assert printed.startswith(b"Brique size=4: 10 matches, 5 openings of 2 actions")


def test_the_table_for_programs(tmp_path: Path):
    done = CliRunner().invoke(main, words(tmp_path, "--matches", "4", "--json"))
    about = json.loads(done.stdout)
    assert about["matches"] == about["played"] == 4
    assert sum(player["wins"] for player in about["players"]) + about["draws"] == 4
    assert about["folder"] == str(tmp_path)
    assert sum(about["pairs"]) == 2


def test_the_pictures(tmp_path: Path):
    for ending, first in (("svg", b"<svg "), ("png", b"\x89PNG")):
        file = tmp_path / f"x.{ending}"
        table(tmp_path / "series", "--matches", "2", "--picture", str(file))
        assert file.read_bytes().startswith(first)
    assert (tmp_path / "series" / "score.svg").read_bytes() == (tmp_path / "x.svg").read_bytes()


def test_a_match_that_cannot_be_read_is_named_and_nothing_is_lost(tmp_path: Path):
    table(tmp_path, "--matches", "4")
    (tmp_path / "matches" / "0000003.json").write_text("{}")
    done = CliRunner().invoke(main, words(tmp_path, "--matches", "4"))
    assert done.exit_code == 2
    assert "0000003.json is not the record of match 3 of this series. Remove it" in done.stderr
    (tmp_path / "matches" / "0000003.json").unlink()
    assert "4 matches" in table(tmp_path, "--matches", "4")


def test_a_bot_that_forfeits_is_told_why_at_once_and_under_the_table(tmp_path: Path):
    """With the whole name of its log, however long that is."""
    bot = tmp_path / "bot.py"
    bot.write_text("class B:\n def choose(self, s, c): return 1 / 0")
    data = tmp_path / ("long" * 40)
    arguments = words(tmp_path / "s", "--matches", "2", players=["--player", f"py:{bot}"])
    arguments += ["--player", "random"]
    done = CliRunner(env={"PARLOUR_DATA": str(data)}).invoke(main, arguments)
    assert done.exit_code == 0, done.output
    reason = f"py:{bot} forfeited, first in match 1: "
    for said in (done.stdout, done.stderr):
        (line,) = (line for line in said.splitlines() if line.startswith(reason))
        assert "ZeroDivisionError: division by zero" in line
        assert "1 / 0" in Path(line.rpartition("Its log: ")[2]).read_text("utf-8")
    again = CliRunner(env={"PARLOUR_DATA": str(data)}).invoke(main, [*arguments, "--json"])
    assert again.stderr.startswith("All 2 matches have been played, the last one ")
    assert "ZeroDivisionError" in json.loads(again.stdout)["players"][0]["first_forfeit"]


def test_a_series_that_goes_on_says_what_was_played(tmp_path: Path):
    table(tmp_path, "--matches", "4")
    for file in ("0000003.json", "0000004.json"):
        (tmp_path / "matches" / file).unlink()
    done = CliRunner().invoke(main, words(tmp_path, "--matches", "4"))
    assert done.stderr.startswith("2 of 4 matches have been played, the last one ")
