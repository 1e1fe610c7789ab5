"""The port to a database, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from parlour.hall.storage.database import (
    AdminDatabase,
    DatabaseUnavailable,
    DuplicateKey,
    Statement,
)
from parlour.hall.storage.databases.database_url import open_database
from parlour.hall.storage.databases.postgres import LARGEST_NOTE, PostgresDatabase, translated
from parlour.hall.storage.databases.sqlite import SqliteDatabase
from parlour.hall.storage.schema import MIGRATIONS, TABLES, migrate
from parlour.hall.storage.upkeep.backup import backup, restore
from parlour.hall.storage.writer import Writer
from parlour.table.errors import BadRecord, BadSettings
from proofs.harness.postgresql import Server
from tests.hall.visitors import FOUR, Halls, kept, set_up


@pytest.fixture
async def database(address: str) -> AsyncIterator[AdminDatabase]:
    database = open_database(address)
    await migrate(database)
    yield database
    await database.close()


def gap(began: float) -> Statement:
    return Statement("insert into gaps values (:began, :ended)", {"began": began, "ended": 0.1})


def pulse(process: str) -> Statement:
    return Statement("insert into pulse values (:process, :at)", {"process": process, "at": 1.5})


async def test_what_was_written_is_read(database: AdminDatabase):
    await database.write([pulse("one"), pulse("100% :two ünï")])
    rows = await database.read(
        "select process, at from pulse where process like :like or at <> :at order by process",
        like="100%",
        at=0,
    )
    assert rows == [("100% :two ünï", 1.5), ("one", 1.5)]


async def test_a_transaction_is_written_completely_or_not_at_all(database: AdminDatabase):
    await database.write([pulse("one")])
    with pytest.raises(DuplicateKey):
        await database.write([pulse("two"), pulse("one"), pulse("three")])
    assert await database.read("select process from pulse") == [("one",)]
    await database.write([pulse("two")])
    assert await database.read("select count(*) from pulse") == [(2,)]


async def test_a_lost_race_is_not_logged(database: AdminDatabase, caplog: pytest.LogCaptureFixture):
    await database.write([pulse("one")])
    with pytest.raises(DuplicateKey):
        await database.write([pulse(name) for name in ("one", "two", "three")])
    assert caplog.messages == []


async def test_an_event_needs_its_match(database: AdminDatabase):
    sql = "insert into events (match, seq, seat, what, at) values ('none', 1, 0, 'x', 0)"
    with pytest.raises(DuplicateKey):
        await database.write([Statement(sql, {})])


async def test_in_a_batch_only_requests_with_a_duplicate_key_are_refused(database: AdminDatabase):
    writer = Writer(database)
    names = [f"process {number % 9}" for number in range(12)]
    done = await asyncio.gather(
        *(writer.commit([pulse(name)]) for name in names), return_exceptions=True
    )
    refused = [name for name, result in zip(names, done, strict=True) if result is not None]
    assert refused == names[9:]
    assert await database.read("select count(*) from pulse") == [(9,)]


async def test_an_invalid_statement_fails_for_its_caller(database: AdminDatabase):
    writer = Writer(database)
    with pytest.raises(Exception, match="nowhere"):
        await writer.commit([Statement("insert into nowhere values (1)", {})])
    await writer.commit([pulse("one")])
    assert await database.read("select process from pulse") == [("one",)]


@pytest.mark.parametrize("bad", ["a\0b", "\ud800", "x" * 100_000])
async def test_a_name_that_the_database_refuses_harms_nobody_else(
    database: AdminDatabase, bad: str
):
    """A seat named `bot:` and a NUL made everybody's writes fail; a key can be too long as well."""
    writer = Writer(database)
    names = [*(f"process {number}" for number in range(5)), bad]
    done = await asyncio.gather(
        *(writer.commit([pulse(name)]) for name in names), return_exceptions=True
    )
    assert done[:5] == [None] * 5
    assert not isinstance(done[5], DatabaseUnavailable), "the database is not away"
    await writer.commit([pulse("afterwards")])


async def test_a_statement_says_by_a_field_which_match_it_changes(server: Server):
    address = server.new_database()
    one, other = PostgresDatabase(address), PostgresDatabase(address)
    async with aclosing(other.notifications()) as notifications:
        assert await anext(notifications) == ""
        await one.write([Statement("select :match::text", {"match": "silent"})])
        await one.write([Statement("select 1", {}, match="loud")])
        assert await anext(notifications) == "loud"
    await one.close()
    await other.close()


# ---- what is kept is kept ------------------------------------------------------------------------


