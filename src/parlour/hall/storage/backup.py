"""Backups: everything in the hall's database at one moment, as lines of JSON.

The first line says what it is, each other one is a row, and the last has a sum over all of them. A
backup of either kind of database restores into either.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from parlour.hall.storage.database import Statement, WholeDatabase
from parlour.hall.storage.schema import MIGRATIONS, RESTORING, TABLES, migrate
from parlour.table.errors import BadRecord, BadSettings
from parlour.table.sentences import shorten

AT_ONCE = 400
"""Rows in one transaction."""

_encode = msgspec.json.Encoder().encode


class Head(msgspec.Struct, frozen=True):
    """The first line."""

    parlour_hall: int  # the version of this format
    step: int  # of the tables
    tables: dict[str, list[str]]  # and their columns


class Foot(msgspec.Struct, frozen=True):
    """The last line."""

    rows: int
    sha256: str  # of all lines before


_head = msgspec.json.Decoder(Head).decode
_foot = msgspec.json.Decoder(Foot).decode
_row = msgspec.json.Decoder(list[Any]).decode


async def backup(database: WholeDatabase, path: Path) -> int:
    """Write everything to a file, which appears when it is complete; the number of rows."""
    await migrate(database)
    columns = {table: await database.columns(table) for table in TABLES}
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                rows = await _write(database, columns, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)  # noqa: PTH105 - the function that promises it
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise _failed(path, error) from None
    return rows


async def _write(database: WholeDatabase, columns: dict[str, list[str]], file: BinaryIO) -> int:
    sum = hashlib.sha256()
    rows = 0

    def put(value: Any) -> None:
        line = _encode(value) + b"\n"
        sum.update(line)
        file.write(line)

    put(Head(1, len(MIGRATIONS), columns))
    queries = [f"select {', '.join(names)} from {table}" for table, names in columns.items()]  # noqa: S608 - names of ours
    async for number, row in database.export(queries):
        put([TABLES[number], *row])
        rows += 1
    file.write(_encode(Foot(rows, sum.hexdigest())) + b"\n")
    return rows


async def restore(database: WholeDatabase, path: Path) -> int:
    """Fill an empty database from a file; the number of rows. A damaged file changes nothing."""
    try:
        head = _checked(path)
        if head.step > len(MIGRATIONS):
            raise BadSettings("hall.newer_schema", ours=len(MIGRATIONS), theirs=head.step)
        if await migrate(database, head.step) < head.step:
            raise BadSettings("hall.not_empty")
        for table, names in head.tables.items():
            if await database.columns(table) != names:
                raise _damaged(path)
        await database.write([_mark("insert into schema (step) values (:step)")])
        rows = 0
        lines: list[Statement] = []
        for table, *values in _rows(path):
            lines.append(_insert(table, head.tables[table], values))
            rows += 1
            if len(lines) == AT_ONCE:
                await database.write(lines)
                lines = []
        await database.write([*lines, _mark("delete from schema where step = :step")])
    except OSError as error:
        raise _failed(path, error) from None
    await migrate(database)
    return rows


def _mark(sql: str) -> Statement:
    return Statement(sql, {"step": RESTORING})


def _insert(table: str, columns: list[str], values: list[Any]) -> Statement:
    row = {f"{name}_": value for name, value in zip(columns, values, strict=True)}
    wanted = ", ".join(f":{name}" for name in row)
    sql = f"insert into {table} ({', '.join(columns)}) values ({wanted})"  # noqa: S608 - checked
    return Statement(sql, row)


def _checked(path: Path) -> Head:
    """The head of a file that is a whole backup."""
    sum = hashlib.sha256()
    rows = -1
    with path.open("rb") as file:
        first = last = file.readline()
        for line in file:
            sum.update(last)
            last = line
            rows += 1
    try:
        head, foot = _head(first), _foot(last)
    except (msgspec.MsgspecError, UnicodeError):
        raise _damaged(path) from None
    if foot != Foot(rows, sum.hexdigest()):
        raise _damaged(path)
    return head


def _rows(path: Path) -> Iterator[list[Any]]:
    with path.open("rb") as file:
        for line in file:
            if line.startswith(b"["):
                yield _row(line)


def _damaged(path: Path) -> BadRecord:
    return BadRecord("hall.backup_damaged", path=shorten(str(path), 200))


def _failed(path: Path, error: OSError) -> BadRecord:
    reason = error.strerror or type(error).__name__
    return BadRecord("hall.backup_failed", path=shorten(str(path), 200), reason=reason)
