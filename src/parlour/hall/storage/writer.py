"""Group commit: what many rooms want to keep at the same time goes to disk in one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from parlour.hall.storage.database import Database, DatabaseUnavailable, DuplicateKey, Statement

MOST_AT_ONCE = 500
"""Statements in one transaction, about: more only make everybody wait."""
PACE = 0.01
"""Seconds from the start of one transaction to the next, at least: the disk costs as much for one
move as for ten. Only who comes just after another has to wait for that."""


Sign = Callable[[], Statement]
"""A row that says when something was last kept; made anew for every transaction."""

Answer = Callable[[Exception | None], None]
"""Called with None once the statements are on disk, or with the error: `DuplicateKey`,
`DatabaseUnavailable`, or a bug of ours."""


class WriteRequest(NamedTuple):
    """Something that is kept whole or not at all, and who waits for it."""

    statements: Sequence[Statement]
    answer: Answer


class Writer:
    """The only one who writes. While one batch goes to disk, the next one gathers."""

    def __init__(self, database: Database, sign: Sign | None = None) -> None:
        self._database = database
        self._sign = sign
        self._wishes: list[WriteRequest] = []
        self._task: asyncio.Task[None] | None = None
        self._began = -PACE  # by the loop's time: the last transaction
        self.batches = self.writes = 0

    @property
    def waiting(self) -> int:
        """Statements that no transaction has taken yet."""
        return sum(len(wish.statements) for wish in self._wishes)

    def submit(self, statements: Sequence[Statement], answer: Answer) -> None:
        """Have it kept; `answer` is called by the loop when that is decided, never before."""
        self._wishes.append(WriteRequest(statements, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._write())

    async def commit(self, statements: Sequence[Statement]) -> None:
        """Return when it is on disk; `DuplicateKey` or `DatabaseUnavailable` if it is not."""
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def answer(why: Exception | None) -> None:
            if kept.done():  # who asked has gone away
                return
            if why is None:
                kept.set_result(None)
            else:
                kept.set_exception(why)

        self.submit(statements, answer)
        await kept

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._wishes:
                wait = self._began + PACE - loop.time()
                if wait > 0 and len(self._wishes) < MOST_AT_ONCE:
                    await asyncio.sleep(wait)
                self._began = loop.time()
                await self._write_batch(self._take())
        finally:
            self._task = None

    def _take(self) -> list[WriteRequest]:
        count = statements = 0
        while count < len(self._wishes) and statements < MOST_AT_ONCE:
            statements += len(self._wishes[count].statements)
            count += 1
        batch, self._wishes = self._wishes[:count], self._wishes[count:]
        # In one order everywhere: two processes must not wait for each other's matches in a ring.
        return sorted(batch, key=_match)

    async def _write_batch(self, batch: list[WriteRequest]) -> None:
        """One transaction; if a statement in it is refused, smaller ones, to see whose it was."""
        self.batches += 1
        self.writes += len(batch)
        lines = [line for wish in batch for line in wish.statements]
        if self._sign is not None:
            lines.append(self._sign())
        try:
            await self._database.write(lines)
        except DatabaseUnavailable as away:
            self._refuse_all(batch, away)
        except Exception as error:  # noqa: BLE001 - `DuplicateKey` or a mistake: it reaches who made it
            if len(batch) == 1:
                _answer(batch, error)
                return
            half = len(batch) // 2
            await self._write_batch(batch[:half])
            await self._write_batch(batch[half:])
        else:
            _answer(batch, None)

    def _refuse_all(self, batch: list[WriteRequest], why: Exception) -> None:
        """Also those that wait: they have waited for this one as long as anybody should."""
        waiting, self._wishes = self._wishes, []
        _answer([*batch, *waiting], why)

    async def close(self) -> None:
        """Wait until everything that was asked for is kept or refused."""
        while self._task is not None:
            with suppress(DuplicateKey, DatabaseUnavailable):
                await asyncio.shield(self._task)


def _answer(wishes: list[WriteRequest], why: Exception | None) -> None:
    """One after the other, by the loop: the next batch is on its way to the disk meanwhile."""
    loop = asyncio.get_running_loop()
    for wish in wishes:
        loop.call_soon(wish.answer, why)


def _match(wish: WriteRequest) -> tuple[bool, str]:
    """Who only waits for the others, with nothing to write, comes last."""
    lines = wish.statements
    return not lines, lines[0].match if lines else ""
