"""The keeper of hall time: says every second that this process lives, and enters the gaps.

A gap is a time in which no process of the hall could keep anything: between the last sign of life
of all of them, in the table `pulse`, and the return of the first. Several may enter the same one.
With others alive, a process that comes or returns enters at most the second since their last sign:
in doubt for the players.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from parlour.hall import store
from parlour.hall.database import Database, StoreAway
from parlour.hall.time import HallTime
from parlour.hall.writer import Writer

PULSE = 1.0
RETRY = 0.5
DEAD = 3.0
"""Seconds without a pulse after which a process counts as gone."""
FORGOTTEN = 86_400.0


class Keeper:
    """Keeps the time of one process right, with those of all others."""

    def __init__(self, process: str, database: Database, writer: Writer, time: HallTime) -> None:
        self.process = process
        self._database = database
        self._writer = writer
        self._time = time

    async def begin(self) -> None:
        """Before anything else: the time since any process was last alive has never happened."""
        await self._return(None)
        old = self._time.watch.wall() - FORGOTTEN
        await self._writer.keep([store.forget_pulses(old)])

    async def run(self) -> None:
        while True:
            away = self._time.away_since
            await asyncio.sleep(PULSE if away is None else RETRY)
            with suppress(StoreAway):
                await self.beat()

    async def beat(self) -> None:
        """Say that we live, or try to."""
        away = self._time.away_since
        if away is not None:
            await self._return(away)
            return
        try:
            await self._writer.keep([store.new_pulse(self.process, self._time.watch.wall())])
            gaps = await store.load_gaps(self._database)
        except StoreAway:
            self._time.stop()
            raise
        self._time.kept()
        self._time.gaps = gaps

    async def _return(self, away: float | None) -> None:
        """Enter the gap that ends now, if it is one, and go on."""
        others = await store.load_last_pulse(self._database, self.process)
        began = max((at for at in (away, others) if at is not None), default=None)
        now = self._time.watch.wall()
        lines = [store.new_pulse(self.process, now)]
        if began is not None and began < now:
            lines.append(store.new_gap(began, now))
        await self._writer.keep(lines)
        self._time.go_on(await store.load_gaps(self._database))
