"""Streams over HTTP (NDJSON): a line for each event, and empty lines as keep-alives.

A stream has a bounded queue. A client that does not read is cut off; it resumes with `?since=`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable
from typing import Any

from litestar.response import Stream

from parlour.hall.audience.audience import Viewer
from parlour.hall.people.accounts import is_open
from parlour.hall.people.authorise import User
from parlour.hall.people.limits import RateLimited
from parlour.hall.rooms.hall import Hall
from parlour.hall.rooms.room import Room

KEEP_ALIVE = 6.0
"""Seconds without messages after which an empty line is sent."""
MAX_QUEUED = 256 * 1024
"""Characters in the queue of one stream."""

ANONYMOUS = User()
NDJSON = "application/x-ndjson"


class StreamListener:
    """A listener of a room that queues messages until the stream sends them."""

    def __init__(self, user: User = ANONYMOUS) -> None:
        self.user = user
        self.seats: tuple[int, ...] = ()
        self.viewer: Viewer = None
        self._queue: deque[str] = deque()
        self._size = 0
        self._more = asyncio.Event()
        self.closed = False

    def update_seats(self, room: Room) -> None:
        """Update which seats belong to the user."""
        self.seats = room.seats_of(self.user)

    def send(self, text: str) -> None:
        """Queue a message. Never waits: a stream whose queue is full ends."""
        if not self.closed:
            self._queue.append(text)
            self._size += len(text)
            if self._size > MAX_QUEUED:
                self._queue.clear()
                self.closed = True
            self._more.set()

    def close(self) -> None:
        """End the stream."""
        self.closed = True
        self._more.set()

    async def receive(self, timeout: float) -> list[str]:
        """All queued messages; none if there are no new ones before the timeout."""
        if not self._queue and not self.closed:
            self._more.clear()
            try:
                async with asyncio.timeout(timeout):
                    await self._more.wait()
            except TimeoutError:
                return []
        messages = list(self._queue)
        self._queue.clear()
        self._size = 0
        return messages


class Streams:
    """All streams of this process."""

    def __init__(self, hall: Hall, most: int, most_of_one: int) -> None:
        self._hall = hall
        self._most, self._most_of_one = most, most_of_one  # of one person or address
        self._open: dict[StreamListener, str] = {}
        self.ending = False

    def __len__(self) -> int:
        return len(self._open)

    def people(self) -> set[str]:
        """The owners of the streams of this process: ids of people, or addresses."""
        return set(self._open.values())

    def check(self, owner: str) -> None:
        """Refuse a new stream if there are too many."""
        mine = sum(other == owner for other in self._open.values())
        if self.ending or mine >= self._most_of_one or len(self._open) >= self._most:
            raise RateLimited("hall.too_many_streams")

    async def admit(self, listener: StreamListener, owner: str) -> None:
        """Register a stream when it begins to be sent.

        Its session may have ended since the request: then the stream ends too.
        """
        self._open[listener] = owner
        session = listener.user.session
        if self.ending or (session and not await is_open(self._hall.database, session)):
            listener.close()

    def release(self, listener: StreamListener) -> None:
        self._open.pop(listener, None)

    def end(self, person: str, session: str) -> None:
        """End the streams of a person or of a session."""
        for listener in list(self._open):
            user = listener.user
            if (person and user.person == person) or (session and user.session == session):
                listener.close()

    def end_expired(self, now: float) -> None:
        for listener in list(self._open):
            if (listener.user.expires or now) < now:
                listener.close()

    def close_all(self) -> None:
        """The hall shuts down."""
        self.ending = True
        for listener in list(self._open):
            listener.close()

    def of_room(
        self,
        match: str,
        listener: StreamListener,
        owner: str,
        last_seen: int | None = None,
        lines: Callable[[str], AsyncGenerator[str]] | None = None,
    ) -> AsyncGenerator[str]:
        """A room's messages as lines, beginning with its full state."""
        self.check(owner)
        return self._lines(match, listener, owner, last_seen, lines or _unchanged)

    async def _lines(
        self,
        match: str,
        listener: StreamListener,
        owner: str,
        last_seen: int | None,
        lines: Callable[[str], AsyncGenerator[str]],
    ) -> AsyncGenerator[str]:
        try:
            await self.admit(listener, owner)
            if not listener.closed:
                async with self._hall.locked_room(match) as open_room:
                    await self._hall.presence.join(open_room, listener, last_seen)
            while True:
                messages = await listener.receive(KEEP_ALIVE)
                for text in messages:
                    async for line in lines(text):
                        yield line + "\n"
                if listener.closed:
                    break
                if not messages:
                    yield "\n"
        finally:
            self.release(listener)
            self._hall.presence.leave(match, listener)


async def _unchanged(text: str) -> AsyncGenerator[str]:
    yield text


def stream_response(lines: AsyncGenerator[str]) -> Stream:
    """The response of a stream; its headers tell proxies not to buffer it."""
    headers: dict[str, Any] = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(lines, media_type=NDJSON, headers=headers)
