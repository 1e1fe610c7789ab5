"""A database that is watched: how long its queries and transactions take, and what it
refuses."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from prometheus_client import Histogram

from parlour.hall import metrics
from parlour.hall.database import Database, Row, Statement, StoreAway


@contextmanager
def _timed(histogram: Histogram) -> Generator[None]:
    """Measure what succeeds; count what fails because the database is away."""
    began = time.perf_counter()
    try:
        yield
    except StoreAway:
        metrics.away.inc()
        raise
    histogram.observe(time.perf_counter() - began)


class Measured:
    """Passes everything on, and counts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def shared(self) -> bool:
        return self._database.shared

    async def read(self, sql: str, **values: Any) -> list[Row]:
        with _timed(metrics.reads):
            return await self._database.read(sql, **values)

    async def write(self, statements: Sequence[Statement]) -> None:
        with _timed(metrics.commits):
            await self._database.write(statements)
        metrics.batch.observe(len(statements))

    async def change(self, statements: Sequence[Statement]) -> None:
        await self._database.change(statements)

    def news(self) -> AsyncGenerator[str]:
        return self._database.news()

    async def close(self) -> None:
        await self._database.close()
