"""The line that shows how long a computer has been thinking; erased when the computer acts."""

from __future__ import annotations

import sys
from threading import Event, Thread
from time import monotonic

from parlour.command_line.progress import ProgressLine
from parlour.table.sentences import Sentence

PATIENCE = 0.5
"""Seconds before the line appears, and between two updates."""


def thinking(player: str, since: float) -> str:
    """`uct:5s is thinking ... 3 s`; empty before `PATIENCE` is over."""
    seconds = monotonic() - since
    if seconds < PATIENCE:
        return ""
    return str(Sentence("terminal.thinking", player=player, seconds=int(seconds)))


class ThinkingLine:
    """While this is entered, a thread updates the line. The search runs in the thread that entered,
    so that Ctrl-C reaches it."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.since = monotonic()
        self.done = Event()
        self.line = ProgressLine(sys.stdout, blanks=True)
        self.thread = Thread(target=self._update, daemon=True)

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *_failure: object) -> None:
        self.done.set()
        self.thread.join()
        self.line.clear()

    def _update(self) -> None:
        while not self.done.wait(PATIENCE):
            self.line.show(thinking(self.player, self.since))
