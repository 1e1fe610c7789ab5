"""The door of a room: whoever holds it owns the room, and the others wait in a row.

As `asyncio.Lock`, but who finds it open takes it by a plain call.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress


class RoomLock:
    """Held by one at a time, in the order in which they came."""

    __slots__ = ("_waiting", "locked")

    def __init__(self) -> None:
        self.locked = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def acquire_now(self) -> bool:
        """Hold it from now on; False if somebody else does."""
        if self.locked:
            return False
        self.locked = True
        return True

    async def acquire(self) -> None:
        """Hold it as soon as it is one's turn."""
        if self.acquire_now():
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was our turn already
                self.release()
            with suppress(ValueError):
                self._waiting.remove(turn)
            raise

    def release(self) -> None:
        """Let the next one in: for them it stays held."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self.locked = False
