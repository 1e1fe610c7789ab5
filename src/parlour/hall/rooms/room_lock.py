"""The lock of a room: its holder owns the room, and the others wait in a queue.

As `asyncio.Lock`, but a free lock is acquired by a plain call.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress


class RoomLock:
    """Held by one task at a time, first come, first served."""

    __slots__ = ("_waiting", "locked")

    def __init__(self) -> None:
        self.locked = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def acquire_now(self) -> bool:
        """Acquire it, unless somebody else holds it."""
        if self.locked:
            return False
        self.locked = True
        return True

    async def acquire(self) -> None:
        """Acquire it as soon as it is free."""
        if self.acquire_now():
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the lock was handed to us already
                self.release()
            with suppress(ValueError):
                self._waiting.remove(turn)
            raise

    def release(self) -> None:
        """Hand it to the next waiter, for whom it stays locked."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self.locked = False
