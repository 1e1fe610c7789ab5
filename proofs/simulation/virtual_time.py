"""Event loops whose time passes only while nothing is ready: an hour takes as long as its work.

In virtual time the same seed always does the same.
"""

from __future__ import annotations

import asyncio
import selectors
from typing import Any

from proofs import Broken

MIDNIGHT = 1_700_000_000.0
"""Wall time when a simulation begins."""
PATIENCE = 30.0
"""Real seconds in which a program outside has to answer."""


class VirtualTime:
    """The time of a loop: where the loop would sleep until the next timer, it is that time now."""

    _now = 0.0

    def time(self) -> float:
        return self._now

    def wall(self) -> float:
        """The same as a watch on the wall shows it."""
        return MIDNIGHT + self._now

    def pass_time(self, seconds: float | None) -> None:
        if seconds is None:
            raise Broken("everybody waits for somebody else: nothing will ever happen again")
        self._now += seconds


class VirtualLoop(VirtualTime, asyncio.BaseEventLoop):
    """Python's own loop, without threads and sockets."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = self  # what the base class asks to sleep

    def select(self, timeout: float | None) -> list[Any]:
        self.pass_time(timeout)
        return []

    def _process_events(self, event_list: list[Any]) -> None:
        """Nothing ever comes from outside."""

    def _write_to_self(self) -> None:
        """There is no other thread to be woken from."""


class PatientLoop(VirtualTime, asyncio.SelectorEventLoop):
    """With real sockets: while a program outside is being asked, virtual time stands still."""

    def __init__(self) -> None:
        super().__init__(_PatientSelector(self))
        self.external_calls = 0  # questions that programs outside have not answered yet


class _PatientSelector(selectors.DefaultSelector):
    def __init__(self, loop: PatientLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        is_idle = timeout is None or timeout > 0
        if self._loop.external_calls and is_idle:
            events = super().select(PATIENCE)
            if not events:
                raise Broken(f"a program outside has not answered for {PATIENCE:g} seconds")
            return events
        events = super().select(0)
        if not events and is_idle:
            self._loop.pass_time(timeout)
        return events


SimulatedLoop = VirtualLoop | PatientLoop
