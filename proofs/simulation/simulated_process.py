"""A simulated process of the hall that can crash at any moment."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import Any

from parlour.hall.clocks.hall_time import HallTime, WallClock
from parlour.hall.operating.config import Config
from parlour.hall.rooms.hall import Hall
from parlour.hall.services import Services
from parlour.hall.storage import schema
from proofs.simulation.faulty import ChanceComputers, FaultPlan, FaultyDatabase
from proofs.simulation.tasks import Tasks, context_of, current_tasks


class SimulatedProcess:
    """One process of the hall; its uncommitted work is lost when it dies."""

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
        """Start as a real process does."""
        await schema.migrate(self.database)
        await self.spawn(self.services.start())

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task in this process."""
        return asyncio.get_running_loop().create_task(work, context=self._context.copy())

    def is_current(self) -> bool:
        """Is it alive, and does the current task belong to it?"""
        return self.alive and current_tasks.get() is self._tasks

    def die(self) -> None:
        """Crash: cancel all tasks; nothing uncommitted is written or sent."""
        self.alive = False
        self.database.die()
        self.hall.flags.timers.silence()
        for task in list(self._tasks):
            task.cancel()
