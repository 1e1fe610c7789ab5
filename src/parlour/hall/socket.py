"""The WebSocket of the hall, as a plain ASGI application.

A connection reads one message after the other; the next is read when the last one is answered. What
it is told waits in a queue with an end: who does not read is cut, and costs nobody anything.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

from parlour.hall.addresses import address_of, is_limited
from parlour.hall.authorise import Forbidden, Who
from parlour.hall.config import Config
from parlour.hall.database import StoreAway
from parlour.hall.hall import Hall
from parlour.hall.session import Flooding, Session

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MOST_WAITING = 256 * 1024
"""Characters that may wait for one connection."""
DEADLINE = 10.0
"""Seconds in which a message has to have left."""

TOO_SLOW, TOO_MUCH, GOING_AWAY, TRY_LATER, REFUSED = 4008, 4029, 1012, 1013, 4403


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

    def __init__(self, hall: Hall, who: Callable[[Scope], Awaitable[Who]], config: Config) -> None:
        self._hall = hall
        self._who = who
        self._config = config
        self._open: dict[Outbox, str] = {}
        self._of: Counter[str] = Counter()  # how many of which address
        self._ending = False

    def __len__(self) -> int:
        return len(self._open)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        address = address_of(scope)
        if self._is_full(scope, address):
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        try:
            who = await self._who(scope)
        except (Forbidden, StoreAway) as error:  # before it is accepted: the server answers 403
            code = REFUSED if isinstance(error, Forbidden) else TRY_LATER
            await send({"type": "websocket.close", "code": code})
            return
        await send({"type": "websocket.accept"})
        outbox = Outbox(send)
        self._open[outbox] = address
        self._of[address] += 1
        sender = asyncio.create_task(outbox.run())
        session = Session(self._hall, who, outbox.put)
        try:
            await self._listen(session, receive, outbox)
        finally:
            session.leave()
            outbox.close(1000)
            del self._open[outbox]
            self._of[address] -= 1
            if not self._of[address]:
                del self._of[address]
            await sender

    def _is_full(self, scope: Scope, address: str) -> bool:
        config = self._config
        too_many = self._of[address] >= config.most_sockets_of_one and is_limited(scope, config)
        return self._ending or too_many or len(self._open) >= config.most_sockets

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
        """Tell everybody when to come back, and close; nobody else is let in."""
        self._ending = True
        for outbox in list(self._open):
            outbox.put(farewell)
            outbox.close(GOING_AWAY)
