"""A process of the hall that can die at any moment; by its pulse the next one knows when it did."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import ContextVar, copy_context
from pathlib import Path
from random import Random
from typing import Any

from parlour.hall import schema
from parlour.hall.config import Config
from parlour.hall.hall import Hall
from parlour.hall.house import House
from parlour.hall.proofs.faulty import ChanceComputers, FaultyDatabase, Weather
from parlour.hall.time import HallTime, Watch

_here: ContextVar[set[asyncio.Task[Any]] | None] = ContextVar("tasks of this process", default=None)


def start_task(loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> asyncio.Task[Any]:
    """Make a task, and remember to which process it belongs: that of who started it."""
    task = asyncio.Task(work, loop=loop, **more)
    context = more.get("context")
    tasks = context[_here] if context is not None and _here in context else _here.get()
    if tasks is not None:
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    return task


class Process:
    """One life of the hall on a file. What it has not committed dies with it."""

    def __init__(
        self,
        path: Path,
        watch: Watch,
        rng: Random,
        weather: Weather,
        committed: Callable[[], None],
        kind: type[Hall],
    ) -> None:
        self.database = FaultyDatabase(path, weather, committed)
        self.watch = watch
        self.time = HallTime(watch)
        computers = ChanceComputers(rng, weather)
        self.house = House(Config(), self.database, self.time, rng, computers, kind)
        self.hall = self.house.hall
        self.alive = True
        self._tasks: set[asyncio.Task[Any]] = set()
        self._context = copy_context()
        self._context.run(_here.set, self._tasks)

    async def start(self) -> None:
        """Begin as a real one does."""
        await schema.migrate(self.database)
        await self.spawn(self.house.start())

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Something that goes on in this process."""
        return asyncio.get_running_loop().create_task(work, context=self._context.copy())

    def is_here(self) -> bool:
        """Is it alive, and what happens now happens in it?"""
        return self.alive and _here.get() is self._tasks

    def die(self) -> None:
        """At once, whatever was going on; nothing of it reaches the file or anybody."""
        self.alive = False
        self.database.die()
        self.hall.timers.silence()
        for task in list(self._tasks):
            task.cancel()
