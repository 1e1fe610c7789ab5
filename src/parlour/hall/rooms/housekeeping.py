"""The hall's rounds: what it looks after by itself, in rooms that it has in memory and in others.

Several processes may share a database. Each follows what the others keep, so that people in one
room may be connected to different ones; and each looks every second for whatever nobody else may
be looking after. If two do the same, the keys of the database decide, and nothing happens twice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import aclosing, suppress
from functools import partial
from typing import TYPE_CHECKING

from parlour.hall.computers import thinking
from parlour.hall.runtime import Runtime
from parlour.hall.storage import store
from parlour.hall.storage.database import EXTRA_MARK
from parlour.hall.storage.heartbeat import DEAD
from parlour.table.errors import ParlourError

if TYPE_CHECKING:
    from parlour.hall.rooms.hall import Hall

Round = Callable[[], Awaitable[None]]

EVERY = 1.0
AHEAD = 2.0
"""Seconds: flags that fall before then are seen in time, also if one round fails."""
AT_ONCE = 100
"""Rooms compared with the database in one round: a notification can hardly be lost."""


class Housekeeping:
    """What one hall does by itself."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._unseen: list[str] = []  # rooms that wait for their turn to be compared

    async def follow(self) -> None:
        """Go to every room in which another process has kept something."""
        async with aclosing(self._hall.database.notifications()) as notifications:
            async for word in notifications:
                match = word.removesuffix(EXTRA_MARK)
                self._call_on(
                    [match] if match else self._hall.rooms, extra=not match or match != word
                )

    def start(self, runtime: Runtime) -> None:
        """Each round is work of its own: what fails in one does not end the others.

        The first ones come at once: after a restart nobody knows whose time is nearly up.
        """
        runtime.always("follow", self.follow)
        for name, go in self.rounds():
            runtime.every(lambda: EVERY, name, partial(self._unless_away, go))

    def rounds(self) -> list[tuple[str, Round]]:
        """What is done every second, by name."""
        return [
            ("flags", self._flags),
            ("computers", self._computers),
            ("lost news", self._lost_news),
            ("processes", self._processes),
        ]

    async def _unless_away(self, go: Round) -> None:
        """There is nothing to do while the database is away; time stands still."""
        if self._hall.time.away_since is None:
            await go()

    async def _flags(self) -> None:
        """Rooms need not be in memory for a flag to fall: a restart forgets them all."""
        hall = self._hall
        for match, due in await store.load_due(hall.database, hall.time.now() + AHEAD):
            hall.flags.timers.set(match, due)

    async def _computers(self) -> None:
        """Ask computers that nobody asks, because we could not or because a process is gone."""
        hall = self._hall
        if hall.computers is None:
            return
        dead = hall.time.wall_clock.wall() - DEAD
        for match in await store.load_computer_matches(hall.database, hall.heartbeat.process, dead):
            open_room = hall.rooms.get(match)
            if open_room is None or not open_room.seats_thinking:
                with suppress(ParlourError):
                    async with hall.locked_room(match) as open_room:
                        thinking.start(hall, open_room)

    async def _lost_news(self) -> None:
        """Compare some rooms with the database, each in its turn, and visit those that lag."""
        rooms = self._hall.rooms
        self._call_on(self._hall.rooms.diverged)
        self._unseen = self._unseen or list(rooms)
        some, self._unseen = self._unseen[:AT_ONCE], self._unseen[AT_ONCE:]
        seqs = await store.load_last_seqs(self._hall.database, some) if some else {}
        late = [id for id, seq in seqs.items() if id in rooms and rooms[id].room.seq < seq]
        self._call_on(late)

    async def _processes(self) -> None:
        """The clients of a process that has died are not connected any more."""
        self._call_on(await self._hall.presence.outdated_rooms())

    def _call_on(self, matches: Iterable[str], extra: bool = True) -> None:
        """Rooms in which somebody is are brought up to date now, others when somebody comes."""
        for match in list(matches):
            open_room = self._hall.rooms.get(match)
            if open_room is not None:
                open_room.outdated = True
                open_room.extra_outdated = open_room.extra_outdated or extra
                if open_room.audience.listeners:
                    self._hall.runtime.spawn(self._hall.rooms.visit(match), "a visit", match)
