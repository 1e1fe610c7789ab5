"""The hall: all rooms, and the one way in which anything happens in them.

A deed is authorised by who brings it here, applied to the room, kept, and only then answered and
told. While it is being kept the room is locked, so nobody ever sees what might still be lost.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Coroutine, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any, NamedTuple

from parlour.hall import ratings, store, thinking
from parlour.hall.audience import Audience, Listener
from parlour.hall.computers import Computers
from parlour.hall.database import Database, Statement, StoreAway, Taken
from parlour.hall.deeds import Deed, Entry
from parlour.hall.mishap import mishap
from parlour.hall.room import About, Room
from parlour.hall.time import HallTime
from parlour.hall.timers import Timers
from parlour.hall.wire import Said, frame
from parlour.hall.writer import Writer
from parlour.table.errors import ParlourError

log = logging.getLogger(__name__)

IDLE = 60.0
"""Seconds after which a room that nobody looks at leaves memory."""


class Stale(ParlourError):
    """The room has moved on since the one who asks last heard of it."""


class NoSuchMatch(ParlourError):
    """There is no match of that name, or none for you."""


class Done(NamedTuple):
    """The number of the entry that a command became; not fresh if that was so before."""

    seq: int
    fresh: bool


class Live:
    """A room in memory, with those who are in it; whoever holds the lock owns it."""

    def __init__(self, room: Room, audience: Audience, codes: dict[str, int]) -> None:
        self.room = room
        self.audience = audience
        self.codes = codes
        self.lock = asyncio.Lock()
        self.used = 0.0
        self.lost = False  # something could not be kept: the room is no longer what is on disk
        self.thinking: set[int] = set()  # seats of computers that have been asked
        self.counted = False  # has its end been seen to, if it is rated?


class Hall:
    """Everything that is not about a protocol."""

    def __init__(
        self, database: Database, time: HallTime, rng: Random, computers: Computers | None = None
    ) -> None:
        self.database = database
        self.writer = Writer(database)
        self.time = time
        self.rng = rng
        self.computers = computers
        self.timers = Timers(time.now, self._time_is_up)
        self._rooms: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[object]] = set()

    # ---- rooms in memory ----------------------------------------------------------------------

    @asynccontextmanager
    async def entered(self, id: str) -> AsyncGenerator[Live]:
        """A room of one's own for a while: nobody else does or sees anything in it."""
        live = self._rooms.get(id) or await self._load(id)
        async with live.lock:
            if live.lost:
                await self._restore(live)
            live.used = self.time.now()
            yield live

    async def _load(self, id: str) -> Live:
        """Bring a room into memory; who asks while that is going on gets the same one."""
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._fetch(id))
        try:
            return await asyncio.shield(self._loading[id])
        finally:
            self._loading.pop(id, None)

    async def _fetch(self, id: str) -> Live:
        about = await store.load_about(self.database, id)
        if about is None:
            raise NoSuchMatch("hall.no_match", match=id)
        room = await self._replayed(about)
        codes = await store.load_codes(self.database, id)
        live = self._rooms[id] = Live(room, Audience(room, self.time.now), codes)
        live.used = self.time.now()
        self._look_ahead(live)
        return live

    async def _replayed(self, about: About) -> Room:
        room = Room(about)
        for entry in await store.load_entries(self.database, about.id):
            room.repeat(entry)
        room.acts.clear()
        return room

    async def _restore(self, live: Live) -> None:
        """Make the room anew from what is on disk, and show it to everybody in it."""
        live.room = await self._replayed(live.room.about)
        live.lost = False
        live.audience.moved_to(live.room)
        self._look_ahead(live)

    def sweep(self) -> int:
        """Let rooms leave memory that nobody needs now; how many stay."""
        old = self.time.now() - IDLE
        for id, live in list(self._rooms.items()):
            busy = live.audience.listeners or live.lock.locked() or live.thinking
            if live.used < old and not busy:
                del self._rooms[id]
        return len(self._rooms)

    # ---- deeds --------------------------------------------------------------------------------

    async def create(self, about: About, owner: str | None, seats: Sequence[store.SeatRow]) -> None:
        """Keep a new match; nobody sits in it yet."""
        await self._write(store.new_match(about, owner, seats))

    async def do(
        self,
        id: str,
        seat: int,
        deed: Deed,
        command: str,
        known: int | None = None,
        also: Sequence[Statement] = (),
    ) -> Done:
        """Do it, once. A command is one seat's own: nobody can use up the ids of another.

        `known` is the last entry the asker knows of; who decides on an old position gets `Stale`.
        What is to be written `also` is kept together with it.
        """
        command = f"{seat}:{command}"
        async with self.entered(id) as live:
            room = live.room
            if command in room.commands:
                return Done(room.commands[command], fresh=False)
            if flags := room.flags(self.time.now()):
                await self._keep(live, flags)
            if known is not None and not room.asked.get(seat, 0) <= known <= room.seq:
                raise Stale("hall.stale")
            entries = room.do(seat, deed, self.time.now(), self.rng, command)
            await self._keep(live, entries, also)
            return Done(entries[0].seq, fresh=True)

    async def reread_codes(self, live: Live) -> None:
        """The secrets of seats may have changed, here or by way of another process."""
        live.codes = await store.load_codes(self.database, live.room.about.id)

    async def say(self, id: str, said: Said) -> None:
        """Tell everybody in a room what somebody says, and keep it."""
        async with self.entered(id) as live:
            await self._write([store.new_chat(id, said)])
            live.audience.announce(frame("said", said, live.room.seq))

    def left(self, id: str, listener: Listener) -> None:
        """Somebody is gone from a room."""
        live = self._rooms.get(id)
        if live is not None:
            live.audience.remove(listener)
            live.used = self.time.now()

    async def _keep(
        self, live: Live, entries: Sequence[Entry], also: Sequence[Statement] = ()
    ) -> None:
        """Keep what the room has done, then tell it; a room that cannot keep it is lost."""
        lines = store.new_entries(live.room, entries, self.time.watch.wall())
        try:
            await self._write([*lines, *also] if also else lines)
        except Taken:
            live.lost = True
            await self._restore(live)
            command = entries[0].command
            if command is None or command not in live.room.commands:
                raise Stale("hall.stale") from None
            return
        except BaseException:  # also when who asked has gone away: it may or may not be on disk
            live.lost = True
            raise
        live.audience.tell(entries)
        self._look_ahead(live)

    async def _write(self, lines: Sequence[Statement]) -> None:
        try:
            await self.writer.keep(lines)
        except StoreAway:
            self.time.stop()
            raise

    # ---- what happens by itself ---------------------------------------------------------------

    def _look_ahead(self, live: Live) -> None:
        """See to what will happen in a room without anybody asking."""
        due = live.room.due()
        if due is not None:
            self.timers.set(live.room.about.id, due)
        if live.room.over and live.room.about.rated and not live.counted:
            live.counted = True
            self._spawn(ratings.rate(self.database, self.writer, live.room, self.time.watch.wall()))
        if self.computers is not None:
            for seat in live.room.computers_to_move():
                if seat not in live.thinking:
                    live.thinking.add(seat)
                    self._spawn(thinking.play(self, self.computers, live, seat))

    def _spawn(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._is_done)

    def _is_done(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            log.error("something the hall does by itself has failed: %s", mishap(error))

    async def _time_is_up(self, id: str) -> None:
        async with self.entered(id) as live:
            if flags := live.room.flags(self.time.now()):
                await self._keep(live, flags)
            else:
                self._look_ahead(live)
