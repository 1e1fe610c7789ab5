"""PostgreSQL: the hall's database where one process is not enough.

One connection writes, a few read, one listens to what other processes have kept. Whatever takes too
long is cut, so that everybody is answered in time; a connection that broke is replaced by itself.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import lru_cache
from secrets import token_hex
from typing import Any, LiteralString, cast

import psycopg
from psycopg import AsyncConnection
from psycopg.pq import TransactionStatus

from parlour.hall.storage.database import (
    EXTRA_MARK,
    DatabaseUnavailable,
    DuplicateKey,
    Row,
    Statement,
)

LONGEST = 1.7
"""Seconds for anything we ask: who waits is to hear within two that it was in vain."""
CHANGE = 24 * 3600.0
"""Seconds for a change of the tables, which has to look at everything in them."""
READERS = 4
LARGEST_NOTE = 7_000
"""Bytes of a notification; PostgreSQL takes fewer than 8,000."""
POLL = 1.0
"""Seconds between looks whether the connection that listens is still one."""

_parameter = re.compile(r"(?<!:):([a-z_][a-z_0-9]*)")
_trouble = (psycopg.OperationalError, psycopg.InternalError, psycopg.InterfaceError, OSError)
_unfinished = (TransactionStatus.INERROR, TransactionStatus.INTRANS)
_of_the_statement = ("22", "23", "40", "42", "54", "XX")
"""Classes of SQLSTATE that say something about a statement and nothing about the server, though
psycopg counts some of them as operational: the server is there, and others are served."""
_set_up: LiteralString = (
    "select set_config('synchronous_commit', 'on', false),"
    " set_config('idle_in_transaction_session_timeout', '5000', false),"
    " current_setting('fsync'), current_setting('full_page_writes')"
)


@lru_cache(maxsize=1024)
def translated(sql: str) -> LiteralString:
    """Our SQL as psycopg takes it: `%(name)s` for `:name`."""
    return cast(LiteralString, _parameter.sub(r"%(\1)s", sql.replace("%", "%%")))


class PostgresDatabase:
    """A database on a server, for any number of processes. It connects when it is first needed."""

    shared = True

    def __init__(self, address: str) -> None:
        self._address = address
        self._name = token_hex(8)  # to know our own notifications
        self._writer: AsyncConnection | None = None
        self._idle: list[AsyncConnection] = []
        self._readers = asyncio.Semaphore(READERS)

    # ---- reading and writing ------------------------------------------------------------------

    async def read(self, sql: str, **values: Any) -> list[Row]:
        end = _end()
        with _away_if_in_trouble():
            async with self._reader(end):
                if self._idle:
                    with suppress(*_trouble):  # the server may have been away since: ask anew
                        return await self._ask(self._idle.pop(), end, sql, values)
                    await self._drop_idle()
                return await self._ask(await self._connect(end), end, sql, values)

    @asynccontextmanager
    async def _reader(self, end: float) -> AsyncGenerator[None]:
        """Wait for one's turn; only so many read at the same time."""
        async with asyncio.timeout_at(end):
            await self._readers.acquire()
        try:
            yield
        finally:
            self._readers.release()

    async def _ask(
        self, connection: AsyncConnection, end: float, sql: str, values: dict[str, Any]
    ) -> list[Row]:
        async with _closed_on_error(connection):
            with _cut_at(end, connection):
                cursor = await connection.execute(translated(sql), values)
                rows = await cursor.fetchall()
        self._idle.append(connection)
        return rows

    async def write(self, statements: Sequence[Statement]) -> None:
        """One transaction and one round trip. If its end is unknown, that counts as away."""
        await self._write(statements, _end())

    async def change(self, statements: Sequence[Statement]) -> None:
        await self._write(statements, _end() + CHANGE)

    async def _write(self, statements: Sequence[Statement], end: float) -> None:
        with _away_if_in_trouble():
            if self._writer is None:
                self._writer = await self._connect(end)
                # A statement in a pipeline that failed counts as prepared, and is not.
                self._writer.prepare_threshold = None
            connection = self._writer
            try:
                with _cut_at(end, connection):
                    await self._transact(connection, statements)
            except (psycopg.IntegrityError, psycopg.errors.DeadlockDetected):
                raise DuplicateKey from None
            finally:
                if connection.info.transaction_status != TransactionStatus.IDLE:
                    self._writer = None
                    await connection.close()

    async def _transact(self, connection: AsyncConnection, statements: Sequence[Statement]) -> None:
        try:
            async with connection.pipeline():
                await connection.execute("begin")
                for line in statements:
                    await connection.execute(translated(line.sql), line.values)
                for note in self._notes(statements):
                    await connection.execute("select pg_notify('parlour', %s)", (note,))
                await connection.execute("commit")
        except psycopg.Error:
            if connection.info.transaction_status in _unfinished:
                await connection.execute("rollback")
            raise

    def _notes(self, statements: Sequence[Statement]) -> Iterator[str]:
        """What the others are told: who we are, and the matches these statements are about."""
        matches = {line.match + EXTRA_MARK * line.extra: None for line in statements if line.match}
        note = self._name
        for match in matches:
            if len(note) + len(match) >= LARGEST_NOTE:
                yield note
                note = self._name
            note += f" {match}"
        if matches:
            yield note

    # ---- news ---------------------------------------------------------------------------------

    def matches_in(self, note: str) -> list[str]:
        """The matches of a notification, unless it is our own."""
        name, *matches = note.split()
        return [] if name == self._name else matches

    async def notifications(self) -> AsyncGenerator[str]:
        """Matches as they are told of; whenever some may have been missed, the empty word."""
        while True:
            with suppress(DatabaseUnavailable, *_trouble):
                async with self._listening() as connection:
                    yield ""
                    while True:
                        async for note in connection.notifies(timeout=POLL):
                            for match in self.matches_in(note.payload):
                                yield match
                        with _cut_at(_end(), connection):
                            await connection.execute("select 1")
            await asyncio.sleep(POLL / 2)

    @asynccontextmanager
    async def _listening(self) -> AsyncGenerator[AsyncConnection]:
        connection = await self._connect(_end())
        try:
            with _cut_at(_end(), connection):
                await connection.execute("listen parlour")
            yield connection
        finally:
            await connection.close()

    # ---- copies -------------------------------------------------------------------------------

    async def columns(self, table: str) -> list[str]:
        rows = await self.read(
            "select column_name from information_schema.columns"
            " where table_schema = current_schema() and table_name = :name"
            " order by ordinal_position",
            name=table,
        )
        return [name for (name,) in rows]

    async def export(self, queries: Sequence[str]) -> AsyncIterator[tuple[int, Row]]:
        """All rows of all queries as they are at one moment, with the number of the query."""
        with _away_if_in_trouble():
            connection = await self._connect(_end())
            try:
                await connection.execute("begin isolation level repeatable read, read only")
                for number, sql in enumerate(queries):
                    async with connection.cursor("export") as cursor:
                        cursor.itersize = 1_000
                        await cursor.execute(translated(sql))
                        async for row in cursor:
                            yield number, row
            finally:
                await connection.close()

    # ---- connections --------------------------------------------------------------------------

    async def _connect(self, end: float) -> AsyncConnection:
        async with asyncio.timeout_at(end):
            connection = await AsyncConnection.connect(self._address, autocommit=True)
        async with _closed_on_error(connection):
            with _cut_at(end, connection):
                cursor = await connection.execute(_set_up)
                set_up = await cursor.fetchone()
            if set_up is None or set_up[-2:] != (
                "on",
                "on",
            ):  # it would forget what it has acknowledged
                raise DatabaseUnavailable("hall.unsafe_database")
        return connection

    async def _drop_idle(self) -> None:
        idle, self._idle = self._idle, []
        for connection in idle:
            await connection.close()

    def claim(self) -> None:
        """Any number of halls may use it."""

    async def close(self) -> None:
        await self._drop_idle()
        if self._writer is not None:
            await self._writer.close()
            self._writer = None


def _end() -> float:
    """When who asks now has waited long enough."""
    return asyncio.get_running_loop().time() + LONGEST


@contextmanager
def _away_if_in_trouble() -> Generator[None]:
    """The server is not there, is starting or stopping, is full, or does not answer."""
    try:
        yield
    except _trouble as error:
        if isinstance(error, psycopg.Error) and (error.sqlstate or "")[:2] in _of_the_statement:
            raise
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise DatabaseUnavailable("hall.store_away", reason=reason) from None


@contextmanager
def _cut_at(end: float, connection: AsyncConnection) -> Generator[None]:
    """End the connection under whoever is still waiting for it then.

    Cancelling would ask the server to stop, and wait for its answer.
    """
    alarm = asyncio.get_running_loop().call_at(end, _cut, connection)
    try:
        yield
    finally:
        alarm.cancel()


def _cut(connection: AsyncConnection) -> None:
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as end:
        end.shutdown(socket.SHUT_RDWR)


@asynccontextmanager
async def _closed_on_error(connection: AsyncConnection) -> AsyncGenerator[None]:
    try:
        yield
    except BaseException:
        await connection.close()
        raise
