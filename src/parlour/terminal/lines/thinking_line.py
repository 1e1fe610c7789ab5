"""The line that shows for how long a computer has been thinking, and is gone when it has acted."""

from __future__ import annotations

import shutil
from threading import Event, Thread
from time import monotonic

import click

from parlour.table.sentences import Sentence

PATIENCE = 0.5
"""Seconds after which it is worth saying that somebody thinks; also how often it is said anew."""


def thinking(player: str, since: float) -> str:
    """`uct:5s is thinking ... 3 s`; nothing before it takes long."""
    seconds = monotonic() - since
    if seconds < PATIENCE:
        return ""
    return str(Sentence("terminal.thinking", player=player, seconds=int(seconds)))


class ThinkingLine:
    """While this is entered, a thread writes the line; what thinks is the thread that entered, so
    that Ctrl-C reaches it."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.since = monotonic()
        self.done = Event()
        self.width = 0  # of what is written in the line now
        self.thread = Thread(target=self._tick, daemon=True)

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *_failure: object) -> None:
        self.done.set()
        self.thread.join()
        self._write("")

    def _tick(self) -> None:
        while not self.done.wait(PATIENCE):
            columns = shutil.get_terminal_size().columns
            self._write(thinking(self.player, self.since)[: columns - 1])

    def _write(self, text: str) -> None:
        """Over what is there, in a way that the simplest terminal understands."""
        if text or self.width:
            blanks = max(0, self.width - len(text))
            click.echo(f"\r{text}{' ' * blanks}{'' if text else chr(13)}", nl=False)
        self.width = len(text)
