"""The hall: all rooms, and the one way in which anything happens in them.

An operation is authorised by its caller, applied to the locked room, written to the database, and
only then acknowledged and published. The room stays locked while the entries are being written, so
nobody sees what may still be lost. There are two ways in: `do`, and for the usual case, where only
the commit has to be waited for, `do_now_or_decline`, which takes no task. What that one declines is
left to `do`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from random import Random
from typing import NamedTuple

from parlour.hall.audience.audience import Audience, Listener
from parlour.hall.audience.chat import Chat
from parlour.hall.audience.presence import Presence
from parlour.hall.clocks.flags import Flags
from parlour.hall.clocks.hall_time import HallTime
from parlour.hall.computers import thinking
from parlour.hall.computers.port import Computers
from parlour.hall.operating import loop_lag, metrics, mistakes
from parlour.hall.people import ratings
from parlour.hall.rooms.errors import InternalError, Stale
from parlour.hall.rooms.housekeeping import Housekeeping
from parlour.hall.rooms.loading import RoomLoader
from parlour.hall.rooms.open_room import OpenRoom
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.hall.runtime import Runtime
from parlour.hall.storage import store
from parlour.hall.storage.database import Database, DatabaseUnavailable, DuplicateKey, Statement
from parlour.hall.storage.heartbeat import Heartbeat
from parlour.table.errors import ParlourError
from parlour.table.sentences import Sentence
from parlour.wire.messages import ErrorMessage, frame
from parlour.wire.operations import Act, Entry, Operation, Rematch

IDLE = 60.0
"""Seconds after which a room without listeners leaves memory."""
SWEEP = 5.0
"""Seconds between two searches for such rooms."""

PlayAgain = Callable[[str, int, str], Awaitable[str]]
"""A seat of a match asks for a rematch, under a command id; returns the new match, if any."""

Allowed = Callable[[Room], None]
"""Raises `Forbidden` if the operation is not allowed in the room as it is now."""


class OperationResult(NamedTuple):
    """The entry that a command became; not fresh if the command had been carried out before."""

    seq: int
    fresh: bool


def _is_stale(room: Room, seat: int, last_seen: int | None) -> bool:
    """Is the client's last seen entry older than the position it answers?"""
    return last_seen is not None and not room.deciding_since.get(seat, 0) <= last_seen <= room.seq


def _earlier_result(
    room: Room, seat: int, command: str, allowed: Allowed
) -> OperationResult | None:
    """The result of a command that was carried out before; `Forbidden` if the seat is not the
    user's."""
    allowed(room)
    seq = room.commands.get(room.command_id(seat, command))
    return None if seq is None else OperationResult(seq, fresh=False)


