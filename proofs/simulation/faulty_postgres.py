"""A real PostgreSQL with faults, for two simulated processes of the hall.

It gets one query at a time from all processes, and virtual time stops meanwhile, so a seed is
deterministic. Processes still race between their reads and writes. Notifications between them may
be late or lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from functools import partial
from typing import Any, cast

import psycopg
from psycopg.abc import QueryNoTemplate

from parlour.hall.storage.database import DatabaseUnavailable, Row, Statement
from parlour.hall.storage.databases.postgres import PostgresDatabase
from proofs.simulation.faulty import Committed, DatabaseFaults, FaultPlan
from proofs.simulation.tasks import start_detached
from proofs.simulation.virtual_time import PatientLoop

Work = Callable[[], Awaitable[Any]]


class FaultyPostgres(PostgresDatabase):
    """The database connection of one process, with faults."""

    def __init__(
        self, server: PostgresStorage, fault_plan: FaultPlan, committed: Committed
    ) -> None:
        super().__init__(server.address)
        self._server = server
        self._faults = DatabaseFaults(fault_plan, committed)
        self._notifications: asyncio.Queue[str] = asyncio.Queue()

    def cut_off(self, is_cut_off: bool) -> None:
        if self._faults.cut_off and not is_cut_off:
            self._notifications.put_nowait("")  # notifications were missed: reload everything
        self._faults.cut_off = is_cut_off

    async def _connect(self) -> psycopg.AsyncConnection:
        connection = await super()._connect()
        # Only simulated processes crash, not the machine: writes need not be synced.
        await connection.execute("set synchronous_commit = off")
        return connection

    async def read(self, sql: str, **values: Any) -> list[Row]:
        await self._faults.before_reading()
        return await self._server.run_shielded(partial(super().read, sql, **values))

    async def write(self, statements: Sequence[Statement]) -> None:
        with self._faults.only_writer():
            if await self._faults.is_full():
                raise DatabaseUnavailable("hall.store_away", reason="simulated: no space left")
            await self._server.run_shielded(partial(self._commit, statements))
            if self._faults.is_unsure():
                raise DatabaseUnavailable("hall.store_away", reason="simulated: nobody knows")

    async def alter(self, statements: Sequence[Statement]) -> None:
        await self.write(statements)

    async def _commit(self, statements: Sequence[Statement]) -> None:
        await super().write(statements)
        self._faults.committed()
        for note in self._notes(statements):
            self._server.notify_all(note)

    async def notifications(self) -> AsyncGenerator[str]:
        yield ""
        while True:
            yield await self._notifications.get()

    def receive_notification(self, note: str) -> None:
        """Deliver a notification of a commit by any process, late or not at all."""
        fault_plan = self._faults.fault_plan
        if self._faults.is_away or fault_plan.happens(0.05):
            return
        delay = fault_plan.rng.uniform(0.001, 3.0 if fault_plan.happens(0.1) else 0.1)
        for match in self.matches_in(note):
            asyncio.get_running_loop().call_later(delay, self._notifications.put_nowait, match)

    def die(self) -> None:
        self._faults.dead = True
        self._server.retire(self)


class PostgresStorage:
    """A PostgreSQL database shared by two processes."""

    process_count = 2

    def __init__(self, address: str) -> None:
        self.address = address
        self._lock = asyncio.Lock()
        self._open: list[FaultyPostgres] = []  # of processes that are alive
        self._retired: list[FaultyPostgres] = []  # of dead processes, to be closed
        self._reader = psycopg.connect(address, autocommit=True)

    def new_loop(self) -> PatientLoop:
        return PatientLoop()

    def open(self, fault_plan: FaultPlan, committed: Committed) -> FaultyPostgres:
        database = FaultyPostgres(self, fault_plan, committed)
        self._open.append(database)
        return database

    async def run_shielded(self, work: Work) -> Any:
        """Run a query after all earlier ones; it completes even if its process dies meanwhile."""
        return await asyncio.shield(start_detached(self._alone(work)))

    async def _alone(self, work: Work) -> Any:
        loop = cast(PatientLoop, asyncio.get_running_loop())
        async with self._lock:
            loop.external_calls += 1
            try:
                return await work()
            finally:
                loop.external_calls -= 1

    def notify_all(self, note: str) -> None:
        for database in self._open:
            database.receive_notification(note)

    def retire(self, database: FaultyPostgres) -> None:
        """Close the connections of a dead process."""
        self._open.remove(database)
        self._retired.append(database)
        start_detached(self._alone(self._close_retired))

    async def _close_retired(self) -> None:
        for database in self._retired:
            await database.close()
        self._retired.clear()

    def read(self, sql: str) -> list[Row]:
        return self._reader.execute(cast(QueryNoTemplate, sql)).fetchall()

    async def corrupt(self, statements: Sequence[str]) -> None:
        async with self._lock:
            for sql in statements:
                self._reader.execute(cast(QueryNoTemplate, sql))

    async def close(self) -> None:
        async with self._lock:
            await self._close_retired()
            self._reader.close()
