"""Somebody's program, run under guard: told lines, heard in time, and ended with all it started.

It gets an environment of PATH and LANG alone, a bound on memory, processes and output, and a log of
its stderr and, where it failed, of the end of its output. Whatever goes wrong is a `Forfeit` with a
sentence. This keeps mishaps away, and rough programs; it is no prison: a program has the rights of
who seats it, to files and network too.
"""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import BinaryIO, cast

import msgspec

from parlour.players.engine import guard
from parlour.table.errors import Forfeit
from parlour.table.files import SHOWN, data_folder, reason
from parlour.table.sentences import Sentence, Value, shorten

LONGEST_PATH = 1_000  # of a log: who cannot read all of it cannot open it


class Bounds(msgspec.Struct, frozen=True):
    """What a program may take, in bytes, processes and seconds."""

    memory: int = 2 * 1024**3
    processes: int = 32
    line: int = 65_536  # that it writes
    move: int = 1_048_576
    match: int = 256 * 1_048_576  # or whatever else it plays before it is ended
    log: int = 262_144
    tail: int = 4_096  # of its output, in the log
    start: float = 10.0  # until it has said who it is
    ready: float = 10.0
    think: float = 60.0  # for a move without a limit of time
    grace: float = 2.0  # beyond a limit of time
    quit: float = 1.0


class Program:
    """One running program."""

    def __init__(
        self, name: str, command: Sequence[str], bounds: Bounds, logs: Path | None = None
    ) -> None:
        self.name = shorten(name, SHOWN)
        self.bounds = bounds
        self.blamed = False  # has it failed, so that its log is worth keeping?
        self.ended = False
        self._heard = self._heard_now = 0
        self._rest = self._tail = b""
        self._ending = Lock()
        try:
            self.log = _new_log(logs or data_folder() / "programs")
            self._begin(command)
        except (OSError, ValueError) as error:
            raise Forfeit("engine.not_started", program=self.name, reason=reason(error)) from None

    def _begin(self, command: Sequence[str]) -> None:
        orders: guard.Orders = {
            "command": list(command),
            "memory": self.bounds.memory,
            "processes": self.bounds.processes,
            "log": str(self.log),
            "logged": self.bounds.log,
        }
        started = [sys.executable, "-I", "-S", guard.__file__]
        self._line, theirs = socket.socketpair()
        with theirs:
            self._guard = subprocess.Popen(  # noqa: S603 - to run it is what was asked for
                [*started, str(theirs.fileno()), json.dumps(orders)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ},
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self._in = cast(BinaryIO, self._guard.stdin)
        self._out = cast(BinaryIO, self._guard.stdout)
        os.set_blocking(self._in.fileno(), False)

    # ---- talking ------------------------------------------------------------------------------

    def tell(self, line: str) -> None:
        """Write a line; it has to be read in time."""
        data = line.encode() + b"\n"
        until = monotonic() + self.bounds.ready
        while data:
            _, free, _ = select.select([], [self._in], [], max(0.0, until - monotonic()))
            if not free:
                raise self.blame("engine.deaf")
            try:
                data = data[os.write(self._in.fileno(), data) :]
            except BrokenPipeError:
                raise self._obituary() from None

    def new_move(self) -> None:
        """What it writes from now on counts for the next move."""
        self._heard_now = 0

    def hear(self, until: float) -> str | None:
        """The next line that it writes; None if there is none by then."""
        while b"\n" not in self._rest:
            if len(self._rest) > self.bounds.line:
                raise self.blame("engine.flood", most=self.bounds.line, unit="line")
            readable, _, _ = select.select([self._out], [], [], max(0.0, until - monotonic()))
            if not readable:
                return None
            data = os.read(self._out.fileno(), 65_536)
            if not data:
                raise self._obituary()
            self._count(len(data))
            self._rest += data
            self._tail = (self._tail + data)[-self.bounds.tail :]
        line, _, self._rest = self._rest.partition(b"\n")
        try:
            text = line.decode().strip()
        except UnicodeDecodeError:
            raise self.blame("engine.binary") from None
        if not text.replace("\t", " ").isprintable():
            raise self.blame("engine.binary")
        return text

    def _count(self, size: int) -> None:
        self._heard += size
        self._heard_now += size
        if self._heard_now > self.bounds.move:
            raise self.blame("engine.flood", most=self.bounds.move, unit="move")
        if self._heard > self.bounds.match:
            raise self.blame("engine.flood", most=self.bounds.match, unit="match")

    # ---- when it goes wrong -------------------------------------------------------------------

    def blame(self, id: str, **values: Value) -> Forfeit:
        """The program has done something for which it forfeits."""
        self.blamed = True
        log = shorten(str(self.log), LONGEST_PATH)
        return Forfeit(Sentence(id, program=self.name, log=log, **values))

    def _obituary(self) -> Forfeit:
        """Why it is not there any more."""
        self._line.settimeout(self.bounds.quit)
        try:
            why = self._line.recv(100).decode()
        except OSError:
            why = ""
        if why == "processes":
            return self.blame("engine.processes", most=self.bounds.processes)
        if why == "memory":
            return self.blame("engine.memory", most=self.bounds.memory // 1024**2)
        if not why:
            return self.blame("engine.closed")
        said = self._last_words().removesuffix(".")
        if said:
            return self.blame("engine.ended_saying", code=why, said=shorten(said, SHOWN))
        return self.blame("engine.ended", code=why)

    def _last_words(self) -> str:
        """The last line that it wrote to stderr: mostly why it has ended."""
        with suppress(OSError):
            lines = self.log.read_text("utf-8", "replace").splitlines()
            return next((line.strip() for line in reversed(lines) if line.strip()), "")
        return ""

    # ---- the end ------------------------------------------------------------------------------

    def end(self) -> None:
        """Ask it to quit, then end it, and everything that it has started."""
        with self._ending:
            if self.ended:
                return
            self.ended = True
            if not self.blamed:
                with suppress(Forfeit):
                    self.tell("quit")
                self._wait(self.bounds.quit)
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_WR)  # the guard understands
            if not self._wait(guard.PATIENCE + 2.0):
                self._guard.kill()
                self._guard.wait()
            for file in (self._in, self._out, self._line):
                with suppress(OSError):
                    file.close()
            if self.blamed:
                self._keep_tail()
            else:
                self.log.unlink(missing_ok=True)

    def _keep_tail(self) -> None:
        """What it wrote last is often what it should not have written: the log tells that too."""
        with suppress(OSError), self.log.open("ab") as file:
            file.write(f"--- its output, the last {len(self._tail)} bytes ---\n".encode())
            file.write(self._tail)

    def _wait(self, seconds: float) -> bool:
        """Has the guard gone by then, and so the program?"""
        try:
            self._guard.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True


def _new_log(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=folder, prefix="program-", suffix=".log")
    os.close(handle)
    return Path(name)
