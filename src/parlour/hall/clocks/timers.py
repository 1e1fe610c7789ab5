"""One alarm clock for all matches: it calls when somebody's time is up."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Awaitable, Callable

from parlour.hall.operating import mistakes

LONGEST = 0.05
"""Seconds after which we look again: hall time stands still now and then, and jumps when it turns
out that something was kept after all; a flag has to fall within a tenth of a second."""
SPARE = 64
"""Entries of the heap beyond twice those that count, before it is cleared of the others."""


class Timers:
    """When which match wants to be looked at; a later setting for a match replaces an earlier."""

    def __init__(self, now: Callable[[], float], ring: Callable[[str], Awaitable[None]]) -> None:
        self._now = now
        self._ring = ring
        self._due: dict[str, float] = {}
        self._heap: list[tuple[float, str]] = []
        self._alarm: asyncio.TimerHandle | None = None
        self._ringing: set[asyncio.Future[None]] = set()

    def set(self, match: str, due: float) -> None:
        if self._due.get(match) == due:
            return
        self._due[match] = due
        if len(self._heap) > 2 * len(self._due) + SPARE:  # most of it is replaced settings
            self._heap = [(due, match) for match, due in self._due.items()]
            heapq.heapify(self._heap)
        else:
            heapq.heappush(self._heap, (due, match))
        if self._heap[0][1] == match:
            self._wait()

    def _wait(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        if self._heap:
            delay = min(LONGEST, max(0.0, self._heap[0][0] - self._now()))
            self._alarm = asyncio.get_running_loop().call_later(delay, self._wake)

    def _wake(self) -> None:
        now = self._now()
        while self._heap and self._heap[0][0] <= now:
            due, match = heapq.heappop(self._heap)
            if self._due.get(match) == due:
                del self._due[match]
                task = asyncio.ensure_future(self._ring(match))
                self._ringing.add(task)
                task.add_done_callback(self._has_rung)
        self._wait()

    def _has_rung(self, task: asyncio.Future[None]) -> None:
        self._ringing.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            mistakes.note("timer failed", error)

    def silence(self) -> None:
        """Ring no more."""
        if self._alarm is not None:
            self._alarm.cancel()

    async def close(self) -> None:
        self.silence()
        ringing = list(self._ringing)
        for task in ringing:
            task.cancel()
        await asyncio.gather(*ringing, return_exceptions=True)
