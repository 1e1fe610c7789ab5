"""A process of the hall that can die at any moment; by its pulse the next one knows when it did."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import Any

from parlour.hall.operating.config import Config
from parlour.hall.rooms.hall import Hall
from parlour.hall.rooms.hall_time import HallTime, WallClock
from parlour.hall.services import Services
from parlour.hall.storage import schema
from proofs.simulation.faulty import ChanceComputers, FaultPlan, FaultyDatabase
from proofs.simulation.tasks import Tasks, context_of, current_tasks


class SimulatedProcess:
    """One life of the hall on a database. What it has not committed dies with it."""

    def __init__(
        self,
        database: FaultyDatabase,
        wall_clock: WallClock,
        rng: Random,
        fault_plan: FaultPlan,
        hall_type: type[Hall],
    ) -> None:
        self.database = database
        self.wall_clock = wall_clock
        self.time = HallTime(wall_clock)
        computers = ChanceComputers(rng, fault_plan)
        self.services = Services(Config(), self.database, self.time, rng, computers, hall_type)
        self.hall = self.services.hall
        self.alive = True
        self._tasks: Tasks = set()
        self._context = context_of(self._tasks)

    async def start(self) -> None:
        """Begin as a real one does."""
        await schema.migrate(self.database)
        await self.spawn(self.services.start())

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Something that goes on in this process."""
        return asyncio.get_running_loop().create_task(work, context=self._context.copy())

    def is_current(self) -> bool:
        """Is it alive, and what happens now happens in it?"""
        return self.alive and current_tasks.get() is self._tasks

    def die(self) -> None:
        """At once, whatever was going on; nothing of it is kept or reaches anybody."""
        self.alive = False
        self.database.die()
        self.hall.flags.timers.silence()
        for task in list(self._tasks):
            task.cancel()
