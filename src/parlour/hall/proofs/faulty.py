"""What the hall leans on, with faults: a real SQLite file, and computers that choose by chance."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import apsw

from parlour.hall.database import Row, Statement, StoreAway
from parlour.hall.proofs import Broken
from parlour.hall.room import About
from parlour.hall.sqlite import SqliteDatabase


class Weather:
    """How things go at the moment; fine weather has no faults."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.fine = False
        self.away = False  # nothing can be read or written
        self.closing = False  # nobody begins anything any more

    def happens(self, chance: float) -> bool:
        """Does something go wrong that has this chance?"""
        return not self.fine and self.rng.random() < chance


class FaultyDatabase(SqliteDatabase):
    """Slow, sometimes away, sometimes unsure; and at the end of its process it does no more."""

    def __init__(self, path: Path, weather: Weather, committed: Callable[[], None]) -> None:
        super().__init__(path, self._slowly)
        # A simulated process dies, the machine does not: what is written need not wait for disks.
        self._run(self._db, "pragma synchronous = off")
        self._weather = weather
        self._committed = committed
        self._dead = False
        self._writing = False

    async def _slowly(self, finish: Callable[[], object]) -> None:
        await asyncio.sleep(self._weather.rng.uniform(0.0005, 0.02))
        if self._dead or self._weather.away or self._weather.happens(0.005):
            raise apsw.FullError("simulated: no space left")
        finish()
        self._committed()
        if self._weather.happens(0.005):
            raise apsw.IOError("simulated: nobody knows whether it was kept")

    async def read(self, sql: str, **values: Any) -> list[Row]:
        self._refuse_if_away()
        await asyncio.sleep(self._weather.rng.uniform(0.0001, 0.002))
        self._refuse_if_away()
        return await super().read(sql, **values)

    async def write(self, statements: Sequence[Statement]) -> None:
        self._refuse_if_away()
        if self._writing:
            said = "two writers at once: their transactions are one"
            broken = {"message": said, "exception": Broken(said)}
            asyncio.get_running_loop().call_exception_handler(broken)
        self._writing = True
        try:
            await super().write(statements)
        finally:
            self._writing = False

    def _refuse_if_away(self) -> None:
        if self._dead or self._weather.away:
            raise StoreAway("hall.store_away", reason="simulated")

    def die(self) -> None:
        """The process is gone: what was not committed is lost."""
        self._dead = True
        self._undo()
        self._reader.close()
        self._db.close()


class ChanceComputers:
    """Computers that think for a while and then do anything."""

    def __init__(self, rng: Random, weather: Weather) -> None:
        self._rng = rng
        self._weather = weather

    async def choose(
        self, about: About, line: str, seat: int, player: str, left: float | None = None
    ) -> str:
        await asyncio.sleep(self._rng.uniform(0.01, 1.5))
        if self._weather.closing:
            await asyncio.Event().wait()
        table = about.table()
        state = table.from_line(line)
        return table.write(state, self._rng.choice(state.actions(seat)))

    def refuse_if_busy(self, person: str) -> None:
        """They never are."""
