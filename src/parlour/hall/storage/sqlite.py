"""SQLite, one file: the hall's database where one process is enough.

Statements run on the loop, they take microseconds; only the commit, which waits for the disk, runs
in a thread. (A thread for each statement would wait for the loop again and again.)
"""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import apsw

from parlour.hall.storage.database import DatabaseUnavailable, DuplicateKey, Row, Statement, Values
from parlour.table.errors import BadSettings

Commit = Callable[[Callable[[], object]], Awaitable[object]]
"""Runs what waits for the disk: in a thread, or, in a simulation, whenever that says."""

CACHE = 32 * 1024
"""KiB of pages in memory, at most: a move touches three pages, of any match."""

PRIVATE = 0o600
"""The rights to a file that only its owner may read."""

_trouble = (
    apsw.FullError,
    apsw.IOError,
    apsw.BusyError,
    apsw.ReadOnlyError,
    apsw.CantOpenError,
    apsw.CorruptError,
    apsw.NotADBError,
)


class SqliteDatabase:
    """One file with a write-ahead log; every commit is forced to the disk."""

    shared = False

    def __init__(self, path: Path | str, commit: Commit = asyncio.to_thread) -> None:
        self._commit = commit
        self._path = Path(path)
        self._claim: int | None = None
        try:
            _make_private(self._path)
            self._db = apsw.Connection(str(path))
            self._db.set_busy_timeout(2_000)
            # One by one: of several statements at once, those after the first row are not run.
            for pragma in ("journal_mode = wal", "synchronous = full", "foreign_keys = on"):
                list(self._run(self._db, f"pragma {pragma}"))
            self._run(self._db, f"pragma cache_size = -{CACHE}")
            self._reader = apsw.Connection(str(path))  # sees what is committed, and only that
            self._reader.set_busy_timeout(2_000)
        except (apsw.NotADBError, apsw.CantOpenError) as error:  # waiting does not help
            raise BadSettings("hall.unopened", path=str(path), reason=str(error)) from None
        except _trouble as error:
            raise DatabaseUnavailable("hall.store_away", reason=str(error)) from None

    async def read(self, sql: str, **values: Any) -> list[Row]:
        try:
            return list(self._run(self._reader, sql, values))
        except _trouble as error:
            raise DatabaseUnavailable("hall.store_away", reason=str(error)) from None

    async def write(self, statements: Sequence[Statement]) -> None:
        try:
            self._run(self._db, "begin immediate")
            for line in statements:
                self._run(self._db, line.sql, line.values)
            await self._commit(self._finish)
        except apsw.ConstraintError:
            self._undo()
            raise DuplicateKey from None
        except _trouble as error:
            self._undo()
            raise DatabaseUnavailable("hall.store_away", reason=str(error)) from None
        except BaseException:
            self._undo()
            raise

    async def alter(self, statements: Sequence[Statement]) -> None:
        await self.write(statements)

    def claim(self) -> None:
        """By a lock of the operating system's on a file beside ours, which dies with the process.

        (Closing another handle of the database's own file would end SQLite's locks on it.)
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

    def _finish(self) -> None:
        self._run(self._db, "commit")

    def _undo(self) -> None:
        if self._db.in_transaction:
            self._run(self._db, "rollback")

    async def notifications(self) -> AsyncGenerator[str]:
        """Nobody tells; the hall looks for itself now and then."""
        await asyncio.Event().wait()
        yield ""

    async def columns(self, table: str) -> list[str]:
        rows = await self.read("select name from pragma_table_info(:name)", name=table)
        return [name for (name,) in rows]

    async def export(self, queries: Sequence[str]) -> AsyncIterator[tuple[int, Row]]:
        """All rows of all queries as they are at one moment, with the number of the query."""
        try:
            with self._reader:  # one transaction
                for number, sql in enumerate(queries):
                    for row in self._run(self._reader, sql):
                        yield number, row
        except _trouble as error:
            raise DatabaseUnavailable("hall.store_away", reason=str(error)) from None

    async def close(self) -> None:
        self._reader.close()
        self._db.close()
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None


def _make_private(path: Path) -> None:
    """Make the file, if there is none, so that only its owner can read it; SQLite gives those that
    it puts beside it the same rights."""
    with suppress(OSError):  # it is there; or it cannot be made, and SQLite will say so
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))
