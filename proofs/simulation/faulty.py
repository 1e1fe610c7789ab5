"""The hall's dependencies with injected faults: a real SQLite file, and random computer players."""

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
from parlour.hall.storage.databases.sqlite import SqliteDatabase
from proofs import Broken
from proofs.simulation.virtual_time import SimulatedLoop, VirtualLoop


class FaultPlan:
    """Decides from a seed which faults happen; none while `fine` is set."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.fine = False
        self.away = False  # the database is unavailable to all processes
        self.closing = False  # nothing new is started any more

    def happens(self, chance: float) -> bool:
        """Does a fault of this probability happen now?"""
        return not self.fine and self.rng.random() < chance


Committed = Callable[[], None]
"""Called right after a commit, before it is acknowledged."""


class FaultyDatabase(Database, Protocol):
    """A database of a simulated process."""

    def cut_off(self, is_cut_off: bool) -> None:
        """Cut this process off from the database, or reconnect it."""
        ...

    def die(self) -> None:
        """End with the process: uncommitted work is lost."""
        ...


class Storage(Protocol):
    """The storage that the processes of a simulated hall share."""

    process_count: int
    """Number of concurrent processes."""

    def new_loop(self) -> SimulatedLoop: ...

    def open(self, fault_plan: FaultPlan, committed: Committed) -> FaultyDatabase:
        """Open the database for a new process."""
        ...

    def read(self, sql: str) -> list[Row]:
        """Read committed rows, without faults."""
        ...

    async def corrupt(self, statements: Sequence[str]) -> None:
        """Run statements that damage the schema or the rows."""
        ...

    async def close(self) -> None:
        """Close all connections at the end."""
        ...


class DatabaseFaults:
    """Faults of either database: latency, outages, and commits of unknown outcome."""

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
        """Wait for the disk; is it full?"""
        await asyncio.sleep(self.fault_plan.rng.uniform(0.0005, 0.02))
        return self.is_away or self.fault_plan.happens(0.005)

    def is_unsure(self) -> bool:
        """Is the outcome of this commit lost, although it succeeded?"""
        return self.fault_plan.happens(0.005)

    @contextmanager
    def only_writer(self) -> Generator[None]:
        self.refuse_if_away()
        if self._writing:
            text = "two writers at once: their transactions are one"
            broken = {"message": text, "exception": Broken(text)}
            asyncio.get_running_loop().call_exception_handler(broken)
        self._writing = True
        try:
            yield
        finally:
            self._writing = False


class FaultySqlite(SqliteDatabase):
    """A SQLite database with faults."""

    def __init__(self, path: Path, fault_plan: FaultPlan, committed: Committed) -> None:
        super().__init__(path, self._slowly)
        # Only simulated processes crash, not the machine: writes need not be synced.
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
    """A SQLite file, used by one process at a time."""

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
    """Computer players that wait for a while and then choose a random action."""

    def __init__(self, rng: Random, fault_plan: FaultPlan) -> None:
        self._rng = rng
        self._fault_plan = fault_plan

    async def choose(
        self, terms: MatchTerms, line: str, seat: int, player: str, left: float | None = None
    ) -> str:
        await asyncio.sleep(self._rng.uniform(0.01, 1.5))
        if self._fault_plan.closing:
            await asyncio.Event().wait()
        game = terms.load_game()
        state = game.from_line(line)
        return game.write(state, self._rng.choice(state.actions(seat)))

    def refuse_if_busy(self, person: str) -> None:
        """Never busy."""
