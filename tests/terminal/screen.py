"""The real terminal: Parlour in a pipe, and on a pseudo-terminal."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress

PARLOUR = [sys.executable, "-m", "parlour"]


SMALL = ["play", "brique", "--set", "size=3", "--set", "pie=off"]


HANG = 120  # seconds: only something that hangs takes so long


def piped(data: bytes, *words: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a real process that reads these bytes."""
    done = subprocess.run(
        [*PARLOUR, *(words or SMALL)], input=data, capture_output=True, timeout=HANG, check=False
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


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
