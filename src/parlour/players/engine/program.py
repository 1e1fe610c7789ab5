"""An external program, run under a guard: we send lines and read lines with timeouts.

Its environment has only PATH, LANG and PARLOUR_PURE; its memory, processes and output are limited;
its stderr and, after a failure, the end of its output are logged. Any failure is a `Forfeit` with a
sentence. This protects against bugs, not against malice: a program has the file and network access
of the user who runs it.
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
from parlour.table.sentences import Sentence, Value, shorten
from parlour.table.texts.files import SHOWN, data_folder, reason

LONGEST_PATH = 1_000  # of a log; a shortened path could not be opened


class ProgramLimits(msgspec.Struct, frozen=True):
    """The limits of a program, in bytes, processes and seconds."""

    memory: int = 2 * 1024**3
    processes: int = 32
    line: int = 65_536  # of output, in one line
    move: int = 1_048_576
    match: int = 256 * 1_048_576  # until the process is ended
    log: int = 262_144
    tail: int = 4_096  # of its output, copied to the log
    start: float = 10.0  # until `ugiok`
    ready: float = 10.0
    think: float = 60.0  # per move without a time limit
    grace: float = 2.0  # beyond a time limit
    quit: float = 1.0


class Program:
    """One running program."""

    def __init__(
        self, name: str, command: Sequence[str], bounds: ProgramLimits, logs: Path | None = None
    ) -> None:
        self.name = shorten(name, SHOWN)
        self.bounds = bounds
        self.forfeited = False  # then its log is kept
        self.ended = False
        self._received = self._received_for_move = 0
        self._rest = self._tail = b""
        self._ending = Lock()
        try:
            self.log = _new_log(logs or data_folder() / "programs")
            self._begin(command)
        except (OSError, ValueError) as error:
            raise Forfeit("engine.not_started", program=self.name, reason=reason(error)) from None

    def _begin(self, command: Sequence[str]) -> None:
        config: guard.GuardConfig = {
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
                [*started, str(theirs.fileno()), json.dumps(config)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={name: os.environ[name] for name in guard.PASSED_ON if name in os.environ},
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self._in = cast(BinaryIO, self._guard.stdin)
        self._out = cast(BinaryIO, self._guard.stdout)
        os.set_blocking(self._in.fileno(), False)

    # ---- talking ------------------------------------------------------------------------------

    def send(self, line: str) -> None:
        """Write a line, within the timeout."""
        data = line.encode() + b"\n"
        until = monotonic() + self.bounds.ready
        while data:
            _, free, _ = select.select([], [self._in], [], max(0.0, until - monotonic()))
            if not free:
                raise self.forfeit("engine.deaf")
            try:
                data = data[os.write(self._in.fileno(), data) :]
            except BrokenPipeError:
                raise self._exit_error() from None

    def new_move(self) -> None:
        """Reset the output limit of a move."""
        self._received_for_move = 0

    def receive(self, until: float) -> str | None:
        """The next line of output; None if there is none until then."""
        while b"\n" not in self._rest:
            if len(self._rest) > self.bounds.line:
                raise self.forfeit("engine.flood", most=self.bounds.line, unit="line")
            readable, _, _ = select.select([self._out], [], [], max(0.0, until - monotonic()))
            if not readable:
                return None
            data = os.read(self._out.fileno(), 65_536)
            if not data:
                raise self._exit_error()
            self._count(len(data))
            self._rest += data
            self._tail = (self._tail + data)[-self.bounds.tail :]
        line, _, self._rest = self._rest.partition(b"\n")
        try:
            text = line.decode().strip()
        except UnicodeDecodeError:
            raise self.forfeit("engine.binary") from None
        if not text.replace("\t", " ").isprintable():
            raise self.forfeit("engine.binary")
        return text

    def _count(self, size: int) -> None:
        self._received += size
        self._received_for_move += size
        if self._received_for_move > self.bounds.move:
            raise self.forfeit("engine.flood", most=self.bounds.move, unit="move")
        if self._received > self.bounds.match:
            raise self.forfeit("engine.flood", most=self.bounds.match, unit="match")

    # ---- when it goes wrong -------------------------------------------------------------------

    def forfeit(self, id: str, **values: Value) -> Forfeit:
        """The error to raise when the program forfeits; its log will be kept."""
        self.forfeited = True
        log = shorten(str(self.log), LONGEST_PATH)
        return Forfeit(Sentence(id, program=self.name, log=log, **values))

    def _exit_error(self) -> Forfeit:
        """Why the program has ended."""
        self._line.settimeout(self.bounds.quit)
        try:
            why = self._line.recv(100).decode()
        except OSError:
            why = ""
        if why == "processes":
            return self.forfeit("engine.processes", most=self.bounds.processes)
        if why == "memory":
            return self.forfeit("engine.memory", most=self.bounds.memory // 1024**2)
        if not why:
            return self.forfeit("engine.closed")
        said = self._last_stderr_line().removesuffix(".")
        if said:
            return self.forfeit("engine.ended_saying", code=why, said=shorten(said, SHOWN))
        return self.forfeit("engine.ended", code=why)

    def _last_stderr_line(self) -> str:
        """The last line on stderr, which usually names the reason."""
        with suppress(OSError):
            lines = self.log.read_text("utf-8", "replace").splitlines()
            return next((line.strip() for line in reversed(lines) if line.strip()), "")
        return ""

    # ---- the end ------------------------------------------------------------------------------

    def end(self) -> None:
        """Ask the program to quit, then end it and all its descendants."""
        with self._ending:
            if self.ended:
                return
            self.ended = True
            if not self.forfeited:
                with suppress(Forfeit):
                    self.send("quit")
                self._wait(self.bounds.quit)
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_WR)  # tells the guard to end
            if not self._wait(guard.SHUTDOWN_TIMEOUT + 2.0):
                self._guard.kill()
                self._guard.wait()
            for file in (self._in, self._out, self._line):
                with suppress(OSError):
                    file.close()
            if self.forfeited:
                self._keep_tail()
            else:
                self.log.unlink(missing_ok=True)

    def _keep_tail(self) -> None:
        """Append the end of its output to the log: often that is what went wrong."""
        with suppress(OSError), self.log.open("ab") as file:
            file.write(f"--- its output, the last {len(self._tail)} bytes ---\n".encode())
            file.write(self._tail)

    def _wait(self, seconds: float) -> bool:
        """Wait for the guard, and so for the program; False on a timeout."""
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