async def test_sqlite_waits_for_the_disk_at_every_commit(tmp_path: Path):
    database = SqliteDatabase(tmp_path / "hall.db")
    (synchronous,) = list(database._run(database._db, "pragma synchronous"))
    (journal,) = list(database._run(database._db, "pragma journal_mode"))
    assert (synchronous, journal) == ((2,), ("wal",)), "2 is FULL: a WAL is synced at each commit"
    await database.close()


async def test_postgresql_waits_for_the_disk_at_every_commit_whatever_its_default():
    with Server("synchronous_commit=off") as careless:
        database = PostgresDatabase(careless.new_database())
        await database.write([Statement("select 1", {})])
        (writer,) = database._writer._idle
        for name in ("synchronous_commit", "fsync", "full_page_writes"):
            cursor = await writer.execute("select current_setting(%s)", (name,))
            assert await cursor.fetchone() == ("on",), name
        await database.close()


# ---- whose the file is ---------------------------------------------------------------------------


async def test_only_the_owner_can_read_the_database_and_its_backup(tmp_path: Path):
    before = os.umask(0o022)
    try:
        database = open_database(f"sqlite:{tmp_path / 'hall.db'}")
        database.claim()
        await migrate(database)
        await backup(database, tmp_path / "backup")
        rights = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        await database.close()
    finally:
        os.umask(before)
    names = {"hall.db", "hall.db-wal", "hall.db-shm", "hall.db.lock", "backup"}
    assert rights == dict.fromkeys(names, 0o600)


_claim = """
import sys
from parlour.hall.storage.databases.database_url import open_database
open_database(sys.argv[1]).claim()
print("mine", flush=True)
sys.stdin.read()
"""


async def test_a_second_hall_on_one_file_is_refused_until_the_first_is_gone(tmp_path: Path):
    address = f"sqlite:{tmp_path / 'hall.db'}"
    command = [sys.executable, "-c", _claim, address]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == b"mine\n"
        database = open_database(address)
        with pytest.raises(BadSettings, match="in use by another server"):
            database.claim()
        first.kill()
        first.wait()
        database.claim()
        await database.close()


async def test_processes_that_start_together_make_the_tables_once(address: str):
    databases = [open_database(address) for _ in range(4)]
    try:
        taken = await asyncio.gather(*(migrate(database) for database in databases))
        assert max(taken) == len(MIGRATIONS)
        steps = await databases[0].read("select step from schema order by step")
        assert steps == [(step,) for step in range(1, len(MIGRATIONS) + 1)]
        assert await migrate(databases[0]) == 0
    finally:
        for database in databases:
            await database.close()


async def test_a_table_that_another_process_has_just_created_is_a_lost_race(server: Server):
    database = PostgresDatabase(server.new_database())
    create = Statement("create table chairs (seat integer)", {})
    await database.write([create])
    try:
        with pytest.raises(DuplicateKey):
            await database.write([create])
    finally:
        await database.close()


async def test_a_newer_database_is_left_alone(database: AdminDatabase):
    await database.write([Statement("insert into schema values (:step)", {"step": 99})])
    with pytest.raises(BadSettings, match="belongs to a newer Parlour"):
        await migrate(database)


# ---- news ----------------------------------------------------------------------------------------


async def test_others_are_told_of_a_match_however_many_there_are(server: Server):
    address = server.new_database()
    one, other = PostgresDatabase(address), PostgresDatabase(address)
    ids = [f"match-{number:09}-{'x' * 30}" for number in range(400)]
    statements = [Statement("select :id::text", {"id": id}, match=id) for id in ids]
    assert len(" ".join(ids)) > 2 * LARGEST_NOTE
    async with (
        asyncio.timeout(20),
        aclosing(one.notifications()) as own,
        aclosing(other.notifications()) as notifications,
    ):
        assert await anext(own) == await anext(notifications) == ""
        await one.write(statements)
        assert [await anext(notifications) for _ in ids] == ids
        await other.write(statements[:1])
        assert await anext(own) == ids[0]  # and nothing of what it has written itself
    await one.close()
    await other.close()


async def test_listeners_learn_that_notifications_may_have_been_missed(server: Server):
    database = PostgresDatabase(server.new_database())
    async with asyncio.timeout(30), aclosing(database.notifications()) as notifications:
        assert await anext(notifications) == ""
        server.stop()
        server.start()
        assert await anext(notifications) == ""
    await database.close()


def test_our_sql_as_psycopg_takes_it():
    ours = "select a::text, '5%' from b where c = :c_1 and d = :c_1"
    assert translated(ours) == "select a::text, '5%%' from b where c = %(c_1)s and d = %(c_1)s"


# ---- a server that is away -----------------------------------------------------------------------


