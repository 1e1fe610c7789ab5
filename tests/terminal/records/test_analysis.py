"""`parlour analyse` as it is used."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

import parlour
from parlour.cli import main
from parlour.table.match import Match
from parlour.terminal.records import analysis


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = Match(parlour.game("brique", size=3, pie=False), ["Ann", "Bob"])
    for text in ("b3", "a1", "b2", "c1", "a3"):  # b1 would have won
        match.act(match.state.seat, match.game.read(match.state, text))
    path = tmp_path / "record.json"
    path.write_bytes(match.record().to_json())
    return path


def test_a_blunder_is_told_with_what_it_cost_and_the_curve_has_a_scale(record: Path):
    done = CliRunner().invoke(main, ["analyse", str(record), "--player", "mcts:300", "--seed", "1"])
    assert done.exit_code == 0, done.output
    blunder = "   5. Ann: a3. Blunder: b1 was better (winning chance 100 %, not 0 %)."
    assert blunder in done.stdout.splitlines()
    assert "▁ lost  ▅ even  █ won" in done.stdout


@pytest.mark.parametrize("option", ["--graph", "-o"])
def test_a_target_that_cannot_be_written_is_known_before_the_search(
    record: Path, monkeypatch: pytest.MonkeyPatch, option: str
):
    monkeypatch.setattr(analysis, "judge", lambda *_: pytest.fail("it has been searched"))
    done = CliRunner().invoke(main, ["analyse", str(record), option, str(record / "x.svg")])
    assert done.exit_code == 2
    assert "Cannot write" in done.stderr


def test_on_a_terminal_the_count_is_shown_and_cleared(record: Path):
    ours, theirs = pty.openpty()
    words = ["analyse", str(record), "--player", "uct:0.1s"]
    subprocess.run(
        [sys.executable, "-m", "parlour", *words], stderr=theirs, stdout=subprocess.PIPE, check=True
    )
    os.close(theirs)
    said = b""
    with suppress(OSError):  # its end
        while data := os.read(ours, 4_096):
            said += data
    os.close(ours)
    assert b"\r5 of 5" in said
    assert said.endswith(b"\r\x1b[K")
