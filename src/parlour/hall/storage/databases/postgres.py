"""PostgreSQL: the hall's database for several processes.

One connection writes, a few read, and one listens for notifications of other processes. Every query
has a deadline, so that everybody is answered in time; broken connections are replaced.
"""

from __future__ import annotations

import asyncio
import re
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
from parlour.hall.storage.databases.postgres_connections import (
    CONNECTION_ERRORS,
    ConnectionPool,
    close_both_ends,
    cut,
)

LONGEST = 1.7
"""Seconds for a read or write: the client learns within two seconds that it has failed."""
CHANGE = 24 * 3600.0
"""Seconds for a migration, which may have to look at every row."""
READERS = 8
"""Connections that read; with one that writes and one that listens, a hall has at most ten."""
LARGEST_NOTE = 7_000
"""Bytes of a notification; PostgreSQL takes fewer than 8,000."""
POLL = 1.0
"""Seconds between checks that the listening connection is alive."""

_parameter = re.compile(r"(?<!:):([a-z_][a-z_0-9]*)")
_unfinished = (TransactionStatus.INERROR, TransactionStatus.INTRANS)
_statement_errors = ("22", "23", "40", "42", "54", "XX")
"""Classes of SQLSTATE that concern one statement, not the server, although psycopg counts some of
them as operational errors."""
_set_up: LiteralString = (
    "select set_config('synchronous_commit', 'on', false),"
    " set_config('idle_in_transaction_session_timeout', '5000', false),"
    " current_setting('fsync'), current_setting('full_page_writes')"
)


@lru_cache(maxsize=1024)
def translated(sql: str) -> LiteralString:
    """Our SQL as psycopg takes it: `%(name)s` for `:name`."""
    return cast(LiteralString, _parameter.sub(r"%(\1)s", sql.replace("%", "%%")))


_lost_races = (
    psycopg.IntegrityError,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.DuplicateObject,  # two processes create a table: its type exists
    psycopg.errors.DuplicateTable,
)
"""Another process was first."""


class PostgresDatabase:
    """A database on a server, for any number of processes. It connects when it is first needed."""

    shared = True

    def __init__(self, database_url: str) -> None:
        self._database_url = database_url
        self._name = token_hex(8)  # marks our own notifications
        self._readers = ConnectionPool(self._connect, READERS, retry=True)
        self._writer = ConnectionPool(self._connect_writer, 1, retry=False)

    # ---- reading and writing ------------------------------------------------------------------

    async def read(self, sql: str, **values: Any) -> list[Row]:
        async def query(connection: AsyncConnection) -> list[Row]:
            cursor = await connection.execute(translated(sql), values)
            return await cursor.fetchall()

        with _unavailable_on_connection_errors():
            return await self._readers.run(query, _deadline())

    async def write(self, statements: Sequence[Statement]) -> None:
        """One transaction in one round trip. An unknown outcome counts as unavailable."""
        await self._write(statements, _deadline())

    async def alter(self, statements: Sequence[Statement]) -> None:
        await self._write(statements, _deadline() + CHANGE)

    async def _write(self, statements: Sequence[Statement], deadline: float) -> None:
        async def query(connection: AsyncConnection) -> None:
            await self._transact(connection, statements)

        with _unavailable_on_connection_errors():
            try:
                await self._writer.run(query, deadline)
            except _lost_races:
                raise DuplicateKey from None

    async def _transact(self, connection: AsyncConnection, statements: Sequence[Statement]) -> None:
        cause: psycopg.Error | None = None
        try:
            async with connection.pipeline():
                try:
                    await self._send(connection, statements)
                except psycopg.Error as error:
                    cause = error  # not raised here: psycopg would log each error that follows
        except psycopg.Error as error:
            cause = cause or error
        if cause is not None:
            if connection.info.transaction_status in _unfinished:
                await connection.execute("rollback")
            raise cause

    async def _send(self, connection: AsyncConnection, statements: Sequence[Statement]) -> None:
        await connection.execute("begin")
        for line in statements:
            await connection.execute(translated(line.sql), line.values)
        for note in self._notes(statements):
            await connection.execute("select pg_notify('parlour', %s)", (note,))
        await connection.execute("commit")

    def _notes(self, statements: Sequence[Statement]) -> Iterator[str]:
        """The notifications for other processes: our name, and the matches that were changed."""
        matches = {line.match + EXTRA_MARK * line.extra: None for line in statements if line.match}
        note = self._name
        for match in matches:
            if len(note) + len(match) >= LARGEST_NOTE:
                yield note
                note = self._name
            note += f" {match}"
        if matches:
            yield note

    # ---- notifications ------------------------------------------------------------------------

    def matches_in(self, note: str) -> list[str]:
        """The matches of a notification, unless it is our own."""
        name, *matches = note.split()
        return [] if name == self._name else matches

    async def notifications(self) -> AsyncGenerator[str]:
        """Matches that others changed; an empty string where notifications may have been missed."""
        while True:
            with suppress(DatabaseUnavailable, *CONNECTION_ERRORS):
                async with self._listening() as connection:
                    yield ""
                    while True:
                        async for note in connection.notifies(timeout=POLL):
                            for match in self.matches_in(note.payload):
                                yield match
                        with _cut_at(_deadline(), connection):
                            await connection.execute("select 1")
            await asyncio.sleep(POLL / 2)

    @asynccontextmanager
    async def _listening(self) -> AsyncGenerator[AsyncConnection]:
        async with asyncio.timeout(LONGEST):
            connection = await self._connect()
        try:
            with _cut_at(_deadline(), connection):
                await connection.execute("listen parlour")
            yield connection
        finally:
            await close_both_ends(connection)

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
        """All rows of all queries in one snapshot, each with the number of its query."""
        with _unavailable_on_connection_errors():
            async with asyncio.timeout(LONGEST):
                connection = await self._connect()
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

    async def _connect(self) -> AsyncConnection:
        connection = await AsyncConnection.connect(self._database_url, autocommit=True)
        try:
            cursor = await connection.execute(_set_up)
            set_up = await cursor.fetchone()
            if set_up is None or set_up[-2:] != ("on", "on"):
                # Such a server may lose commits that the hall has acknowledged.
                raise DatabaseUnavailable("hall.unsafe_database")
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _connect_writer(self) -> AsyncConnection:
        connection = await self._connect()
        # psycopg would count a statement of a failed pipeline as prepared, although it is not.
        connection.prepare_threshold = None
        return connection

    def claim(self) -> None:
        """Several halls may share it."""

    async def close(self) -> None:
        await self._readers.close()
        await self._writer.close()


def _deadline() -> float:
    """When a read or write that begins now is given up, by the loop's clock."""
    return asyncio.get_running_loop().time() + LONGEST


@contextmanager
def _unavailable_on_connection_errors() -> Generator[None]:
    """Raise `DatabaseUnavailable` for errors of the server, and no others."""
    try:
        yield
    except CONNECTION_ERRORS as error:
        if isinstance(error, psycopg.Error) and (error.sqlstate or "")[:2] in _statement_errors:
            raise
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise DatabaseUnavailable("hall.store_away", reason=reason) from None


@contextmanager
def _cut_at(deadline: float, connection: AsyncConnection) -> Generator[None]:
    """Cut the connection if the work is not done by then."""
    timer = asyncio.get_running_loop().call_at(deadline, cut, connection)
    try:
        yield
    finally:
        timer.cancel()
