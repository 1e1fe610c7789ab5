"""The WebSocket of the hall, as a plain ASGI application.

A connection reads one message after the other; the next is read when the last one is answered. What
it is told waits in a queue with an end: who does not read is cut, and costs nobody anything.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

from parlour.hall.authorise import Who
from parlour.hall.hall import Hall
from parlour.hall.session import Flooding, Session

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MOST_WAITING = 256 * 1024
"""Characters that may wait for one connection."""
DEADLINE = 10.0
"""Seconds in which a message has to have left."""

TOO_SLOW, TOO_MUCH, GOING_AWAY = 4008, 4029, 1012


class Outbox:
    """What a connection has still to be told, and the task that tells it."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: deque[str] = deque()
        self._size = 0
        self._more = asyncio.Event()
        self.closed: int | None = None  # the code to close with

    def put(self, text: str) -> None:
        """Never waits; a connection whose queue is full will be closed."""
        if self.closed is not None:
            return
        self._waiting.append(text)
        self._size += len(text)
        if self._size > MOST_WAITING:
            self.close(TOO_SLOW)
        self._more.set()

    def close(self, code: int) -> None:
        """What waits is still sent, if it leaves in time; not to those who do not read."""
        if self.closed is None:
            self.closed = code
            if code == TOO_SLOW:
                self._waiting.clear()
            self._more.set()

    async def run(self) -> None:
        """Send until closed. A message that does not leave in time ends the connection."""
        while self.closed is None:
            if self._waiting:
                try:
                    async with asyncio.timeout(DEADLINE):
                        await self._send_next()
                except OSError:  # too slow (TimeoutError is one), or gone
                    self.close(TOO_SLOW)
            else:
                self._more.clear()
                await self._more.wait()
        with suppress(OSError, RuntimeError):
            async with asyncio.timeout(DEADLINE):
                while self._waiting:
                    await self._send_next()
                await self._send({"type": "websocket.close", "code": self.closed})

    async def _send_next(self) -> None:
        text = self._waiting.popleft()
        self._size -= len(text)
        await self._send({"type": "websocket.send", "text": text})


class Sockets:
    """All connections of this process."""

    def __init__(self, hall: Hall, who: Callable[[Scope], Awaitable[Who]], most: int) -> None:
        self._hall = hall
        self._who = who
        self._most = most
        self._open: set[Outbox] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        if len(self._open) >= self._most:
            await send({"type": "websocket.close", "code": 1013})
            return
        who = await self._who(scope)
        await send({"type": "websocket.accept"})
        outbox = Outbox(send)
        self._open.add(outbox)
        sender = asyncio.create_task(outbox.run())
        session = Session(self._hall, who, outbox.put)
        try:
            await self._listen(session, receive, outbox)
        finally:
            session.leave()
            outbox.close(1000)
            self._open.discard(outbox)
            await sender

    async def _listen(self, session: Session, receive: Receive, outbox: Outbox) -> None:
        while outbox.closed is None:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                break
            try:
                await session.receive(message.get("text") or message.get("bytes") or "")
            except Flooding:
                outbox.close(TOO_MUCH)

    def close_all(self, farewell: str) -> None:
        """Tell everybody when to come back, and close."""
        for outbox in list(self._open):
            outbox.put(farewell)
            outbox.close(GOING_AWAY)
