"""A terminal that goes away without a signal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour.table.match import Match


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = Match(parlour.game("brique", size=3, pie=False), ["Ann", "Bob"])
    match.act(0, match.game.read(match.state, "b2"))
    path = tmp_path / "record.json"
    path.write_bytes(match.record().to_json())
    return path


def test_a_replay_ends_when_its_terminal_is_gone(record: Path):
    """It ran on at 100 % of a core: reads of the input returned at once, with nothing."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "parlour", "replay", str(record)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,  # the terminal does not control it, so there is no SIGHUP
    )
    os.close(theirs)
    try:
        seen = b""
        while b"Position 1 of 1" not in seen and b"Position 0 of 1" not in seen:
            seen += os.read(ours, 65_536)
        os.close(ours)
        process.wait(30)
    finally:
        process.kill()
        process.wait()
