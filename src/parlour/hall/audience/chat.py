"""Chat in a room: each message is written first, and then sent to everybody there, once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.hall.audience.audience import Listener
from parlour.hall.people.limits import RateLimiter
from parlour.hall.rooms.open_room import OpenRoom
from parlour.hall.storage import store
from parlour.wire.messages import ChatMessage, frame

if TYPE_CHECKING:
    from parlour.hall.rooms.hall import Hall

DELIVERY = 10.0
"""Seconds in which a chat message reaches all processes, or never."""
MOST_REPEATED = 50
"""The last messages that are repeated to a client that enters."""


class Chat:
    """The chat of all rooms of a hall."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self.limits = RateLimiter(5, 0.5)  # messages of one person, over all interfaces

    async def say(self, id: str, message: ChatMessage) -> None:
        """Write a message, then send it to everybody in the room.

        The room is not locked while the message is being written: nobody's move waits for it.
        """
        async with self._hall.locked_room(id):
            pass  # the room exists and can be read
        await self._hall.write([store.new_chat(id, message)])
        if open_room := self._hall.rooms.get(id):
            self.broadcast(open_room, message)

    def broadcast(self, open_room: OpenRoom, message: ChatMessage) -> None:
        """Send a message to the audience, unless it was sent before."""
        if message not in open_room.recent_chat:
            old = self._wall() - 2 * DELIVERY
            open_room.recent_chat = {
                other: None for other in open_room.recent_chat if other.at > old
            }
            open_room.recent_chat[message] = None
            text = frame("said", message, open_room.audience.seq)
            for listener in open_room.audience.listeners:
                if hears(listener.seats, message):
                    listener.send(text)

    async def load_recent(self, id: str) -> list[ChatMessage]:
        """Messages of other processes that may not have been sent here yet."""
        return await store.load_chat(self._hall.database, id, self._wall() - DELIVERY)

    async def since(self, id: str, seats: tuple[int, ...], since: float = 0.0) -> list[ChatMessage]:
        """The last messages of a room since a time, as far as these seats read them."""
        last = await store.load_chat(self._hall.database, id, since, MOST_REPEATED)
        return [message for message in last if hears(seats, message)]

    async def send_missed(self, open_room: OpenRoom, listener: Listener, since: float) -> None:
        """Send the chat that a client has not read yet."""
        for message in await self.since(open_room.room.terms.id, listener.seats, since):
            listener.send(frame("said", message, open_room.audience.seq))

    def _wall(self) -> float:
        return self._hall.time.wall_clock.wall()


def hears(seats: tuple[int, ...], message: ChatMessage) -> bool:
    """Does a client with these seats read the message? Who wrote it does in any case."""
    match message.to:
        case "room":
            return True
        case "players":
            return bool(seats)
        case "spectators":
            return not seats or message.seat in seats
