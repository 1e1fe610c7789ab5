"""Housekeeping: the periodic work of a hall, also for rooms that are not in memory.

Several processes may share a database. Each follows the notifications of the others, so that the
clients in one room may be connected to different processes. Every second, each looks for flags and
computer players that no other process may be handling. If two do the same, the unique keys of the
database decide, and nothing happens twice.
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
"""Seconds: timers are set this long before a flag falls, so that one round may fail."""
AT_ONCE = 100
"""Rooms compared with the database in one round; a notification is rarely lost."""


class Housekeeping:
    """The periodic work of one process."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._unseen: list[str] = []  # rooms that have not been compared in this pass

    async def follow(self) -> None:
        """Visit every room to which another process has written."""
        async with aclosing(self._hall.database.notifications()) as notifications:
            async for note in notifications:
                match = note.removesuffix(EXTRA_MARK)
                if match:
                    self._hall.lists.own.note_remote(match, seats=match != note)
                else:
                    self._hall.lists.own.note_all()
                self._mark_outdated(
                    [match] if match else self._hall.rooms, extra=not match or match != note
                )

    def start(self, runtime: Runtime) -> None:
        """Start each kind of work as a task of its own: a failure does not end the others.

        The first round is immediate: after a restart, flags may be about to fall.
        """
        runtime.always("follow", self.follow)
        for name, go in self.rounds():
            runtime.every(lambda: EVERY, name, partial(self._unless_away, go))

    def rounds(self) -> list[tuple[str, Round]]:
        """The work of every second, by name."""
        return [
            ("flags", self._flags),
            ("computers", self._computers),
            ("lost news", self._lost_news),
            ("processes", self._processes),
        ]

    async def _unless_away(self, go: Round) -> None:
        """Skip the round while the database is unavailable: hall time stands still."""
        if self._hall.time.away_since is None:
            await go()

    async def _flags(self) -> None:
        """Set timers for flags, also in rooms that are not in memory."""
        hall = self._hall
        for match, due in await store.load_due(hall.database, hall.time.now() + AHEAD):
            hall.flags.timers.set(match, due)

    async def _computers(self) -> None:
        """Start computer players that no process runs: a try has failed, or a process has died."""
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
        """Compare some rooms with the database, in turn, and update those that are behind."""
        rooms = self._hall.rooms
        self._mark_outdated(self._hall.rooms.diverged)
        self._unseen = self._unseen or list(rooms)
        some, self._unseen = self._unseen[:AT_ONCE], self._unseen[AT_ONCE:]
        seqs = await store.load_last_seqs(self._hall.database, some) if some else {}
        behind = [id for id, seq in seqs.items() if id in rooms and rooms[id].room.seq < seq]
        self._mark_outdated(behind)

    async def _processes(self) -> None:
        """The clients of a process that has died are not connected any more."""
        self._mark_outdated(await self._hall.presence.outdated_rooms())

    def _mark_outdated(self, matches: Iterable[str], extra: bool = True) -> None:
        """Bring rooms with listeners up to date now, and the others when they are next locked."""
        for match in list(matches):
            open_room = self._hall.rooms.get(match)
            if open_room is not None:
                open_room.outdated = True
                open_room.extra_outdated = open_room.extra_outdated or extra
                if open_room.audience.listeners:
                    self._hall.rooms.visit_soon(match)