async def outcome(work: Any) -> str:
    try:
        await work
    except DatabaseUnavailable as away:
        return type(away).__name__
    return "done"


async def test_a_server_that_stops_and_starts_is_used_again(server: Server):
    database = PostgresDatabase(server.new_database())
    await migrate(database)
    await asyncio.gather(*(database.read("select 1") for _ in range(9)))
    await database.write([pulse("one")])
    server.stop()
    assert await outcome(database.read("select 1")) == "DatabaseUnavailable"
    assert await outcome(database.write([pulse("two")])) == "DatabaseUnavailable"
    assert await outcome(database.write([pulse("two")])) == "DatabaseUnavailable"
    server.start()
    assert await database.read("select process from pulse") == [("one",)]
    await database.write([pulse("two")])
    await database.close()


async def test_a_server_that_does_not_answer_is_unavailable(server: Server):
    database = PostgresDatabase(server.new_database())
    await migrate(database)
    await database.write([pulse("one")])
    server.freeze()
    try:
        async with asyncio.timeout(10):
            done = await asyncio.gather(
                outcome(database.read("select 1")), outcome(database.write([pulse("two")]))
            )
            assert done == ["DatabaseUnavailable", "DatabaseUnavailable"]
    finally:
        server.thaw()
    await database.write([pulse("three")])
    await database.close()


# ---- addresses and backups -----------------------------------------------------------------------


@pytest.mark.parametrize("wrong", ["", "hall.db", "sqlite:", "mysql://x", "postgresql:x", "a:\0"])
def test_an_invalid_database_url_is_refused(wrong: str):
    with pytest.raises(BadSettings, match=r"sqlite:PATH"):
        open_database(wrong)


def test_a_refused_address_does_not_show_its_password():
    with pytest.raises(BadSettings) as refused:
        open_database("mysql://me:secret@host/name")
    assert "secret" not in str(refused.value)


async def test_every_table_is_in_a_backup(tmp_path: Path):
    database = open_database(f"sqlite:{tmp_path / 'hall.db'}")
    await migrate(database)
    rows = await database.read("select name from sqlite_schema where type = 'table'")
    assert {name for (name,) in rows} == {*TABLES, "schema"}
    await database.close()


async def everything(database: AdminDatabase) -> list[tuple[int, Sequence[Any]]]:
    queries = [f"select * from {table} order by 1, 2" for table in TABLES]
    return [row async for row in database.export(queries)]


@pytest.mark.parametrize("into", ["sqlite", "postgresql"])
async def test_a_backup_restores_into_either_database(
    into: str, halls: Halls, server: Server, tmp_path: Path
):
    hall = await halls.new()
    await set_up(hall, "m", FOUR)
    source: Any = hall.database
    file = tmp_path / "backup"
    rows = await backup(source, file)
    before = await everything(source)
    assert rows == len(before) > len(await kept(hall, "m")) > 0
    copy = f"sqlite:{tmp_path / 'copy.db'}" if into == "sqlite" else server.new_database()
    target = open_database(copy)
    assert await restore(target, file) == rows
    assert await everything(target) == before
    with pytest.raises(BadSettings, match="already"):
        await restore(target, file)
    assert await everything(target) == before
    await target.close()


async def test_a_damaged_backup_changes_nothing(halls: Halls, tmp_path: Path):
    hall = await halls.new()
    await set_up(hall, "m")
    source: Any = hall.database
    file = tmp_path / "backup"
    await backup(source, file)
    whole = file.read_bytes()
    target = open_database(f"sqlite:{tmp_path / 'copy.db'}")
    for damaged in (whole[:-9], b"", whole.replace(b"P0", b"P9"), b"\xff" + whole, whole + b"[]\n"):
        file.write_bytes(damaged)
        with pytest.raises(BadRecord, match="or is incomplete"):
            await restore(target, file)
    file.write_bytes(whole)
    assert await restore(target, file) > 0
    await target.close()


async def test_an_incomplete_restore_is_refused(halls: Halls, tmp_path: Path):
    hall = await halls.new()
    await set_up(hall, "m")
    source: Any = hall.database
    await backup(source, tmp_path / "backup")
    target: Any = open_database(f"sqlite:{tmp_path / 'copy.db'}")
    write = target.write

    async def fail_later(statements: Sequence[Statement]) -> None:
        if any("events" in line.sql and "insert" in line.sql for line in statements):
            raise DatabaseUnavailable("hall.store_away", reason="full")
        await write(statements)

    target.write = fail_later
    with pytest.raises(DatabaseUnavailable):
        await restore(target, tmp_path / "backup")
    with pytest.raises(BadSettings, match="an incomplete backup"):
        await migrate(target)
    await target.close()
