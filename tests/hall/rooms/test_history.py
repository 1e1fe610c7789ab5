"""A hall with a long history: neither its start nor its rounds look at all of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, NamedTuple, cast

import apsw
import pytest

from parlour.hall.people import ratings
from parlour.hall.storage.database import Database, Row, Statement
from parlour.hall.storage.databases.database_url import open_database
from parlour.hall.storage.databases.postgres import PostgresDatabase
from parlour.hall.storage.databases.sqlite import SqliteDatabase
from parlour.hall.storage.upkeep import retention
from tests.hall.doubles import ManualClock
from tests.hall.halls import new_hall, one_round

MANY = 5_000
NOW = 1_000_000.0
FEW = MANY // 2
"""Rows that one statement may visit."""
STEPS_PER_ROW = 4
"""Steps of SQLite's virtual machine that every visited row takes at least."""


class Cost(NamedTuple):
    """What one statement has looked at."""

    sql: str
    rows: int


class Explained:
    """A PostgreSQL that counts the rows which each query touches, by its own account."""

    shared = True

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self.costs: list[Cost] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    async def read(self, sql: str, **values: Any) -> list[Row]:
        if sql.startswith("select"):
            explain = f"explain (analyze, format json) {sql}"
            (plan,) = (await self._database.read(explain, **values))[0]
            plan = json.loads(plan) if isinstance(plan, str) else plan
            self.costs.append(Cost(sql, _touched(plan[0]["Plan"])))
        return await self._database.read(sql, **values)


def _touched(node: dict[str, Any]) -> int:
    removed = sum(value for key, value in node.items() if key.startswith("Rows Removed"))
    own = int((node["Actual Rows"] + removed) * node["Actual Loops"])
    return own + sum(map(_touched, node.get("Plans", ())))


def watched(database: Any) -> tuple[Database, Callable[[], list[Cost]]]:
    """The database, and a way to learn what its statements have cost so far."""
    if isinstance(database, PostgresDatabase):
        explained = Explained(database)
        return cast(Database, explained), lambda: explained.costs
    assert isinstance(database, SqliteDatabase)
    costs: list[Cost] = []

    def profile(event: dict[str, Any]) -> None:
        # Full scans alone would not do: a search of an index may visit every row as well.
        steps = event["stmt_status"]["SQLITE_STMTSTATUS_VM_STEP"]
        costs.append(Cost(event["sql"], steps // STEPS_PER_ROW))

    for connection in (database._reader, database._db):
        connection.trace_v2(apsw.SQLITE_TRACE_PROFILE, profile)
    return database, lambda: costs


async def fill(database: Any) -> None:
    """Many matches that are over and counted, many accounts with sessions, much chat."""
    series = (
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < :many)"
        if isinstance(database, SqliteDatabase)
        else "with n as (select i from generate_series(1, :many) i)"
    )
    values = {"many": MANY, "now": NOW}
    name = "'m' || cast(i as text)"
    inserts = (
        f"insert into matches (id, game, rules, settings, listed, rated, created, status, ended)"
        f" {series} select {name}, 'brique', 1, '{{}}', 1, 1, :now, 'over', :now from n",
        f"insert into events (match, seq, command, seat, what, at)"
        f" {series} select {name}, 1, null, 0, '{{}}', :now from n",
        f"insert into counted (match, at) {series} select {name}, :now from n",
        f"insert into chat (match, at, name, text) {series} select {name}, :now, {name}, '' from n",
        f"insert into people (id, kind, name, folded, created, banned)"
        f" {series} select {name}, 'guest', {name}, {name}, :now, 0 from n",
        f"insert into sessions (token, person, created, expires)"
        f" {series} select {name}, {name}, :now, :now + 1000 from n",
    )
    for sql in inserts:
        used = {key: value for key, value in values.items() if f":{key}" in sql}
        await database.write([Statement(sql, used)])
    await database.write([Statement("analyze", {})])


async def test_a_hall_with_many_matches_neither_starts_nor_goes_on_by_looking_at_all_of_them(
    address: str,
):
    """On PostgreSQL, with 300,000 counted matches, it never started."""
    database, costs = watched(open_database(address))
    hall = await new_hall(database, ManualClock(NOW))
    try:
        await fill(database)
        costs().clear()
        await hall.heartbeat.start()
        await hall.heartbeat.beat()
        await one_round(hall)
        await ratings.catch_up(hall.database, hall.writer, NOW)
        await retention.delete_old_rows(hall.database, hall.writer, NOW)
        assert len(costs()) > 8
        assert [cost for cost in costs() if cost.rows > FEW] == []
    finally:
        await hall.close()


async def test_a_full_scan_would_be_noticed(address: str):
    database, costs = watched(open_database(address))
    hall = await new_hall(database, ManualClock(NOW))
    try:
        await fill(database)
        costs().clear()
        await database.read(
            "select id from matches where status = 'over' and rated = 1"
            " and id not in (select match from counted) order by ended, id limit 1000"
        )
        assert any(cost.rows > FEW for cost in costs())
    finally:
        await hall.close()


@pytest.mark.parametrize("size", [3, 120])
async def test_what_is_old_is_deleted_in_small_transactions_by_the_one_writer(
    address: str, size: int
):
    database = open_database(address)
    hall = await new_hall(database, ManualClock(NOW))
    sizes: list[int] = []
    write = database.write

    async def counted(statements: Any) -> None:
        assert asyncio.current_task() is hall.writer._task, "nobody else writes"
        sizes.append(len(statements))
        await write(statements)

    try:
        for number in range(size):
            person = {"id": f"p{number}", "at": 0.0}
            await database.write(
                [
                    Statement(
                        "insert into people (id, kind, name, folded, created, banned)"
                        " values (:id, 'guest', :id, :id, :at, 0)",
                        person,
                    ),
                    Statement(
                        "insert into sessions (token, person, created, expires)"
                        " values (:id, :id, :at, 5)",
                        person,
                    ),
                ]
            )
        database.write = counted  # pyright: ignore[reportAttributeAccessIssue]
        later = NOW + 400 * retention.INTERVAL
        assert await retention.delete_old_rows(hall.database, hall.writer, later) == size
        assert max(sizes) <= retention.BATCH_SIZE + 1
        assert await database.read("select * from people") == []
        assert await database.read("select * from sessions") == []
    finally:
        await hall.close()
