"""A room in memory, with its audience and its lock."""

from __future__ import annotations

from parlour.hall.audience.audience import Audience
from parlour.hall.rooms.room import Room
from parlour.hall.rooms.room_lock import RoomLock
from parlour.wire.messages import ChatMessage


class OpenRoom:
    """A room in memory; the holder of the lock owns the room."""

    def __init__(self, room: Room, audience: Audience) -> None:
        self.room = room
        self.audience = audience
        self.room_lock = RoomLock()
        self.last_used = 0.0  # hall time
        self.outdated = False  # another process has written to this match
        self.extra_outdated = False  # and not only entries: chat or presence
        self.seats_thinking: set[int] = set()  # computers' seats that a task is playing for
        self.rating_started = False  # the result of a rated match is being counted
        self.recent_chat: dict[ChatMessage, None] = {}  # what was sent to this audience lately
        self.is_counting = False  # the number of spectators will be told in a moment
        self.announced_seats: set[int] = set()  # connected here, as the other processes know it