class Hall:
    """All rooms of one process; it knows no protocol."""

    def __init__(
        self, database: Database, time: HallTime, rng: Random, computers: Computers | None = None
    ) -> None:
        self.database = database
        self.time = time
        self.rng = rng
        self.computers = computers
        self.heartbeat = Heartbeat(f"{rng.getrandbits(64):016x}", database, time)
        self.writer = self.heartbeat.writer
        self.loader = RoomLoader(database, time)
        self.presence = Presence(self)
        self.chat = Chat(self)
        self.flags = Flags(self)
        self.rooms: dict[str, OpenRoom] = {}  # those in memory
        self.diverged: set[str] = set()  # rooms that may differ from the disk: restore them
        self.play_again: PlayAgain = self._ask_for_rematch  # matchmaking also makes the match
        self.runtime = Runtime()
        self._loading: dict[str, asyncio.Task[OpenRoom]] = {}

    async def start(self) -> None:
        """Set the hall's time and start the background work; may raise `DatabaseUnavailable`."""
        await self.heartbeat.start()
        runtime = self.runtime
        runtime.every(self.heartbeat.interval, "heartbeat", self.heartbeat.beat)
        Housekeeping(self).start(runtime)
        runtime.every(lambda: SWEEP, "sweep", self._sweep)
        runtime.always("loop lag", loop_lag.measure, vital=False)
        runtime.every(lambda: ratings.INTERVAL, "ratings", self._count_ratings)

    async def close(self) -> None:
        """Stop everything; what was submitted is committed or refused first."""
        await self.flags.close()
        await self.runtime.close()
        with suppress(DatabaseUnavailable):
            await self.heartbeat.beat()  # the gap until the next start begins here
        await self.writer.close()
        await self.database.close()

    # ---- rooms in memory ----------------------------------------------------------------------

    @asynccontextmanager
    async def locked_room(self, id: str, last_seen: int | None = None) -> AsyncGenerator[OpenRoom]:
        """A locked room: nobody else changes or sees anything in it meanwhile.

        It contains the entry that the client has `last_seen`, whichever process sent it.
        """
        open_room = await self._lock_room(id, last_seen)
        try:
            with self._failures_reported(id):
                yield open_room
        finally:
            open_room.room_lock.release()

    async def _lock_room(self, id: str, last_seen: int | None) -> OpenRoom:
        """Load and lock a room, and bring it up to date."""
        self._refuse_while_away()
        self.loader.refuse_quarantined(id)
        open_room = self.rooms.get(id) or await self._load(id)
        await open_room.room_lock.acquire()
        try:
            self._refuse_while_away()
            with self._failures_reported(id):
                if id in self.diverged:
                    await self._restore(open_room)
                if open_room.outdated or (last_seen or 0) > open_room.room.seq:
                    await self._catch_up(open_room)
        except BaseException:
            open_room.room_lock.release()
            raise
        open_room.last_used = self.time.now()
        return open_room

    def _refuse_while_away(self) -> None:
        if self.time.away_since is not None:  # the heartbeat retries; nobody else has to wait
            raise DatabaseUnavailable("hall.store_away", reason="the database is unavailable")

    @contextmanager
    def _failures_reported(self, id: str) -> Generator[None]:
        """Log any failure in a room and answer it with a sentence; the room is restored."""
        try:
            yield
        except (ParlourError, DuplicateKey):
            raise
        except Exception as error:
            self._note_failure(id, error)
            raise InternalError("hall.mistake") from error

    def _note_failure(self, id: str, error: Exception) -> None:
        """The room may have carried out part of an operation: it is restored from the disk."""
        mistakes.note("room failed", error, match=id)
        self.diverged.add(id)

    async def _load(self, id: str) -> OpenRoom:
        """Bring a room into memory; concurrent callers share one task."""
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._fetch(id))
            self._loading[id].add_done_callback(lambda task: self._is_loaded(id, task))
        try:
            return await asyncio.shield(self._loading[id])
        except DatabaseUnavailable:
            self.time.stop()
            raise

    def _is_loaded(self, id: str, task: asyncio.Task[OpenRoom]) -> None:
        """Not before the task ends, with or without its callers: a room is in memory once."""
        del self._loading[id]
        if not task.cancelled():
            task.exception()  # retrieved, for perhaps no caller is left to do so

    async def _fetch(self, id: str) -> OpenRoom:
        room = await self.loader.load(id)
        open_room = self.rooms[id] = OpenRoom(room, Audience(room, self.time.now))
        open_room.last_used = self.time.now()
        open_room.recent_chat = dict.fromkeys(await self.chat.load_recent(id))
        open_room.audience.remote_seats = await self.presence.remote_seats(id)
        self._schedule(open_room)
        return open_room

    async def _restore(self, open_room: OpenRoom) -> None:
        """Rebuild a room from the disk, and send it to everybody in it."""
        await self.write(())  # what was on its way to the disk is there now, or never will be
        open_room.room = await self.loader.replay(open_room.room.terms)
        self.diverged.discard(open_room.room.terms.id)
        open_room.audience.replace_room(open_room.room)
        for listener in list(open_room.audience.listeners):
            self._send_restored(open_room, listener)
        self._schedule(open_room)

    def _send_restored(self, open_room: OpenRoom, listener: Listener) -> None:
        """A view that fails harms only those who look at it."""
        try:
            open_room.audience.send_room(listener)
        except Exception as error:  # noqa: BLE001 - whatever a game's view has raised
            mistakes.note("view failed", error, match=open_room.room.terms.id)
            sentence = Sentence("hall.mistake")
            listener.send(frame("error", ErrorMessage(sentence, str(sentence), "mistake")))

    def sweep(self) -> int:
        """Evict the rooms that nobody needs now; the number of those that stay."""
        old = self.time.now() - IDLE
        for id, open_room in list(self.rooms.items()):
            listeners, lock = open_room.audience.listeners, open_room.room_lock
            if open_room.last_used < old and not (
                listeners or lock.locked or open_room.seats_thinking
            ):
                del self.rooms[id]
                self.diverged.discard(id)  # the next one who comes loads it from the disk
        return len(self.rooms)

    async def _sweep(self) -> None:
        self.sweep()

    # ---- catching up with other processes -----------------------------------------------------

    async def _catch_up(self, open_room: OpenRoom) -> bool:
        """Apply and publish what other processes have written; were there any entries?"""
        extra = open_room.extra_outdated
        # Before we read: what is written meanwhile outdates the room again.
        open_room.outdated = open_room.extra_outdated = False
        try:
            return await self._apply_new_entries(open_room, extra)
        except BaseException:
            open_room.outdated = True
            open_room.extra_outdated = open_room.extra_outdated or extra
            raise

    async def _apply_new_entries(self, open_room: OpenRoom, extra: bool) -> bool:
        id = open_room.room.terms.id
        entries = await store.load_entries(self.database, id, after=open_room.room.seq)
        for entry in entries:
            open_room.room.repeat(entry)
            extra = open_room.audience.publish([entry]) or extra
        if extra and open_room.audience.listeners:
            for message in await self.chat.load_recent(id):
                self.chat.broadcast(open_room, message)
            await self.presence.refresh(open_room)
            await self.presence.announce(open_room)
        self._schedule(open_room)
        return bool(entries)

    async def visit(self, id: str) -> None:
        """Lock a room once: it is restored, brought up to date and published where it has to be."""
        with suppress(ParlourError):
            async with self.locked_room(id):
                pass

    def visit_soon(self, id: str) -> None:
        self.runtime.spawn(self.visit(id), "a visit", id)

    # ---- operations ---------------------------------------------------------------------------

    async def create(
        self, terms: MatchTerms, owner: str | None, seats: Sequence[store.SeatRow]
    ) -> None:
        """Write a new match; nobody sits in it yet."""
        await self.write(store.new_match(terms, owner, seats))

    async def do(
        self,
        id: str,
        seat: int,
        operation: Operation,
        command: str,
        last_seen: int | None = None,
        allowed: Allowed = lambda _: None,
    ) -> OperationResult:
        """Carry out a command, once. Each occupant of a seat has command ids of their own.

        `last_seen` is the last entry the client has seen; `Stale` if its position is gone.
        `allowed` is called with the locked room.
        """
        async with self.locked_room(id, last_seen) as open_room:
            return await self._do(open_room, seat, operation, command, last_seen, allowed)

    async def _do(
        self,
        open_room: OpenRoom,
        seat: int,
        operation: Operation,
        command: str,
        last_seen: int | None,
        allowed: Allowed,
    ) -> OperationResult:
        if (earlier := _earlier_result(open_room.room, seat, command, allowed)) is not None:
            return earlier
        own = open_room.room.command_id(seat, command)
        now = await self.flags.let_fall(open_room)
        if _is_stale(open_room.room, seat, last_seen):
            raise Stale("hall.stale")
        before = open_room.room.seq
        try:
            entries = open_room.room.do(seat, operation, now, self.rng, own)
        except ParlourError:  # is it only that another process has written more?
            if open_room.room.seq != before:  # an automatic follow-up was refused
                self.diverged.add(open_room.room.terms.id)
                raise
            if not await self._catch_up(open_room):
                raise
            if (earlier := _earlier_result(open_room.room, seat, command, allowed)) is not None:
                return earlier
            own = open_room.room.command_id(seat, command)
            now = await self.flags.let_fall(open_room)
            entries = open_room.room.do(seat, operation, now, self.rng, own)
        fresh = await self.commit(open_room, entries)
        return OperationResult(open_room.room.commands[own], fresh)

    def do_now_or_decline(
        self,
        id: str,
        seat: int,
        operation: Operation,
        command: str,
        last_seen: int | None,
        on_done: Callable[[bool], None],
    ) -> bool:
        """Carry out a command by plain calls, if only the commit has to be waited for; False if
        there is more to wait for, or anything to refuse: then nothing has happened, and `do` finds
        out why. The caller has just checked that the seat is the user's.

        `on_done` is called with True once the entries are committed and published, and with False
        if either has failed: then `do` finds out what became of the command.
        """
        open_room = self.rooms.get(id)
        if (
            open_room is None
            or open_room.outdated
            or id in self.diverged
            or self.time.away_since is not None
        ):
            return False
        room, now, own = open_room.room, self.time.now(), open_room.room.command_id(seat, command)
        due = room.due()
        flag_falls = due is not None and due <= now
        if (
            flag_falls
            or own in room.commands
            or _is_stale(room, seat, last_seen)
            or not open_room.room_lock.acquire_now()
        ):
            return False
        before = room.seq
        try:
            entries = room.do(seat, operation, now, self.rng, own)
        except Exception as error:  # noqa: BLE001 - `do` runs into it again, and answers
            if not isinstance(error, ParlourError):
                self._note_failure(id, error)
            elif room.seq != before:
                self.diverged.add(id)
            open_room.room_lock.release()
            return False
        open_room.last_used = now
        lines = store.new_entries(
            room, entries, self.time.wall_clock.wall(), self.heartbeat.process
        )

        def decided(why: Exception | None) -> None:
            published = False
            if why is None:
                self.time.kept()
                published = self._committed(open_room, entries)
            else:
                self._not_committed(open_room, why)
            open_room.room_lock.release()
            on_done(published)

        self.writer.submit(lines, decided)
        return True

    async def commit(self, open_room: OpenRoom, entries: Sequence[Entry]) -> bool:
        """Write the new entries of a room, then publish them; if that fails, the room has diverged.

        False if another process has written the same command: it is done, though not just now.
        """
        wall, process = self.time.wall_clock.wall(), self.heartbeat.process
        lines = store.new_entries(open_room.room, entries, wall, process)
        try:
            await self.write(lines)
        except DuplicateKey:
            self.diverged.add(open_room.room.terms.id)
            await self._restore(open_room)
            command = entries[0].command
            if command is None or command not in open_room.room.commands:
                raise Stale("hall.stale") from None
            return False
        except BaseException as error:
            self._not_committed(open_room, error)
            raise
        return self._committed(open_room, entries)

    def _committed(self, open_room: OpenRoom, entries: Sequence[Entry]) -> bool:
        """Publish entries and start what follows from them; if that fails, the room is restored
        and sent again, and the result is False."""
        for entry in entries:
            if isinstance(entry.operation, Act):
                metrics.moves.count += 1
        try:
            if open_room.audience.publish(entries) and self.database.shared:
                id = open_room.room.terms.id
                self.runtime.spawn(self.presence.announce_later(id), "telling who is here", id)
            self._schedule(open_room)
            thinking.start(self, open_room)
        except Exception as error:  # noqa: BLE001 - committed, whatever a game's view has raised
            self._note_failure(open_room.room.terms.id, error)
            self.visit_soon(open_room.room.terms.id)
            return False
        return True

    def _not_committed(self, open_room: OpenRoom, why: BaseException) -> None:
        """The entries may or may not be on disk: the room has to be restored."""
        self.diverged.add(open_room.room.terms.id)
        if isinstance(why, DatabaseUnavailable):
            self.time.stop()
        else:  # the caller was cancelled, or another process was first; the audience is still here
            if isinstance(why, Exception) and not isinstance(why, DuplicateKey):
                mistakes.note("entry cannot be stored", why, match=open_room.room.terms.id)
            self.visit_soon(open_room.room.terms.id)

    async def write(self, lines: Sequence[Statement]) -> None:
        """Return when the statements are on disk; time stops if the database is unavailable."""
        self._refuse_while_away()
        try:
            await self.writer.commit(lines)
        except DatabaseUnavailable:
            self.time.stop()
            raise
        self.time.kept()

    async def _ask_for_rematch(self, id: str, seat: int, command: str) -> str:
        await self.do(id, seat, Rematch(), command)
        return ""

    # ---- what follows by itself ---------------------------------------------------------------

    def _schedule(self, open_room: OpenRoom) -> None:
        """Schedule what will happen in a room without a command: a flag falls, a match counts."""
        self.flags.schedule(open_room)
        if open_room.room.terms.rated and not open_room.rating_started and open_room.room.over:
            open_room.rating_started = True
            wall, id = self.time.wall_clock.wall(), open_room.room.terms.id
            counting = ratings.rate(self.database, self.writer, open_room.room, wall)
            self.runtime.spawn(counting, "counting a match", id)

    async def _count_ratings(self) -> None:
        await ratings.catch_up(self.database, self.writer, self.time.wall_clock.wall())
