"""Group commit: what many rooms write at the same time goes to disk in one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from parlour.hall.storage.database import Database, DatabaseUnavailable, DuplicateKey, Statement

BATCH_SIZE = 500
"""Statements in one transaction, about: more would only make everybody wait."""
BATCH_INTERVAL = 0.01
"""Seconds from the start of one transaction to the next, at least: the disk costs as much for one
move as for ten. Only a request that comes just after another has to wait."""


NewPulse = Callable[[], Statement]
"""Makes the row that says when the hall last wrote; a new one for every transaction."""

WriteCallback = Callable[[Exception | None], None]
"""Called with None once the statements are on disk, or with the error: `DuplicateKey`,
`DatabaseUnavailable`, or a bug of ours."""


class WriteRequest(msgspec.Struct, frozen=True):
    """Statements that are committed together or not at all."""

    statements: Sequence[Statement]
    callback: WriteCallback


class Writer:
    """The only writer of a process. While one batch goes to disk, the next one gathers."""

    def __init__(self, database: Database, new_pulse: NewPulse | None = None) -> None:
        self._database = database
        self._new_pulse = new_pulse
        self._queue: list[WriteRequest] = []
        self._task: asyncio.Task[None] | None = None
        self._began = -BATCH_INTERVAL  # the last transaction, by the loop's clock
        self.batches = self.writes = 0

    @property
    def pending(self) -> int:
        """Statements that wait for a transaction."""
        return sum(len(request.statements) for request in self._queue)

    def submit(self, statements: Sequence[Statement], callback: WriteCallback) -> None:
        """Write the statements. The callback is called from the loop, never before this returns."""
        self._queue.append(WriteRequest(statements, callback))
        if self._task is None:
            self._task = asyncio.create_task(self._write())

    async def commit(self, statements: Sequence[Statement]) -> None:
        """Return when they are on disk; `DuplicateKey` or `DatabaseUnavailable` if they are not."""
        committed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def callback(error: Exception | None) -> None:
            if committed.done():  # the caller was cancelled
                return
            if error is None:
                committed.set_result(None)
            else:
                committed.set_exception(error)

        self.submit(statements, callback)
        await committed

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._queue:
                wait = self._began + BATCH_INTERVAL - loop.time()
                if wait > 0 and len(self._queue) < BATCH_SIZE:
                    await asyncio.sleep(wait)
                self._began = loop.time()
                await self._write_batch(self._next_batch())
        finally:
            self._task = None

    def _next_batch(self) -> list[WriteRequest]:
        count = statements = 0
        while count < len(self._queue) and statements < BATCH_SIZE:
            statements += len(self._queue[count].statements)
            count += 1
        batch, self._queue = self._queue[:count], self._queue[count:]
        # The same order in every process: otherwise two could deadlock over each other's matches.
        return sorted(batch, key=_lock_order)

    async def _write_batch(self, batch: list[WriteRequest]) -> None:
        """One transaction; if a statement is refused, bisect the batch to find the request."""
        self.batches += 1
        self.writes += len(batch)
        lines = [line for request in batch for line in request.statements]
        if self._new_pulse is not None:
            lines.append(self._new_pulse())
        try:
            await self._database.write(lines)
        except DatabaseUnavailable as unavailable:
            self._fail_all(batch, unavailable)
        except Exception as error:  # noqa: BLE001 - `DuplicateKey` or a bug: its caller gets it
            if len(batch) == 1:
                _call_back(batch, error)
                return
            half = len(batch) // 2
            await self._write_batch(batch[:half])
            await self._write_batch(batch[half:])
        else:
            _call_back(batch, None)

    def _fail_all(self, batch: list[WriteRequest], error: Exception) -> None:
        """Fail the queue too: it has waited as long for this batch as anybody should."""
        queue, self._queue = self._queue, []
        _call_back([*batch, *queue], error)

    async def close(self) -> None:
        """Wait until everything submitted is on disk or has failed."""
        while self._task is not None:
            with suppress(DuplicateKey, DatabaseUnavailable):
                await asyncio.shield(self._task)


def _call_back(requests: list[WriteRequest], error: Exception | None) -> None:
    """One by one, from the loop: the next batch is on its way to the disk meanwhile."""
    loop = asyncio.get_running_loop()
    for request in requests:
        loop.call_soon(request.callback, error)


def _lock_order(request: WriteRequest) -> tuple[bool, str]:
    """By match; requests without statements, which only wait for the batch, come last."""
    lines = request.statements
    return not lines, lines[0].match if lines else ""
