"""An event loop whose time passes only while nothing is ready: an hour takes as long as its work.

There are no threads and no sockets in it, so that the same seed always does the same.
"""

from __future__ import annotations

import asyncio
from typing import Any

from parlour.hall.proofs import Broken

MIDNIGHT = 1_700_000_000.0
"""Wall time when a simulation begins."""


class VirtualLoop(asyncio.BaseEventLoop):
    """Python's own loop; where it would sleep until the next timer, it is that time at once."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self._selector = self  # what the base class asks to sleep

    def time(self) -> float:
        return self._now

    def wall(self) -> float:
        """The same as a watch on the wall shows it."""
        return MIDNIGHT + self._now

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise Broken("everybody waits for somebody else: nothing will ever happen again")
        self._now += timeout
        return []

    def _process_events(self, event_list: list[Any]) -> None:
        """Nothing ever comes from outside."""

    def _write_to_self(self) -> None:
        """There is no other thread to be woken from."""
