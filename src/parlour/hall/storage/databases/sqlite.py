"""SQLite: the hall's database in one file, for one process.

Statements take microseconds and run on the loop. Only the commit, which waits for the disk, runs in
a thread: a thread for each statement would have to hand over to the loop again and again.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

import apsw

from parlour.hall.storage.database import DatabaseUnavailable, DuplicateKey, Row, Statement, Values
from parlour.table.errors import BadSettings

Commit = Callable[[Callable[[], object]], Awaitable[object]]
"""Runs the commit, which waits for the disk: in a thread, or as a simulation decides."""

CACHE = 32 * 1024
"""KiB of pages in memory, at most: each move touches three pages of its match."""

PRIVATE = 0o600
"""The permissions of a file that only its owner may read."""

_unavailable = (
    apsw.FullError,
    apsw.IOError,
    apsw.BusyError,
    apsw.ReadOnlyError,
    apsw.CantOpenError,
    apsw.CorruptError,
    apsw.NotADBError,
)


class SqliteDatabase:
    """One file with a write-ahead log; every commit is synced to the disk."""

    shared = False

    def __init__(self, path: Path | str, commit: Commit = asyncio.to_thread) -> None:
        self._commit = commit
        self._path = Path(path)
        self._claim: int | None = None
        try:
            _make_private(self._path)
            self._db = apsw.Connection(str(path))
            self._db.set_busy_timeout(2_000)
            # One by one: apsw runs a script only up to its first row.
            for pragma in ("journal_mode = wal", "synchronous = full", "foreign_keys = on"):
                list(self._run(self._db, f"pragma {pragma}"))
            self._run(self._db, f"pragma cache_size = -{CACHE}")
            self._reader = apsw.Connection(str(path))  # sees only what is committed
            self._reader.set_busy_timeout(2_000)
        except (apsw.NotADBError, apsw.CantOpenError) as error:  # retrying does not help
            raise BadSettings("hall.unopened", path=str(path), reason=str(error)) from None
        except _unavailable as error:
            raise DatabaseUnavailable("hall.store_away", reason=str(error)) from None

    async def read(self, sql: str, **values: Any) -> list[Row]:
        try:
            return list(self._run(self._reader, sql, values))
        except _unavailable as error:
            raise DatabaseUnavailable("hall.store_away", reason=str(error)) from None

    async def write(self, statements: Sequence[Statement]) -> None:
        try:
            self._run(self._db, "begin immediate")
            for sql, group in groupby(statements, attrgetter("sql")):
                values = [statement.values for statement in group]
                self._db.executemany(sql, values)  # pyright: ignore[reportUnknownMemberType]
            await self._commit(self._commit_now)
        except apsw.ConstraintError:
            self._rollback()
            raise DuplicateKey from None
        except _unavailable as error:
            self._rollback()
            raise DatabaseUnavailable("hall.store_away", reason=str(error)) from None
        except BaseException:
            self._rollback()
            raise

    async def alter(self, statements: Sequence[Statement]) -> None:
        await self.write(statements)

    def claim(self) -> None:
        """Lock a second file with `flock`, which the system releases when the process ends.

        (Closing a second handle of the database file itself would release SQLite's own locks.)
        """
        path = Path(f"{self._path}.lock")
        try:
            lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise BadSettings("hall.unopened", path=str(path), reason=reason) from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise BadSettings("hall.in_use", path=str(self._path)) from None
        self._claim = lock

    def _run(self, db: apsw.Connection, sql: str, values: Values | None = None) -> Iterable[Row]:
        return db.execute(sql, values)  # pyright: ignore[reportUnknownMemberType]

    def _commit_now(self) -> None:
        self._run(self._db, "commit")

    def _rollback(self) -> None:
        if self._db.in_transaction:
            self._run(self._db, "rollback")

    async def notifications(self) -> AsyncGenerator[str]:
        """None: there is only one process."""
        await asyncio.Event().wait()
        yield ""

    async def columns(self, table: str) -> list[str]:
        rows = await self.read("select name from pragma_table_info(:name)", name=table)
        return [name for (name,) in rows]

    async def export(self, queries: Sequence[str]) -> AsyncIterator[tuple[int, Row]]:
        """All rows of all queries in one snapshot, each with the number of its query."""
        try:
            with self._reader:  # one transaction
                for number, sql in enumerate(queries):
                    for row in self._run(self._reader, sql):
                        yield number, row
        except _unavailable as error:
            raise DatabaseUnavailable("hall.store_away", reason=str(error)) from None

    async def close(self) -> None:
        self._reader.close()
        self._db.close()
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None


def _make_private(path: Path) -> None:
    """Create the file, if there is none, so that only its owner can read it; SQLite gives its other
    files the same permissions."""
    with suppress(OSError):  # it exists, or cannot be created, and SQLite will say so
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))
