"""Presence: which seats are connected, here and at other processes, and how many clients watch.

Each process writes which seats have a device connected to it, and reads those of the others; rows
of a dead process do not count. A process with a database of its own writes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from parlour.hall.audience.audience import Listener
from parlour.hall.rooms.errors import InternalError
from parlour.hall.rooms.open_room import OpenRoom
from parlour.hall.storage import liveness
from parlour.hall.storage.database import DatabaseUnavailable
from parlour.hall.storage.heartbeat import DEAD
from parlour.table.errors import ParlourError

if TYPE_CHECKING:
    from parlour.hall.rooms.hall import Hall


COUNTING = 1.0
"""Seconds between two counts of the spectators of a room."""


class Presence:
    """The connected seats of all rooms of a hall."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._processes: set[str] = set()

    async def join(self, open_room: OpenRoom, listener: Listener, last_seen: int | None) -> None:
        """Add a listener to a locked room."""
        open_room.audience.add(listener, last_seen)
        self._count_soon(open_room)
        await self.announce(open_room)

    def leave(self, id: str, listener: Listener) -> None:
        """Remove a listener from a room."""
        open_room = self._hall.rooms.get(id)
        if open_room is not None:
            open_room.last_used = self._hall.time.now()
            if open_room.audience.remove(listener):
                self._hall.runtime.spawn(self._publish(id), "announcing presence", id)
            self._count_soon(open_room)

    def _count_soon(self, open_room: OpenRoom) -> None:
        """Tell the number of spectators in a moment: many may come and go at once."""
        if open_room.audience.has_news_of_spectators() and not open_room.is_counting:
            open_room.is_counting = True
            id = open_room.room.terms.id
            self._hall.runtime.spawn(self._count(open_room), "counting spectators", id)

    async def _count(self, open_room: OpenRoom) -> None:
        await asyncio.sleep(COUNTING)
        open_room.is_counting = False
        open_room.audience.publish_spectators()

    async def _publish(self, id: str) -> None:
        """Lock the room first: entries that are being written must not be published yet."""
        with suppress(DatabaseUnavailable, InternalError):  # then the room is restored and sent
            async with self._hall.locked_room(id) as open_room:
                open_room.audience.publish_presence()
                await self.announce(open_room)

    async def announce_later(self, id: str) -> None:
        """Announce the connected seats once the room can be locked."""
        with suppress(ParlourError):
            async with self._hall.locked_room(id) as open_room:
                await self.announce(open_room)

    async def announce(self, open_room: OpenRoom) -> None:
        """Tell other processes which seats are connected here."""
        here = open_room.audience.connected_seats()
        try:
            await self._write(open_room.room.terms.id, open_room.announced_seats, here)
        except DatabaseUnavailable:
            open_room.outdated = open_room.extra_outdated = True  # the next lock retries
        else:
            open_room.announced_seats = here

    async def _write(self, match: str, announced: set[int], here: set[int]) -> None:
        if self._hall.database.shared and announced != here:
            heartbeat = self._hall.heartbeat
            come = [
                liveness.new_presence(match, seat, heartbeat.process) for seat in here - announced
            ]
            gone = [
                liveness.delete_presence(match, seat, heartbeat.process)
                for seat in announced - here
            ]
            await heartbeat.writer.commit([*come, *gone])

    async def refresh(self, open_room: OpenRoom) -> None:
        """Read which seats are connected to other processes, and publish what has changed."""
        remote_seats = await self.remote_seats(open_room.room.terms.id)
        audience = open_room.audience
        if remote_seats != audience.remote_seats:
            audience.disconnected_seats |= audience.remote_seats
            audience.remote_seats = remote_seats
            audience.publish_presence()

    async def remote_seats(self, match: str) -> frozenset[int]:
        """The seats of a match that are connected to other processes."""
        hall = self._hall
        if not hall.database.shared:
            return frozenset()
        return await liveness.load_presence(
            hall.database, match, hall.heartbeat.process, self._alive_since()
        )

    async def connected_matches(self, matches: Sequence[str]) -> set[str]:
        """Those of these matches to which somebody is connected, at any process."""
        if not self._hall.database.shared:
            return set()
        return await liveness.load_matches_with_presence(
            self._hall.database, matches, self._alive_since()
        )

    async def outdated_rooms(self) -> list[str]:
        """The rooms in memory whose remote seats changed because a process has started or died.

        One query for all rooms: most of them have no player at that process.
        """
        hall, alive_since = self._hall, self._alive_since()
        if not hall.database.shared:
            return []
        processes = await liveness.load_live_processes(hall.database, alive_since)
        if processes == self._processes:
            return []
        seats = await liveness.load_all_presence(hall.database, hall.heartbeat.process, alive_since)
        self._processes = processes
        return [
            id
            for id, open_room in hall.rooms.items()
            if open_room.audience.remote_seats != seats.get(id, frozenset())
        ]

    def _alive_since(self) -> float:
        return self._hall.time.wall_clock.wall() - DEAD
