"""Group commit: requests of many callers share a transaction, and each gets its own result."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import closing
from typing import Any

import pytest

from parlour.hall.storage.database import DatabaseUnavailable, DuplicateKey, Row, Statement
from parlour.hall.storage.writer import BATCH_INTERVAL, BATCH_SIZE, Writer
from proofs.simulation.virtual_time import VirtualLoop


class FakeDatabase:
    """A database that keeps names, each once, when it is let; and notes what it was asked."""

    shared = False

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.batches: list[list[str]] = []
        self.away: Exception | None = None
        self.let = asyncio.Event()
        self.let.set()

    async def write(self, statements: Sequence[Statement]) -> None:
        names = [statement.sql for statement in statements]
        self.batches.append(names)
        await self.let.wait()
        if self.away is not None:
            raise self.away
        if len({*self.kept, *names}) < len(self.kept) + len(names):
            raise DuplicateKey
        self.kept += names

    async def alter(self, statements: Sequence[Statement]) -> None:
        await self.write(statements)

    async def read(self, sql: str, **values: Any) -> list[Row]:
        return []

    async def notifications(self) -> AsyncGenerator[str]:
        yield ""

    async def close(self) -> None:
        """Nothing to close."""


def request(*names: str) -> list[Statement]:
    return [Statement(name, {}) for name in names]


async def keep_all(writer: Writer, *wishes: list[Statement]) -> list[BaseException | None]:
    return await asyncio.gather(*map(writer.commit, wishes), return_exceptions=True)


async def test_requests_during_a_write_form_the_next_batch():
    database = FakeDatabase()
    writer = Writer(database)
    database.let.clear()
    first = asyncio.create_task(writer.commit(request("a")))
    await asyncio.sleep(0.001)
    others = asyncio.gather(*(writer.commit(request(name)) for name in "bcd"))
    await asyncio.sleep(0.001)
    assert not first.done()
    assert database.batches == [["a"]]
    database.let.set()
    await others
    assert database.batches == [["a"], ["b", "c", "d"]]
    assert first.done()


def test_a_single_request_is_written_at_once_and_close_followers_wait():
    """In virtual time, which passes only while all tasks wait."""
    loop, database = VirtualLoop(), FakeDatabase()

    async def keep_some() -> None:
        writer = Writer(database)
        await writer.commit(request("a"))
        assert loop.time() == 0
        soon = [asyncio.create_task(writer.commit(request("b")))]
        await asyncio.sleep(BATCH_INTERVAL / 2)
        soon.append(asyncio.create_task(writer.commit(request("c"))))
        await asyncio.gather(*soon)
        assert loop.time() == BATCH_INTERVAL
        await asyncio.sleep(1)
        alone = loop.time()
        await writer.commit(request("d"))
        assert loop.time() == alone

    with closing(loop):
        loop.run_until_complete(keep_some())
    assert database.batches == [["a"], ["b", "c"], ["d"]]


def test_a_full_batch_does_not_wait_for_more():
    loop, database = VirtualLoop(), FakeDatabase()
    count = 3 * BATCH_SIZE
    with closing(loop):
        loop.run_until_complete(
            keep_all(Writer(database), *(request(str(n)) for n in range(count)))
        )
    assert loop.time() == 0
    assert len(database.kept) == count


async def test_a_batch_is_bounded():
    database = FakeDatabase()
    results = await keep_all(Writer(database), *(request(str(n)) for n in range(BATCH_SIZE + 10)))
    assert set(results) == {None}
    assert max(map(len, database.batches)) <= BATCH_SIZE
    assert len(database.batches) == 2


async def test_a_duplicate_key_fails_only_its_own_request():
    database = FakeDatabase()
    database.kept = ["b"]
    results = await keep_all(Writer(database), request("a"), request("x", "b"), request("c"))
    assert [type(result) for result in results] == [type(None), DuplicateKey, type(None)]
    assert database.kept == ["b", "a", "c"], "a request is written as a whole or not at all"


async def test_of_two_equal_requests_in_one_batch_the_first_is_written():
    database = FakeDatabase()
    results = await keep_all(Writer(database), request("a"), request("a"))
    assert [type(result) for result in results] == [type(None), DuplicateKey]


async def test_requests_fail_while_the_database_is_unavailable_and_later_ones_are_written():
    database = FakeDatabase()
    writer = Writer(database)
    database.away = DatabaseUnavailable("hall.store_away", reason="test")
    results = await keep_all(writer, request("a"), request("b"))
    assert [type(result) for result in results] == [DatabaseUnavailable, DatabaseUnavailable]
    database.away = None
    await writer.commit(request("a"))
    assert database.kept == ["a"]


async def test_a_bad_statement_is_refused_alone_whatever_the_error():
    """One guest's bad name made 240 of 548 honest requests fail."""
    database = FakeDatabase()
    writer = Writer(database)
    write = database.write

    async def refuse_bad(statements: Sequence[Statement]) -> None:
        if any(statement.sql == "bad" for statement in statements):
            raise ValueError("a NUL byte")
        await write(statements)

    database.write = refuse_bad
    names = ["a", "b", "bad", "c", "d"]
    asked = [asyncio.create_task(writer.commit(request(name))) for name in names]
    await asyncio.sleep(0)
    later = asyncio.create_task(writer.commit(request("later")))
    results = await asyncio.gather(*asked, later, return_exceptions=True)
    assert [type(result) for result in results] == [*[type(None)] * 2, ValueError] + [
        type(None)
    ] * 3
    assert database.kept == ["a", "b", "c", "d", "later"]


async def test_an_unexpected_error_completes_all_requests():
    database = FakeDatabase()
    writer = Writer(database)
    database.away = ZeroDivisionError("unforeseen")
    results = await asyncio.wait_for(keep_all(writer, request("a"), request("b")), 5)
    assert [type(result) for result in results] == [ZeroDivisionError] * 2
    database.away = None
    await asyncio.wait_for(writer.commit(request("c")), 5)
    assert database.kept == ["c"]


async def test_a_cancelled_caller_does_not_cancel_the_write():
    database = FakeDatabase()
    writer = Writer(database)
    database.let.clear()
    gone = asyncio.create_task(writer.commit(request("a")))
    stays = asyncio.create_task(writer.commit(request("b")))
    await asyncio.sleep(0.001)
    gone.cancel()
    await asyncio.sleep(0.001)
    database.let.set()
    await asyncio.wait_for(stays, 5)
    assert database.kept == ["a", "b"]
    assert gone.cancelled()


async def test_closing_waits_for_pending_requests():
    database = FakeDatabase()
    writer = Writer(database)
    asked = asyncio.create_task(writer.commit(request("a")))
    await asyncio.sleep(0)
    await writer.close()
    assert database.kept == ["a"]
    await asked


async def test_an_empty_request_completes_after_all_earlier_ones():
    database = FakeDatabase()
    writer = Writer(database)
    asked = asyncio.create_task(writer.commit(request("a")))
    await asyncio.sleep(0)
    await writer.commit(())
    assert database.kept == ["a"]
    await asked


async def test_batches_and_statements_are_counted():
    database = FakeDatabase()
    writer = Writer(database)
    await keep_all(writer, request("a"), request("b"))
    assert (writer.batches, writer.writes) == (1, 2)


@pytest.mark.parametrize("count", [1, 7])
async def test_every_request_is_completed(count: int):
    results = await keep_all(Writer(FakeDatabase()), *(request(str(n)) for n in range(count)))
    assert results == [None] * count
