"""Event loops with virtual time, which advances only while no callback is ready.

Simulated hours take only as long as their work, and a seed is deterministic.
"""

from __future__ import annotations

import asyncio
import selectors
from typing import Any

from proofs import Broken

MIDNIGHT = 1_700_000_000.0
"""Wall-clock time at the start of a simulation."""
PATIENCE = 30.0
"""Real seconds within which an external program has to answer."""


class VirtualTime:
    """A loop's clock: instead of sleeping until the next timer, the clock jumps to it."""

    _now = 0.0

    def time(self) -> float:
        return self._now

    def wall(self) -> float:
        """The same moment as wall-clock time."""
        return MIDNIGHT + self._now

    def pass_time(self, seconds: float | None) -> None:
        if seconds is None:
            raise Broken("everybody waits for somebody else: nothing will ever happen again")
        self._now += seconds


class VirtualLoop(VirtualTime, asyncio.BaseEventLoop):
    """An event loop without threads and sockets."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = self  # the base class sleeps in its selector

    def select(self, timeout: float | None) -> list[Any]:
        self.pass_time(timeout)
        return []

    def _process_events(self, event_list: list[Any]) -> None:
        """There are no external events."""

    def _write_to_self(self) -> None:
        """There is no other thread that could wake the loop."""


class PatientLoop(VirtualTime, asyncio.SelectorEventLoop):
    """An event loop with real sockets: virtual time stops while an external call is in flight."""

    def __init__(self) -> None:
        super().__init__(_PatientSelector(self))
        self.external_calls = 0  # requests to external programs in flight


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
