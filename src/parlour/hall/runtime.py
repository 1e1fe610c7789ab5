"""The background work of a hall, which one runtime starts, supervises and ends.

Work that fails is counted, logged and restarted with growing delays. Work that does not recover
makes `/readyz` fail, so that clients are routed elsewhere. All background work is started here, in
`parlour serve` and in the simulation alike.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from parlour.hall.operating import mistakes
from parlour.hall.storage.database import DatabaseUnavailable

FIRST_WAIT, LONGEST_WAIT = 0.1, 5.0
"""Seconds before failed work is retried: at first, and at most."""
PATIENCE = 15.0
"""Seconds of failure, or without progress, after which the hall is not ready."""
SETTLED = 5.0
"""Seconds without failure after which continuous work counts as recovered."""

Run = Callable[[], Awaitable[object]]


class Work:
    """A named piece of continuous or periodic work, and its health."""

    def __init__(self, name: str, run: Run, *, vital: bool) -> None:
        self.name = name
        self.run = run
        self.vital = vital  # the hall cannot serve clients without it
        self.failing_since: float | None = None
        self.began: float | None = None  # the start of the current round
        self._wait = FIRST_WAIT

    def succeeded(self) -> None:
        self.failing_since = None
        self._wait = FIRST_WAIT

    def failed(self, error: Exception, now: float) -> float:
        """Note a failure; returns the seconds before the next try."""
        if self.failing_since is None:
            self.failing_since = now
        if isinstance(error, DatabaseUnavailable):  # no internal error; it has its own metrics
            return LONGEST_WAIT
        mistakes.note("background task failed", error, work=self.name)
        wait, self._wait = self._wait, min(2 * self._wait, LONGEST_WAIT)
        return wait

    def is_failing(self, now: float) -> bool:
        """Has it failed or hung for too long?"""
        since = [at for at in (self.failing_since, self.began) if at is not None]
        return self.vital and any(now - at > PATIENCE for at in since)


class Runtime:
    """All background work of one hall."""

    def __init__(self) -> None:
        self._works: list[Work] = []
        self._loops: set[asyncio.Task[object]] = set()
        self.errands: set[asyncio.Task[object]] = set()  # work that is done once

    def every(
        self,
        pause: Callable[[], float],
        name: str,
        run: Run,
        *,
        at_once: bool = True,
        vital: bool = True,
    ) -> None:
        """Repeat work after a pause in seconds; the first time `at_once`."""
        work = self._add(name, run, vital=vital)
        _start(self._repeat(work, pause, at_once=at_once), self._loops)

    def always(self, name: str, run: Run, *, vital: bool = True) -> None:
        """Run work that never ends by itself."""
        _start(self._go_on(self._add(name, run, vital=vital)), self._loops)

    def spawn(self, work: Coroutine[Any, Any, object], what: str, match: str) -> None:
        """Run work once, for a match."""

        def done(task: asyncio.Task[object]) -> None:
            error = None if task.cancelled() else task.exception()
            if isinstance(error, Exception) and not isinstance(error, DatabaseUnavailable):
                mistakes.note(f"{what} failed", error, match=match)

        _start(work, self.errands).add_done_callback(done)

    def failing(self) -> list[str]:
        """The names of work that does not recover."""
        now = asyncio.get_running_loop().time()
        return [work.name for work in self._works if work.is_failing(now)]

    async def close(self) -> None:
        """Cancel all work and wait for its end."""
        while tasks := [*self._loops, *self.errands]:  # a task that ends may start another
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _add(self, name: str, run: Run, *, vital: bool) -> Work:
        work = Work(name, run, vital=vital)
        self._works.append(work)
        return work

    async def _repeat(self, work: Work, pause: Callable[[], float], *, at_once: bool) -> None:
        loop = asyncio.get_running_loop()
        if not at_once:
            await asyncio.sleep(pause())
        while True:
            work.began = began = loop.time()
            try:
                await work.run()
            except Exception as error:  # noqa: BLE001 - whatever it is, there is a next round
                wait = min(pause(), work.failed(error, began))
            else:
                work.succeeded()
                wait = pause()
            work.began = None
            await asyncio.sleep(wait)

    async def _go_on(self, work: Work) -> None:
        loop = asyncio.get_running_loop()
        while True:
            settled = loop.call_later(SETTLED, work.succeeded)
            try:
                await work.run()
                raise RuntimeError("work that never ends has ended")
            except Exception as error:  # noqa: BLE001 - whatever it is, it is restarted
                wait = work.failed(error, loop.time())
            finally:
                settled.cancel()
            await asyncio.sleep(wait)


def _start(
    work: Coroutine[Any, Any, object], tasks: set[asyncio.Task[object]]
) -> asyncio.Task[object]:
    task = asyncio.create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    return task
