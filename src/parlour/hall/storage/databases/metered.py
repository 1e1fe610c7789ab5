"""A database with metrics: durations of queries and transactions, and failures."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import contextmanager
from typing import Any

import structlog
from prometheus_client import Histogram

from parlour.hall.operating import metrics
from parlour.hall.storage.database import Database, DatabaseUnavailable, Row, Statement

log = structlog.get_logger("parlour.hall")


class MeteredDatabase:
    """Delegates to a database and measures it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._is_unavailable = False

    @contextmanager
    def _timed(self, histogram: Histogram) -> Generator[None]:
        """Measure successes; count failures, and log the first of a row with its reason."""
        began = time.perf_counter()
        try:
            yield
        except DatabaseUnavailable as error:
            metrics.away.inc()
            if not self._is_unavailable:
                self._is_unavailable = True
                reason = str(error.sentence.values.get("reason", ""))
                log.warning("the database is away", cause=reason)
            raise
        histogram.observe(time.perf_counter() - began)
        if self._is_unavailable:
            self._is_unavailable = False
            log.info("the database is back")

    @property
    def shared(self) -> bool:
        return self._database.shared

    async def read(self, sql: str, **values: Any) -> list[Row]:
        with self._timed(metrics.reads):
            return await self._database.read(sql, **values)

    async def write(self, statements: Sequence[Statement]) -> None:
        with self._timed(metrics.commits):
            await self._database.write(statements)
        metrics.batch.observe(len(statements))

    async def alter(self, statements: Sequence[Statement]) -> None:
        await self._database.alter(statements)

    def notifications(self) -> AsyncGenerator[str]:
        return self._database.notifications()

    async def close(self) -> None:
        await self._database.close()
