"""A hall opens a bounded number of PostgreSQL connections, also where queries are slow."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable
from typing import Any

import psycopg
import pytest

from parlour.hall.storage.database import DatabaseUnavailable, Statement
from parlour.hall.storage.databases.postgres import LONGEST, READERS, PostgresDatabase
from proofs.harness.postgresql import Server

SLOW_READS = 50
MARGIN = 1.0
"""Seconds by which an answer may be late on a busy machine."""


class Backends:
    """Counts the server's connections for one database URL, except its own."""

    def __init__(self, address: str) -> None:
        self._connection = psycopg.connect(address, autocommit=True)
        self.most = 0

    def count(self) -> int:
        row = self._connection.execute(
            "select count(*) from pg_stat_activity"
            " where application_name = current_setting('application_name')"
            " and pid <> pg_backend_pid()"
        ).fetchone()
        assert row is not None
        self.most = max(self.most, row[0])
        return row[0]

    async def watch(self) -> None:
        while True:
            self.count()
            await asyncio.sleep(0.02)

    def close(self) -> None:
        self._connection.close()


@pytest.fixture
def address(server: Server) -> str:
    """A new database whose connections have a name of their own."""
    url = server.new_database()
    return f"{url}&application_name={url.rpartition('%3D')[2]}"


@pytest.fixture
async def database(address: str) -> AsyncIterator[PostgresDatabase]:
    database = PostgresDatabase(address)
    yield database
    await database.close()


@pytest.fixture
async def backends(address: str) -> AsyncIterator[Backends]:
    backends = Backends(address)
    watching = asyncio.create_task(backends.watch())
    yield backends
    watching.cancel()
    backends.close()


async def timed(work: Awaitable[Any]) -> tuple[bool, float]:
    """Was it answered, and after how many seconds?"""
    began = time.monotonic()
    try:
        await work
    except DatabaseUnavailable:
        return False, time.monotonic() - began
    return True, time.monotonic() - began


async def read_slowly(database: PostgresDatabase, seconds: float) -> list[tuple[bool, float]]:
    reads = [database.read("select pg_sleep(:s)", s=seconds) for _ in range(SLOW_READS)]
    return await asyncio.gather(*map(timed, reads))


@pytest.mark.parametrize("seconds", [0.3, 30.0])
async def test_slow_reads_share_a_bounded_number_of_connections(
    database: PostgresDatabase, backends: Backends, seconds: float
):
    """An overloaded hall used up all connections of the server: "too many clients already"."""
    for _ in range(3):
        done = await read_slowly(database, seconds)
        assert max(took for _, took in done) < LONGEST + MARGIN
        assert any(answered for answered, _ in done) == (seconds < LONGEST)
    assert 0 < backends.most <= READERS
    assert await database.read("select 1") == [(1,)]


async def test_a_read_that_is_cut_ends_at_the_server(
    database: PostgresDatabase, backends: Backends
):
    answered, _ = await timed(database.read("select pg_sleep(30)"))
    assert not answered
    async with asyncio.timeout(5):
        while backends.count():
            await asyncio.sleep(0.02)


async def test_a_reader_that_goes_away_gives_its_connection_back(
    database: PostgresDatabase, backends: Backends
):
    for _ in range(3):
        reads = [
            asyncio.create_task(database.read("select pg_sleep(30)")) for _ in range(SLOW_READS)
        ]
        await asyncio.sleep(0.2)
        for read in reads:
            read.cancel()
        await asyncio.gather(*reads, return_exceptions=True)
    assert await database.read("select 1") == [(1,)]
    assert backends.most <= READERS


async def test_a_slow_write_is_cut_and_the_next_one_goes_through(
    database: PostgresDatabase, backends: Backends
):
    answered, took = await timed(database.write([Statement("select pg_sleep(30)", {})]))
    assert not answered
    assert took < LONGEST + MARGIN
    await database.write([Statement("select 1", {})])
    assert backends.most == 1
