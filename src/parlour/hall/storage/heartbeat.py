"""The keeper of hall time: says every second that this process lives, and enters the gaps.

A gap is a time in which no process of the hall could keep anything: between the last sign of life
of all of them, in the table `pulse`, and the return of the first. Several may enter the same one.
With others alive, a process that comes or returns enters at most the second since their last sign:
in doubt for the players. Whatever is kept is such a sign, so no gap begins before it, and hall time
never goes back.
"""

from __future__ import annotations

from parlour.hall.rooms.hall_time import HallTime
from parlour.hall.storage import store
from parlour.hall.storage.database import Database, DatabaseUnavailable, Statement
from parlour.hall.storage.writer import Writer

PULSE = 1.0
RETRY = 0.5
DEAD = 3.0
"""Seconds without a pulse after which a process counts as gone."""
FORGOTTEN = 86_400.0


class Heartbeat:
    """Keeps the time of one process right, with those of all others."""

    def __init__(self, process: str, database: Database, time: HallTime) -> None:
        self.process = process
        self.writer = Writer(database, self._sign)
        self._database = database
        self._time = time

    def _sign(self) -> Statement:
        return store.new_pulse(self.process, self._time.wall_clock.wall())

    async def begin(self) -> None:
        """Before anything else: the time since any process was last alive has never happened."""
        await self._return(None)
        old = self._time.wall_clock.wall() - FORGOTTEN
        await self.writer.commit(store.delete_dead_processes(old))

    def pause(self) -> float:
        """Seconds until the next sign of life."""
        return PULSE if self._time.away_since is None else RETRY

    async def beat(self) -> None:
        """Say that we live, or try to."""
        away = self._time.away_since
        if away is not None:
            await self._return(away)
            return
        try:
            await self.writer.commit(())
            gaps = await store.load_gaps(self._database)
        except DatabaseUnavailable:
            self._time.stop()
            raise
        self._time.kept()
        self._time.gaps = gaps

    async def _return(self, away: float | None) -> None:
        """Enter the gap that ends now, if it is one, and go on."""
        last = await store.load_last_pulse(self._database)
        began = max((at for at in (away, last) if at is not None), default=None)
        now = self._time.wall_clock.wall()
        gap = [] if began is None or began >= now else [store.new_gap(began, now)]
        await self.writer.commit(gap)
        self._time.go_on(await store.load_gaps(self._database))
