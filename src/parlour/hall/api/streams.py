"""Streams over HTTP: a line of JSON for each thing that happens, and an empty one now and then.

A stream costs a queue with an end. Who does not read is cut, and comes back with `?since=`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable
from typing import Any

from litestar.response import Stream

from parlour.hall.people.accounts import is_open
from parlour.hall.people.authorise import User
from parlour.hall.people.limits import RateLimited
from parlour.hall.rooms.audience import Viewer
from parlour.hall.rooms.hall import Hall
from parlour.hall.rooms.room import Room

KEEP_ALIVE = 6.0
"""Seconds without news after which an empty line says that the hall is still there."""
MOST_WAITING = 256 * 1024
"""Characters that may wait for one stream."""

NOBODY = User()
NDJSON = "application/x-ndjson"


class StreamListener:
    """Listens to a room and remembers what it was told, until that is read."""

    def __init__(self, user: User = NOBODY) -> None:
        self.user = user
        self.seats: tuple[int, ...] = ()
        self.viewer: Viewer = None
        self._told: deque[str] = deque()
        self._size = 0
        self._more = asyncio.Event()
        self.closed = False

    def update_seats(self, room: Room) -> None:
        """Look up which seats are one's own now."""
        self.seats = room.seats_of(self.user)

    def send(self, text: str) -> None:
        """Never waits; a stream whose queue is full ends."""
        if not self.closed:
            self._told.append(text)
            self._size += len(text)
            if self._size > MOST_WAITING:
                self._told.clear()
                self.closed = True
            self._more.set()

    def close(self) -> None:
        """Nothing more will be told."""
        self.closed = True
        self._more.set()

    async def heard(self, patience: float) -> list[str]:
        """What was told since the last time; nothing after so many seconds without news."""
        if not self._told and not self.closed:
            self._more.clear()
            try:
                async with asyncio.timeout(patience):
                    await self._more.wait()
            except TimeoutError:
                return []
        told = list(self._told)
        self._told.clear()
        self._size = 0
        return told


class Streams:
    """All streams of this process."""

    def __init__(self, hall: Hall, most: int, most_of_one: int) -> None:
        self._hall = hall
        self._most, self._most_of_one = most, most_of_one  # of one person, or of one address
        self._open: dict[StreamListener, str] = {}
        self.ending = False

    def __len__(self) -> int:
        return len(self._open)

    def people(self) -> set[str]:
        """The ids of those who listen to a stream of this process."""
        return set(self._open.values())

    def check(self, whose: str) -> None:
        """Refuse another stream where there are too many."""
        mine = sum(owner == whose for owner in self._open.values())
        if self.ending or mine >= self._most_of_one or len(self._open) >= self._most:
            raise RateLimited("hall.too_many_streams")

    async def admit(self, listener: StreamListener, whose: str) -> None:
        """Count a stream, from its first step on: one that never begins is not there.

        The session with which it was asked for may have ended since: then so does the stream.
        """
        self._open[listener] = whose
        session = listener.user.session
        if self.ending or (session and not await is_open(self._hall.database, session)):
            listener.close()

    def release(self, listener: StreamListener) -> None:
        self._open.pop(listener, None)

    def end(self, person: str, session: str) -> None:
        """End what is open for a person, or under a session."""
        for listener in list(self._open):
            user = listener.user
            if (person and user.person == person) or (session and user.session == session):
                listener.close()

    def end_expired(self, now: float) -> None:
        for listener in list(self._open):
            if (listener.user.expires or now) < now:
                listener.close()

    def close_all(self) -> None:
        """The hall goes away."""
        self.ending = True
        for listener in list(self._open):
            listener.close()

    def of_room(
        self,
        match: str,
        listener: StreamListener,
        whose: str,
        last_seen: int | None = None,
        lines: Callable[[str], AsyncGenerator[str]] | None = None,
    ) -> AsyncGenerator[str]:
        """Everything a room tells somebody, from the whole of it on; each as a line."""
        self.check(whose)
        return self._lines(match, listener, whose, last_seen, lines or _as_told)

    async def _lines(
        self,
        match: str,
        listener: StreamListener,
        whose: str,
        last_seen: int | None,
        lines: Callable[[str], AsyncGenerator[str]],
    ) -> AsyncGenerator[str]:
        try:
            await self.admit(listener, whose)
            if not listener.closed:
                async with self._hall.locked_room(match) as open_room:
                    await self._hall.presence.join(open_room, listener, last_seen)
            while True:
                told = await listener.heard(KEEP_ALIVE)
                for text in told:
                    async for line in lines(text):
                        yield line + "\n"
                if listener.closed:
                    break
                if not told:
                    yield "\n"
        finally:
            self.release(listener)
            self._hall.presence.leave(match, listener)


async def _as_told(text: str) -> AsyncGenerator[str]:
    yield text


def answer(lines: AsyncGenerator[str]) -> Stream:
    """The response of a stream; proxies are asked to pass each line on at once."""
    headers: dict[str, Any] = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(lines, media_type=NDJSON, headers=headers)
