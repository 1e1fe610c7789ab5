"""A bounded pool of PostgreSQL connections, and queries with a deadline.

A query that misses its deadline is cancelled at the server, and its connection is closed. It counts
against the bound until the server has closed its end too: however slow the server is, a hall never
has more connections there than the bound says.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import psycopg
from psycopg import AsyncConnection
from psycopg.pq import TransactionStatus

CANCEL_TIMEOUT = 1.0
"""Seconds for a cancel request to reach the server."""
CLOSE_TIMEOUT = 5.0
"""Seconds after which we stop waiting for a server that neither answers nor closes its end."""

Result = TypeVar("Result")
Connect = Callable[[], Awaitable[AsyncConnection]]
Query = Callable[[AsyncConnection], Awaitable[Result]]

CONNECTION_ERRORS = (
    psycopg.OperationalError,
    psycopg.InternalError,
    psycopg.InterfaceError,
    OSError,
)
"""What a server causes that is away, starting, stopping, full, or does not answer."""


class _Lease:
    """A caller's share of the pool, and the connection once there is one."""

    connection: AsyncConnection | None = None
    abandoned = False


class ConnectionPool:
    """At most `size` connections for queries of one kind, opened when they are first needed."""

    def __init__(self, connect: Connect, size: int, *, retry: bool) -> None:
        self._connect = connect
        self._retry = retry  # on a new connection, if an idle one turns out to be broken
        self._free = asyncio.Semaphore(size)
        self._idle: list[AsyncConnection] = []
        self._cleanups: dict[asyncio.Task[None], _Lease] = {}

    async def run(self, query: Query[Result], deadline: float) -> Result:
        """The result of a query; `TimeoutError` at the deadline, by the loop's clock."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout_at(deadline):
            await self._free.acquire()
        lease = _Lease()
        # A task of its own: it may outlive the caller, who is not kept waiting while it ends.
        task = loop.create_task(self._run(lease, query))
        task.add_done_callback(self._release)
        try:
            await asyncio.wait({task}, timeout=deadline - loop.time())
        finally:
            if not task.done():
                lease.abandoned = True
                cleanup = loop.create_task(_abandon(lease, task))
                self._cleanups[cleanup] = lease
                cleanup.add_done_callback(self._cleanups.pop)
        if lease.abandoned:
            raise TimeoutError
        return task.result()

    def _release(self, task: asyncio.Task[Result]) -> None:
        self._free.release()
        if not task.cancelled():
            task.exception()  # retrieved, as nobody may wait for it any more

    async def _run(self, lease: _Lease, query: Query[Result]) -> Result:
        if self._idle:
            try:
                return await self._use(lease, self._idle.pop(), query)
            except CONNECTION_ERRORS:
                if lease.abandoned or not self._retry:
                    raise
            await self._close_idle()  # the server has been restarted since
        return await self._use(lease, await self._connect(), query)

    async def _use(
        self, lease: _Lease, connection: AsyncConnection, query: Query[Result]
    ) -> Result:
        if lease.abandoned:  # while it was connecting
            self._idle.append(connection)
            raise TimeoutError
        lease.connection = connection
        try:
            return await query(connection)
        finally:
            if lease.abandoned:  # a late cancel request must not hit the next query
                await close_both_ends(connection)
            elif connection.info.transaction_status == TransactionStatus.IDLE:
                self._idle.append(connection)
            else:
                await connection.close()

    async def _close_idle(self) -> None:
        while self._idle:
            await self._idle.pop().close()

    async def close(self) -> None:
        """Close all connections, those of abandoned queries too."""
        if self._cleanups:
            await asyncio.wait(self._cleanups, timeout=CANCEL_TIMEOUT)
        for lease in self._cleanups.values():
            if lease.connection is not None:
                cut(lease.connection)
        if self._cleanups:
            await asyncio.wait(self._cleanups, timeout=CANCEL_TIMEOUT)
        await self._close_idle()


async def _abandon(lease: _Lease, task: asyncio.Task[Result]) -> None:
    """Have the server stop an abandoned query, and wait until it has."""
    if lease.connection is not None:
        with suppress(*CONNECTION_ERRORS):
            await lease.connection.cancel_safe(timeout=CANCEL_TIMEOUT)
    await asyncio.wait({task}, timeout=CLOSE_TIMEOUT)
    if not task.done():
        if lease.connection is not None:
            cut(lease.connection)
        else:
            task.cancel()
        await asyncio.wait({task})


def cut(connection: AsyncConnection) -> None:
    """End a connection under a query that waits for an answer; the query fails at once."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as end:
        end.shutdown(socket.SHUT_RDWR)


async def close_both_ends(connection: AsyncConnection) -> None:
    """Close a connection and wait until the server process behind it has ended."""
    try:
        end = socket.socket(fileno=os.dup(connection.fileno()))
    except (OSError, psycopg.Error):  # it is broken already
        await connection.close()
        return
    with end:
        await connection.close()
        end.setblocking(False)
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            async with asyncio.timeout(CLOSE_TIMEOUT):
                while await loop.sock_recv(end, 4096):
                    pass
