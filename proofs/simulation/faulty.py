"""What the hall leans on, with faults: a real SQLite file, and computers that choose by chance."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Protocol

import apsw

from parlour.hall.rooms.room import MatchTerms
from parlour.hall.storage.database import Database, DatabaseUnavailable, Row, Statement
from parlour.hall.storage.sqlite import SqliteDatabase
from proofs import Broken
from proofs.simulation.virtual_time import SimulatedLoop, VirtualLoop


class FaultPlan:
    """Decides which faults happen, from a seed; none while `fine` is set."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.fine = False
        self.away = False  # nothing can be read or written
        self.closing = False  # nobody begins anything any more

    def happens(self, chance: float) -> bool:
        """Does something go wrong that has this chance?"""
        return not self.fine and self.rng.random() < chance


Committed = Callable[[], None]
"""Is called as soon as something is on disk, before anybody is told."""


class FaultyDatabase(Database, Protocol):
    """A database in a simulation."""

    def cut_off(self, is_cut_off: bool) -> None:
        """From now on this process alone does not reach it; or it does again."""
        ...

    def die(self) -> None:
        """The process is gone: what was not committed is lost."""
        ...


class Storage(Protocol):
    """Where the processes of a simulated hall keep everything."""

    process_count: int
    """How many of them there are at the same time."""

    def new_loop(self) -> SimulatedLoop: ...

    def open(self, fault_plan: FaultPlan, committed: Committed) -> FaultyDatabase:
        """The database as a new process sees it."""
        ...

    def read(self, sql: str) -> list[Row]:
        """What is on disk, past all faults."""
        ...

    async def corrupt(self, statements: Sequence[str]) -> None:
        """Do something wrong to the tables."""
        ...

    async def close(self) -> None:
        """End what is still open, when everything is over."""
        ...


class DatabaseFaults:
    """Slow, sometimes away, sometimes unsure: what happens to a database of either kind."""

    def __init__(self, fault_plan: FaultPlan, committed: Committed) -> None:
        self.fault_plan = fault_plan
        self.committed = committed
        self.dead = False
        self.cut_off = False
        self._writing = False

    @property
    def is_away(self) -> bool:
        return self.dead or self.cut_off or self.fault_plan.away

    def refuse_if_away(self) -> None:
        if self.is_away:
            raise DatabaseUnavailable("hall.store_away", reason="simulated")

    async def before_reading(self) -> None:
        self.refuse_if_away()
        await asyncio.sleep(self.fault_plan.rng.uniform(0.0001, 0.002))
        self.refuse_if_away()

    async def is_full(self) -> bool:
        """Go to the disk; is there no room on it?"""
        await asyncio.sleep(self.fault_plan.rng.uniform(0.0005, 0.02))
        return self.is_away or self.fault_plan.happens(0.005)

    def is_unsure(self) -> bool:
        """It is kept, but nobody hears of that."""
        return self.fault_plan.happens(0.005)

    @contextmanager
    def only_writer(self) -> Generator[None]:
        self.refuse_if_away()
        if self._writing:
            said = "two writers at once: their transactions are one"
            broken = {"message": said, "exception": Broken(said)}
            asyncio.get_running_loop().call_exception_handler(broken)
        self._writing = True
        try:
            yield
        finally:
            self._writing = False


class FaultySqlite(SqliteDatabase):
    """A file; at the end of its process it does no more."""

    def __init__(self, path: Path, fault_plan: FaultPlan, committed: Committed) -> None:
        super().__init__(path, self._slowly)
        # A simulated process dies, the machine does not: what is written need not wait for disks.
        self._run(self._db, "pragma synchronous = off")
        self._faults = DatabaseFaults(fault_plan, committed)

    def cut_off(self, is_cut_off: bool) -> None:
        self._faults.cut_off = is_cut_off

    async def _slowly(self, finish: Callable[[], object]) -> None:
        if await self._faults.is_full():
            raise apsw.FullError("simulated: no space left")
        finish()
        self._faults.committed()
        if self._faults.is_unsure():
            raise apsw.IOError("simulated: nobody knows whether it was kept")

    async def read(self, sql: str, **values: Any) -> list[Row]:
        await self._faults.before_reading()
        return await super().read(sql, **values)

    async def write(self, statements: Sequence[Statement]) -> None:
        with self._faults.only_writer():
            await super().write(statements)

    def die(self) -> None:
        self._faults.dead = True
        self._rollback()
        self._reader.close()
        self._db.close()


class SqliteStorage:
    """A SQLite file, for one process at a time."""

    process_count = 1

    def __init__(self, folder: Path) -> None:
        self._path = folder / "evening"
        self._reader: apsw.Connection | None = None

    def new_loop(self) -> VirtualLoop:
        return VirtualLoop()

    def open(self, fault_plan: FaultPlan, committed: Committed) -> FaultySqlite:
        return FaultySqlite(self._path, fault_plan, committed)

    def read(self, sql: str) -> list[Row]:
        if self._reader is None:
            self._reader = apsw.Connection(str(self._path))
        return list(self._reader.execute(sql))  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]

    async def corrupt(self, statements: Sequence[str]) -> None:
        db = apsw.Connection(str(self._path))
        for sql in statements:
            while True:
                try:
                    db.execute(sql)  # pyright: ignore[reportUnknownMemberType]
                    break
                except apsw.BusyError:  # the hall is writing
                    await asyncio.sleep(0.001)
        db.close()

    async def close(self) -> None:
        if self._reader is not None:
            self._reader.close()


class ChanceComputers:
    """Computers that think for a while and then do anything."""

    def __init__(self, rng: Random, fault_plan: FaultPlan) -> None:
        self._rng = rng
        self._fault_plan = fault_plan

    async def choose(
        self, terms: MatchTerms, line: str, seat: int, player: str, left: float | None = None
    ) -> str:
        await asyncio.sleep(self._rng.uniform(0.01, 1.5))
        if self._fault_plan.closing:
            await asyncio.Event().wait()
        table = terms.load_game()
        state = table.from_line(line)
        return table.write(state, self._rng.choice(state.actions(seat)))

    def refuse_if_busy(self, person: str) -> None:
        """They never are."""
