"""Flags: a timer for each room in which somebody's time is running, and what happens then."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from parlour.hall.clocks.timers import Timers
from parlour.hall.rooms.errors import InternalError
from parlour.hall.rooms.open_room import OpenRoom
from parlour.hall.storage import liveness
from parlour.hall.storage.database import DatabaseUnavailable
from parlour.table.errors import ParlourError

if TYPE_CHECKING:
    from parlour.hall.rooms.hall import Hall

SOON = 0.02
"""Seconds until a failed check is repeated: a few failures are still in time."""


class Flags:
    """The flags of all rooms of a hall."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self.timers = Timers(hall.time.now, self._time_is_up)

    def schedule(self, open_room: OpenRoom) -> None:
        """Set the timer of a room."""
        due = open_room.room.due()
        if due is not None:
            self.timers.set(open_room.room.terms.id, due)

    async def let_fall(self, open_room: OpenRoom) -> float:
        """Let the flags of a locked room fall that are due; another process may know of a gap.

        Returns the hall time at which nobody's time is up: the time of the next operation.
        """
        hall = self._hall
        while True:
            now, due = hall.time.now(), open_room.room.due()
            if due is None or due > now:
                return now
            hall.time.gaps = await liveness.load_gaps(hall.database)
            if flags := open_room.room.flags(hall.time.now(), hall.rng):
                await hall.committer.commit(open_room, flags)

    async def _time_is_up(self, id: str) -> None:
        try:
            with suppress(InternalError):
                await self._check(id)
                return
            await self._check(id)  # once more, in a restored room
        except DatabaseUnavailable:  # time stands still; the flag falls as soon as it goes on
            self._hall.time.stop()
            self.timers.set(id, self._hall.time.now() + SOON)
        except ParlourError:  # another process was faster, or a failure that was logged
            pass

    async def _check(self, id: str) -> None:
        async with self._hall.locked_room(id) as open_room:
            await self.let_fall(open_room)
            self.schedule(open_room)

    async def close(self) -> None:
        await self.timers.close()
