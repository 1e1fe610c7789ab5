"""A database that is watched: how long its queries and transactions take, and what it
refuses."""

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
    """Passes everything on, and counts."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._is_away = False

    @contextmanager
    def _timed(self, histogram: Histogram) -> Generator[None]:
        """Measure what succeeds; count what fails because the database is away, and log why."""
        began = time.perf_counter()
        try:
            yield
        except DatabaseUnavailable as error:
            metrics.away.inc()
            self._note(str(error.sentence.values.get("reason", "")))
            raise
        histogram.observe(time.perf_counter() - began)
        if self._is_away:
            self._is_away = False
            log.info("the database is back")

    def _note(self, reason: str) -> None:
        if not self._is_away:
            self._is_away = True
            log.warning("the database is away", cause=reason)

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
