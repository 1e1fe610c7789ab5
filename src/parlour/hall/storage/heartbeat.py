"""The heartbeat of a process: a row every second, and the gaps in hall time.

A gap is a time in which no process of the hall could write: from the last pulse of any of them (the
table `pulse`) to the return of the first. Several processes may enter the same gap. While others
are alive, a process that starts or returns enters at most the second since their last pulse: doubt
goes in favour of the players. Every write carries a pulse, so no gap begins before an entry, and
hall time never goes back.
"""

from __future__ import annotations

from parlour.hall.clocks.hall_time import HallTime
from parlour.hall.storage import liveness
from parlour.hall.storage.database import Database, DatabaseUnavailable, Statement
from parlour.hall.storage.writer import Writer

INTERVAL = 1.0
RETRY_INTERVAL = 0.5
DEAD = 3.0
"""Seconds without a pulse after which a process counts as dead."""
FORGET_AFTER = 86_400.0


class Heartbeat:
    """Keeps the hall time of one process in step with that of the others."""

    def __init__(self, process: str, database: Database, time: HallTime) -> None:
        self.process = process
        self.writer = Writer(database, self._pulse)
        self._database = database
        self._time = time

    def _pulse(self) -> Statement:
        return liveness.new_pulse(self.process, self._time.wall_clock.wall())

    async def start(self) -> None:
        """Before anything else: skip the time since any process was last alive."""
        await self._resume(None)
        old = self._time.wall_clock.wall() - FORGET_AFTER
        await self.writer.commit(liveness.delete_dead_processes(old))

    def interval(self) -> float:
        """Seconds until the next beat."""
        return INTERVAL if self._time.away_since is None else RETRY_INTERVAL

    async def beat(self) -> None:
        """Write a pulse, or try to resume if the last one failed."""
        away = self._time.away_since
        if away is not None:
            await self._resume(away)
            return
        try:
            await self.writer.commit(())
            gaps = await liveness.load_gaps(self._database)
        except DatabaseUnavailable:
            self._time.stop()
            raise
        self._time.kept()
        self._time.gaps = gaps

    async def _resume(self, away: float | None) -> None:
        """Enter the gap that ends now, if there is one, and let hall time go on."""
        last = await liveness.load_last_pulse(self._database)
        began = max((at for at in (away, last) if at is not None), default=None)
        now = self._time.wall_clock.wall()
        gap = [] if began is None or began >= now else [liveness.new_gap(began, now)]
        await self.writer.commit(gap)
        self._time.go_on(await liveness.load_gaps(self._database))
