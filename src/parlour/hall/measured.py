"""A database that is watched: how long its transactions take, and how large they are."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Sequence
from typing import Any

from parlour.hall import metrics
from parlour.hall.database import Database, Row, Statement


class Measured:
    """Passes everything on, and counts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def shared(self) -> bool:
        return self._database.shared

    async def read(self, sql: str, **values: Any) -> list[Row]:
        return await self._database.read(sql, **values)

    async def write(self, statements: Sequence[Statement]) -> None:
        began = time.perf_counter()
        await self._database.write(statements)
        metrics.commits.observe(time.perf_counter() - began)
        metrics.batch.observe(len(statements))

    async def change(self, statements: Sequence[Statement]) -> None:
        await self._database.change(statements)

    def news(self) -> AsyncGenerator[str]:
        return self._database.news()

    async def close(self) -> None:
        await self._database.close()
