"""The rooms in memory: loading them, locking them, and bringing them up to date.

A room may fall behind the database: another process has written to its match, or its own entries
could not be written. It is brought up to date when it is locked.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING

from parlour.hall.audience.audience import Audience, Listener
from parlour.hall.operating import mistakes
from parlour.hall.rooms.errors import InternalError
from parlour.hall.rooms.loading import RoomLoader
from parlour.hall.rooms.open_room import OpenRoom
from parlour.hall.storage import store
from parlour.hall.storage.database import DatabaseUnavailable, DuplicateKey
from parlour.table.errors import ParlourError
from parlour.table.sentences import Sentence
from parlour.wire.messages import ErrorMessage, frame

if TYPE_CHECKING:
    from parlour.hall.rooms.hall import Hall

IDLE = 60.0
"""Seconds after which a room without listeners is evicted from memory."""
SWEEP = 5.0
"""Seconds between two searches for such rooms."""


class OpenRooms(dict[str, OpenRoom]):
    """The rooms in memory, by match id; `locked` also loads them."""

    def __init__(self, hall: Hall) -> None:
        super().__init__()
        self._hall = hall
        self.loader = RoomLoader(hall.database, hall.time)
        self.diverged: set[str] = set()  # rooms that may differ from the disk: restore them
        self._loading: dict[str, asyncio.Task[OpenRoom]] = {}

    @asynccontextmanager
    async def locked(self, id: str, last_seen: int | None = None) -> AsyncGenerator[OpenRoom]:
        """A locked room: nobody else changes or sees anything in it meanwhile.

        It contains the entry that the client has `last_seen`, whichever process sent it.
        """
        open_room = await self._lock(id, last_seen)
        try:
            with self._failures_reported(id):
                yield open_room
        finally:
            open_room.room_lock.release()

    async def _lock(self, id: str, last_seen: int | None) -> OpenRoom:
        """Load and lock a room, and bring it up to date."""
        self._hall.time.refuse_while_away()
        self.loader.refuse_quarantined(id)
        open_room = self.get(id) or await self._load(id)
        await open_room.room_lock.acquire()
        try:
            self._hall.time.refuse_while_away()
            with self._failures_reported(id):
                if id in self.diverged:
                    await self.restore(open_room)
                if open_room.outdated or (last_seen or 0) > open_room.room.seq:
                    await self.catch_up(open_room)
        except BaseException:
            open_room.room_lock.release()
            raise
        open_room.last_used = self._hall.time.now()
        return open_room

    async def visit(self, id: str) -> None:
        """Lock a room once: it is restored, brought up to date and published where it has to be."""
        with suppress(ParlourError):
            async with self.locked(id):
                pass

    def visit_soon(self, id: str) -> None:
        """Visit a room in a task of its own."""
        self._hall.runtime.spawn(self.visit(id), "a visit", id)

    def reread_rooms_of(self, person: str) -> None:
        """Restore the rooms in which a person sits, or has left a seat."""
        for id, open_room in list(self.items()):
            room = open_room.room
            if any(sit and sit.person == person for sit in room.everybody()):
                self.diverged.add(id)
                self.visit_soon(id)

    def sweep(self) -> int:
        """Evict the rooms that nobody needs now; returns the number of rooms that stay."""
        old = self._hall.time.now() - IDLE
        for id, open_room in list(self.items()):
            listeners, lock = open_room.audience.listeners, open_room.room_lock
            if open_room.last_used < old and not (
                listeners or lock.locked or open_room.seats_thinking
            ):
                del self[id]
                self.diverged.discard(id)  # the next client loads it from the disk
        return len(self)

    # ---- failures -----------------------------------------------------------------------------

    @contextmanager
    def _failures_reported(self, id: str) -> Generator[None]:
        """Log any failure in a room and answer it with a sentence; the room is restored."""
        try:
            yield
        except (ParlourError, DuplicateKey):
            raise
        except Exception as error:
            self.note_failure(id, error)
            raise InternalError("hall.mistake") from error

    def note_failure(self, id: str, error: Exception) -> None:
        """Log a failure. The room may have carried out part of an operation: it has diverged."""
        mistakes.note("room failed", error, match=id)
        self.diverged.add(id)

    # ---- loading and restoring ----------------------------------------------------------------

    async def _load(self, id: str) -> OpenRoom:
        """Bring a room into memory; concurrent callers share one task."""
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._fetch(id))
            self._loading[id].add_done_callback(lambda task: self._is_loaded(id, task))
        try:
            return await asyncio.shield(self._loading[id])
        except DatabaseUnavailable:
            self._hall.time.stop()
            raise

    def _is_loaded(self, id: str, task: asyncio.Task[OpenRoom]) -> None:
        """Called when the task ends, even if its callers are gone: a room is in memory once."""
        del self._loading[id]
        if not task.cancelled():
            task.exception()  # mark it as retrieved: there may be no caller left to do so

    async def _fetch(self, id: str) -> OpenRoom:
        hall = self._hall
        room = await self.loader.load(id)
        open_room = self[id] = OpenRoom(room, Audience(room, hall.time.now))
        open_room.last_used = hall.time.now()
        open_room.recent_chat = dict.fromkeys(await hall.chat.load_recent(id))
        open_room.audience.remote_seats = await hall.presence.remote_seats(id)
        hall.schedule(open_room)
        return open_room

    async def restore(self, open_room: OpenRoom) -> None:
        """Rebuild a locked room from the disk, and send it to everybody in it."""
        await self._hall.write(())  # pending writes are on disk now, or never will be
        open_room.room = await self.loader.replay(open_room.room.terms)
        self.diverged.discard(open_room.room.terms.id)
        open_room.audience.replace_room(open_room.room)
        self._hall.lists.own.note(open_room)
        for listener in list(open_room.audience.listeners):
            self._send_restored(open_room, listener)
        self._hall.schedule(open_room)

    def _send_restored(self, open_room: OpenRoom, listener: Listener) -> None:
        """A view that fails affects only its own viewers."""
        try:
            open_room.audience.send_room(listener)
        except Exception as error:  # noqa: BLE001 - a game's view may raise anything
            mistakes.note("view failed", error, match=open_room.room.terms.id)
            sentence = Sentence("hall.mistake")
            listener.send(frame("error", ErrorMessage(sentence, str(sentence), "mistake")))

    # ---- catching up with other processes -----------------------------------------------------

    async def catch_up(self, open_room: OpenRoom) -> bool:
        """Apply and publish what other processes have written; were there any entries?"""
        extra = open_room.extra_outdated
        # Reset before reading: what is written meanwhile outdates the room again.
        open_room.outdated = open_room.extra_outdated = False
        try:
            return await self._apply_new_entries(open_room, extra)
        except BaseException:
            open_room.outdated = True
            open_room.extra_outdated = open_room.extra_outdated or extra
            raise

    async def _apply_new_entries(self, open_room: OpenRoom, extra: bool) -> bool:
        hall, id = self._hall, open_room.room.terms.id
        entries = await store.load_entries(hall.database, id, after=open_room.room.seq)
        for entry in entries:
            open_room.room.repeat(entry)
            extra = open_room.audience.publish([entry]) or extra
        if extra and open_room.audience.listeners:
            for message in await hall.chat.load_recent(id):
                hall.chat.broadcast(open_room, message)
            await hall.presence.refresh(open_room)
            await hall.presence.announce(open_room)
        hall.schedule(open_room)
        return bool(entries)
