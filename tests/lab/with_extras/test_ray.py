"""The same tournament and the same series on Ray, with a worker killed in the middle."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from parlour.cli import main
from parlour.lab.extras import load
from tests.lab.tournaments_help import LEAGUE, data, records, swiss, tournament, write


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """A local Ray of two workers."""
    os.environ["RAY_AUTH_MODE"] = "disabled"
    found = load("ray", "ray")
    found.init(
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        configure_logging=False,
        _node_ip_address="127.0.0.1",
    )
    yield found
    found.shutdown()


def workers() -> list[int]:
    """The processes in which Ray plays matches now."""
    found: list[int] = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            name = (entry / "cmdline").read_bytes().split(b"\0")[0]
        except OSError:
            continue
        if name.startswith((b"ray::play_encoded", b"ray::play_shard")):
            found.append(int(entry.name))
    return found


class Killer(threading.Thread):
    """Kills the first worker that plays a match after some have been kept."""

    def __init__(self, folder: Path, after: int) -> None:
        super().__init__(daemon=True)
        self.folder, self.after = folder, after
        self.killed = 0

    def run(self) -> None:
        limit = time.monotonic() + 120
        while time.monotonic() < limit and not self.killed:
            if len(list(self.folder.glob("*.[jp]*"))) >= self.after:
                for worker in workers()[:1]:
                    os.kill(worker, signal.SIGKILL)
                    self.killed = worker
            time.sleep(0.001)


@pytest.mark.parametrize("text", [swiss(16, 4, 400), LEAGUE.replace("uct:6", "uct:300")])
def test_no_match_is_lost_or_counted_twice_when_a_worker_is_killed(
    ray: Any, tmp_path: Path, text: str
):
    file = write(tmp_path, text)
    tournament("run", file, "-o", tmp_path / "here", "--at-once", 2)
    killer = Killer(tmp_path / "ray" / "matches", 3)
    killer.start()
    tournament("run", file, "-o", tmp_path / "ray", "--on", "ray")
    killer.join()
    assert killer.killed
    assert data(tmp_path / "ray") == data(tmp_path / "here")
    assert records(tmp_path / "ray") == records(tmp_path / "here")


def test_a_series_on_ray_is_the_same_series(ray: Any, tmp_path: Path):
    def series(folder: Path, *more: str) -> str:
        words = ["series", "brique", "--set", "size=4", "--opening", "2", "--matches", "30"]
        words += ["--player", "uct:200", "--player", "uct:20", "-o", str(folder), *more]
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, done.output
        return done.stdout.replace(str(folder), "")

    killer = Killer(tmp_path / "ray" / "matches", 3)
    killer.start()
    series(tmp_path / "ray", "--on", "ray")
    killer.join()
    assert killer.killed
    assert series(tmp_path / "ray") == series(tmp_path / "here")
    assert records(tmp_path / "ray") == records(tmp_path / "here")


def test_self_play_on_ray_gives_the_same_data(ray: Any, tmp_path: Path):
    def selfplay(folder: Path, *more: str) -> dict[str, bytes]:
        words = ["selfplay", "brique", "--set", "size=4", "--player", "mcts:400", "--shard", "3"]
        done = CliRunner().invoke(main, [*words, "--matches", "24", "-o", str(folder), *more])
        assert done.exit_code == 0, done.output
        return {file.name: file.read_bytes() for file in (folder / "data").iterdir()}

    killer = Killer(tmp_path / "ray" / "data", 1)
    killer.start()
    played = selfplay(tmp_path / "ray", "--on", "ray")
    killer.join()
    assert killer.killed
    assert played == selfplay(tmp_path / "here", "--at-once", "2")
