"""A line on a terminal that is written over again and again: how far something has come."""

from __future__ import annotations

import sys
from time import monotonic

EVERY = 0.1  # seconds between two texts; nobody reads faster


class ProgressLine:
    """On standard error, where somebody is looking; else nothing is written."""

    def __init__(self) -> None:
        self.seen = sys.stderr.isatty()
        self.shown = monotonic()

    def show(self, text: str) -> None:
        """Write a text over the one before, unless that is quite new."""
        if self.seen and monotonic() - self.shown >= EVERY:
            self.shown = monotonic()
            self._write(f"\r{text}\x1b[K")

    def clear(self) -> None:
        """Leave nothing behind."""
        if self.seen:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()
