"""Tournaments as the tests play them: quick, from a file, and killed in the middle."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from parlour.cli import main

LEAGUE = """
title = "Fours"
game = "knights"
format = "round-robin"
seed = 3

[players]
search = "uct:6"
glance = "glance"
wary = "wary"
random = "random"
other = "random"
"""


def swiss(players: int = 16, rounds: int = 4, strength: int = 4) -> str:
    names = "\n".join(f'"player {i}" = "uct:{strength + i % 5}"' for i in range(players))
    head = f'game = "brique"\nformat = "swiss"\nrounds = {rounds}\nopening = 2\n'
    return f"{head}settings.size = 4\n[players]\n{names}\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "tournament.toml"
    path.write_text(text, "utf-8")
    return path


def tournament(*words: object) -> str:
    """What a command prints; it must succeed."""
    done = CliRunner().invoke(main, ["tournament", *map(str, words)])
    assert done.exit_code == 0, done.output
    return done.stdout


def refusal(*words: object) -> str:
    """The sentence with which a command is refused."""
    done = CliRunner().invoke(main, ["tournament", *map(str, words)])
    assert done.exit_code == 2, done.output
    assert not isinstance(done.exception, Exception) or isinstance(done.exception, SystemExit)
    return done.stderr


def data(folder: Path) -> dict[str, Any]:
    return json.loads(tournament("show", folder, "--json"))


def records(folder: Path) -> dict[str, bytes]:
    """By name; a kill may leave a file behind that was never put in its place."""
    return {file.name: file.read_bytes() for file in (folder / "matches").glob("r*.json")}


def kill_after(matches: int, file: Path, folder: Path, *more: str) -> None:
    """Run a tournament in a process of its own, and kill it when so many matches are kept."""
    command = [sys.executable, "-m", "parlour", "tournament", "run", str(file), "-o", str(folder)]
    process = subprocess.Popen([*command, *more], stderr=subprocess.DEVNULL)
    limit = time.monotonic() + 120
    while len(list((folder / "matches").glob("r*.json"))) < matches:
        assert process.poll() is None, "it ended before it could be killed"
        assert time.monotonic() < limit
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()


def killed_and_resumed(text: str, folder: Path, *more: str) -> None:
    """A tournament that was killed twice ends as one that was not."""
    file = write(folder, text)
    whole, killed = folder / "whole", folder / "killed"
    tournament("run", file, "-o", whole)
    count = len(records(whole))
    for kept in (count // 4, count // 2):
        kill_after(kept, file, killed, *more)
        assert len(records(killed)) < count
    tournament("resume", killed, *more)
    assert data(killed) == data(whole)
    assert records(killed) == records(whole)
    for picture in ("crosstable.svg", "ratings.svg"):
        assert (killed / picture).read_bytes() == (whole / picture).read_bytes()
