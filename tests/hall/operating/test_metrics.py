"""What the hall counts, and that docs/operating.md names all of it."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from parlour.hall.connections.session import Session
from parlour.hall.operating import metrics
from parlour.hall.people.authorise import User
from parlour.hall.storage.database import DatabaseUnavailable, Row, Statement
from parlour.hall.storage.databases.metered import MeteredDatabase
from parlour.hall.storage.databases.sqlite import SqliteDatabase
from parlour.hall.storage.writer import BATCH_SIZE, Writer
from tests import ROOT
from tests.hall.api.asgi import Client, make_services

PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8")
MAKE = Statement("create table kept (word text primary key)", {})


def counted(name: str) -> float:
    return metrics.registry.get_sample_value(name) or 0.0


class Slow(SqliteDatabase):
    """Does not write before it may."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.may = asyncio.Event()

    async def write(self, statements: Sequence[Statement]) -> None:
        await self.may.wait()
        await super().write(statements)


class Away(SqliteDatabase):
    """Is not there."""

    async def read(self, sql: str, **values: object) -> list[Row]:
        raise DatabaseUnavailable("hall.store_away", reason="away")

    async def write(self, statements: Sequence[Statement]) -> None:
        raise DatabaseUnavailable("hall.store_away", reason="away")


async def test_reads_and_commits_are_timed(tmp_path: Path):
    database = MeteredDatabase(SqliteDatabase(tmp_path / "a.db"))
    reads, commits = counted("parlour_read_seconds_count"), counted("parlour_commit_seconds_count")
    await database.write([MAKE])
    await database.read("select word from kept")
    await database.read("select word from kept")
    assert counted("parlour_read_seconds_count") == reads + 2
    assert counted("parlour_commit_seconds_count") == commits + 1
    await database.close()


async def test_failed_queries_and_transactions_are_counted(tmp_path: Path):
    database = MeteredDatabase(Away(tmp_path / "a.db"))
    reads, commits = counted("parlour_read_seconds_count"), counted("parlour_commit_seconds_count")
    away = counted("parlour_database_away_total")
    with pytest.raises(DatabaseUnavailable):
        await database.read("select 1")
    with pytest.raises(DatabaseUnavailable):
        await database.write([MAKE])
    assert counted("parlour_database_away_total") == away + 2
    assert counted("parlour_read_seconds_count") == reads
    assert counted("parlour_commit_seconds_count") == commits
    await database.close()


async def test_the_log_says_why_the_database_is_away_and_when_it_is_back(
    tmp_path: Path, log: io.StringIO
):
    away = Away(tmp_path / "a.db")
    database = MeteredDatabase(away)
    for _ in range(3):
        with pytest.raises(DatabaseUnavailable):
            await database.read("select 1")
    database._database = SqliteDatabase(tmp_path / "a.db")
    await database.read("select 1")
    await database.read("select 1")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [(line["event"], line.get("cause")) for line in lines] == [
        ("the database is away", "away"),
        ("the database is back", None),
    ]
    await database.close()
    await away.close()


async def test_readiness_does_not_reveal_the_database_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with make_services(tmp_path) as (services, app):

        async def gone(*_: object, **__: object) -> None:
            raise DatabaseUnavailable(
                "hall.store_away", reason="connection to server at 10.0.0.7 failed"
            )

        monkeypatch.setattr(services.database, "read", gone)
        told: list[str] = []
        session = Session(services.hall, User(), told.append)
        answers = [await Client(app).get(path) for path in ("/readyz", "/api/matches")]
        await session.receive('{"t": "enter", "d": {"match": "0123456789"}}')
        monkeypatch.undo()
    for answer in answers:
        assert (answer.status, answer.json()["code"]) == (503, "hall.store_away")
        assert "10.0.0.7" not in answer.body.decode()
        assert answer.headers["retry-after"] == "1"
    assert '"code":"away"' in told[-1]
    assert "10.0.0.7" not in told[-1]


async def test_the_queue_of_statements_is_measured(tmp_path: Path):
    database = Slow(tmp_path / "a.db")
    writer = Writer(database)
    lines = [Statement("select 1", {})] * BATCH_SIZE
    first = asyncio.create_task(writer.commit(lines))
    await asyncio.sleep(0)
    second = asyncio.create_task(writer.commit(lines[:7]))
    await asyncio.sleep(0.05)
    assert writer.pending == 7
    database.may.set()
    await asyncio.gather(first, second)
    assert writer.pending == 0
    await database.close()


async def test_the_queues_of_a_hall_are_on_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with make_services(tmp_path) as (services, app):
        monkeypatch.setattr(Writer, "pending", 12)
        monkeypatch.setattr(type(services.workers), "waiting", 3)
        page = (await Client(app).get("/metrics")).body.decode()
        monkeypatch.undo()
    assert "parlour_waiting_statements 12.0" in page
    assert "parlour_waiting_computers 3.0" in page


async def test_the_page_names_every_metric_and_no_other():
    names = {
        f"{metric.name}_total" if metric.type == "counter" else metric.name
        for metric in metrics.registry.collect()
    }
    named = set(re.findall(r"`(parlour_[a-z_]+)`", PAGE))
    assert named == names
