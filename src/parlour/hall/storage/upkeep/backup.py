"""Backups: a snapshot of the hall's database as lines of JSON.

The first line is a header, each other one is a row, and the last holds a checksum of all of them. A
backup of either kind of database can be restored into either.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from parlour.hall.storage.database import AdminDatabase, Statement
from parlour.hall.storage.schema import MIGRATIONS, RESTORING, TABLES, migrate
from parlour.table.errors import BadRecord, BadSettings
from parlour.table.sentences import shorten

BATCH_SIZE = 400
"""Rows in one transaction."""

_encode = msgspec.json.Encoder().encode


class BackupHeader(msgspec.Struct, frozen=True):
    """The first line."""

    parlour_hall: int  # the version of the format
    step: int  # the last migration
    tables: dict[str, list[str]]  # with their columns


class Footer(msgspec.Struct, frozen=True):
    """The last line."""

    rows: int
    sha256: str  # of all lines before


_decode_header = msgspec.json.Decoder(BackupHeader).decode
_decode_footer = msgspec.json.Decoder(Footer).decode
_decode_row = msgspec.json.Decoder(list[Any]).decode


async def backup(database: AdminDatabase, path: Path) -> int:
    """Write all tables to a file, which appears once it is complete; the number of rows."""
    await migrate(database)
    columns = {table: await database.columns(table) for table in TABLES}
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                rows = await _write(database, columns, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)  # noqa: PTH105 - documented to be atomic
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise _failed(path, error) from None
    return rows


async def _write(database: AdminDatabase, columns: dict[str, list[str]], file: BinaryIO) -> int:
    checksum = hashlib.sha256()
    rows = 0

    def write_line(value: Any) -> None:
        line = _encode(value) + b"\n"
        checksum.update(line)
        file.write(line)

    write_line(BackupHeader(1, len(MIGRATIONS), columns))
    queries = [f"select {', '.join(names)} from {table}" for table, names in columns.items()]  # noqa: S608 - our own names
    async for number, row in database.export(queries):
        write_line([TABLES[number], *row])
        rows += 1
    file.write(_encode(Footer(rows, checksum.hexdigest())) + b"\n")
    return rows


async def restore(database: AdminDatabase, path: Path) -> int:
    """Fill an empty database from a file; the number of rows. A damaged file changes nothing."""
    try:
        header = _verified_header(path)
        if header.step > len(MIGRATIONS):
            raise BadSettings("hall.newer_schema", ours=len(MIGRATIONS), theirs=header.step)
        if await migrate(database, header.step) < header.step:
            raise BadSettings("hall.not_empty")
        for table, names in header.tables.items():
            if await database.columns(table) != names:
                raise _damaged(path)
        await database.write([_restoring_mark("insert into schema (step) values (:step)")])
        rows = 0
        lines: list[Statement] = []
        for table, *values in _rows(path):
            lines.append(_insert(table, header.tables[table], values))
            rows += 1
            if len(lines) == BATCH_SIZE:
                await database.write(lines)
                lines = []
        await database.write([*lines, _restoring_mark("delete from schema where step = :step")])
    except OSError as error:
        raise _failed(path, error) from None
    await migrate(database)
    return rows


def _restoring_mark(sql: str) -> Statement:
    return Statement(sql, {"step": RESTORING})


def _insert(table: str, columns: list[str], values: list[Any]) -> Statement:
    row = {f"{name}_": value for name, value in zip(columns, values, strict=True)}
    parameters = ", ".join(f":{name}" for name in row)
    sql = f"insert into {table} ({', '.join(columns)}) values ({parameters})"  # noqa: S608 - checked
    return Statement(sql, row)


def _verified_header(path: Path) -> BackupHeader:
    """The header of a backup, once its checksum has been verified."""
    checksum = hashlib.sha256()
    rows = -1
    with path.open("rb") as file:
        first = last = file.readline()
        for line in file:
            checksum.update(last)
            last = line
            rows += 1
    try:
        header, footer = _decode_header(first), _decode_footer(last)
    except (msgspec.MsgspecError, UnicodeError):
        raise _damaged(path) from None
    if footer != Footer(rows, checksum.hexdigest()):
        raise _damaged(path)
    return header


def _rows(path: Path) -> Iterator[list[Any]]:
    with path.open("rb") as file:
        for line in file:
            if line.startswith(b"["):
                yield _decode_row(line)


def _damaged(path: Path) -> BadRecord:
    return BadRecord("hall.backup_damaged", path=shorten(str(path), 200))


def _failed(path: Path, error: OSError) -> BadRecord:
    reason = error.strerror or type(error).__name__
    return BadRecord("hall.backup_failed", path=shorten(str(path), 200), reason=reason)
