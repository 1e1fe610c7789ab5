"""A hall in a process of its own on a free port, which tests may kill and restart, or share if they
do not disturb each other."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from copy import copy
from pathlib import Path

from parlour.client.http_client import HallUnreachable, HttpClient
from parlour.client.link import Link, MatchRef
from parlour.wire.http_types import NewMatch
from proofs.harness.server_process import free_port

SMALL = NewMatch("brique", {"size": 3, "pie": False}, ("link", "link"))


class RunningHall:
    """`parlour serve` with a database of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options  # of `parlour serve`
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.environment = {**os.environ, "PARLOUR_DATA": str(folder), "NO_COLOR": "1"}
        self.process: subprocess.Popen[bytes] | None = None
        self.children: list[subprocess.Popen[str]] = []

    def __enter__(self) -> RunningHall:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.end_children()

    @contextmanager
    def visited_from(self, home: Path) -> Generator[RunningHall]:
        """The same hall, as somebody sees it who keeps everything in a folder of their own."""
        visit = copy(self)
        visit.folder, visit.process, visit.children = home, None, []
        visit.environment = {**self.environment, "PARLOUR_DATA": str(home)}
        yield visit
        visit.end_children()

    def end_children(self) -> None:
        for child in self.children:
            child.kill()
            child.communicate()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "parlour", "serve", "--port", str(self.port), *self.options],
            env=self.environment,
            stdout=subprocess.DEVNULL,
        )
        while True:
            try:
                self.http_client().games()
                return
            except HallUnreachable:
                assert self.process.poll() is None, "the hall did not open"
                time.sleep(0.05)

    def kill(self) -> None:
        """SIGKILL: no farewell, nothing tidied up."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop(self) -> None:
        """SIGTERM: with a farewell."""
        assert self.process is not None
        self.process.terminate()
        self.process.wait()

    def http_client(self) -> HttpClient:
        return HttpClient(self.address)

    def small_match(self, new_match: NewMatch = SMALL) -> list[Link]:
        """A new match; the links to its seats."""
        http_client = self.http_client()
        http_client.sign_in_as_guest("Ann")
        made = http_client.create(new_match)
        return [Link(self.address, MatchRef(made.match, place.code)) for place in made.seats]

    def parlour(self, *words: str, typed: str | None = "") -> subprocess.Popen[str]:
        """`parlour ...` in pipes; with `typed` None its input stays open."""
        process = subprocess.Popen(
            [sys.executable, "-m", "parlour", *words],
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.children.append(process)
        if typed is not None:
            assert process.stdin is not None
            process.stdin.write(typed)
            process.stdin.close()
            process.stdin = None
        return process
