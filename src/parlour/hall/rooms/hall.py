"""The hall: all rooms, and the one way in which anything happens in them.

An operation is authorised by its caller, applied to the locked room, written to the database, and
only then acknowledged and published. The room stays locked while the entries are being written, so
nobody sees what may still be lost. There are two ways in: `do`, and for the usual case, where only
the commit has to be waited for, `do_now_or_decline`, which takes no task. What that one declines is
left to `do`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from random import Random
from typing import NamedTuple

from parlour.hall.audience.chat import Chat
from parlour.hall.audience.presence import Presence
from parlour.hall.clocks.flags import Flags
from parlour.hall.clocks.hall_time import HallTime
from parlour.hall.computers.port import Computers
from parlour.hall.lists.live_lists import LiveLists
from parlour.hall.operating import loop_lag
from parlour.hall.people import ratings
from parlour.hall.rooms.committing import Committer
from parlour.hall.rooms.errors import Stale
from parlour.hall.rooms.housekeeping import Housekeeping
from parlour.hall.rooms.open_room import OpenRoom
from parlour.hall.rooms.open_rooms import SWEEP, OpenRooms
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.hall.runtime import Runtime
from parlour.hall.storage import store
from parlour.hall.storage.database import Database, DatabaseUnavailable, Statement
from parlour.hall.storage.heartbeat import Heartbeat
from parlour.table.errors import ParlourError
from parlour.wire.operations import Operation, Rematch

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
        self.rooms = OpenRooms(self)
        self.presence = Presence(self)
        self.chat = Chat(self)
        self.flags = Flags(self)
        self.lists = LiveLists(self)
        self.committer = Committer(self)
        self.play_again: PlayAgain = self._ask_for_rematch  # matchmaking also makes the match
        self.runtime = Runtime()

    async def start(self) -> None:
        """Set the hall's time and start the background work; may raise `DatabaseUnavailable`."""
        await self.heartbeat.start()
        runtime = self.runtime
        runtime.every(self.heartbeat.interval, "heartbeat", self.heartbeat.beat)
        Housekeeping(self).start(runtime)
        self.lists.start(runtime)
        runtime.every(lambda: SWEEP, "sweep", self._sweep)
        runtime.always("loop lag", loop_lag.measure, vital=False)
        runtime.every(lambda: ratings.INTERVAL, "ratings", self._catch_up_ratings)

    async def close(self) -> None:
        """Stop everything; what was submitted is committed or refused first."""
        await self.flags.close()
        await self.runtime.close()
        with suppress(DatabaseUnavailable):
            await self.heartbeat.beat()  # the gap until the next start begins here
        await self.writer.close()
        await self.database.close()

    def locked_room(
        self, id: str, last_seen: int | None = None
    ) -> AbstractAsyncContextManager[OpenRoom]:
        """A locked room, loaded if necessary: nobody else changes or sees anything in it meanwhile.

        It contains the entry that the client has `last_seen`, whichever process sent it.
        """
        return self.rooms.locked(id, last_seen)

    async def create(
        self, terms: MatchTerms, owner: str | None, seats: Sequence[store.SeatRow]
    ) -> None:
        """Write a new match; nobody sits in it yet."""
        await self.write(store.new_match(terms, owner, seats))

    async def write(self, lines: Sequence[Statement]) -> None:
        """Return when the statements are on disk; time stops if the database is unavailable."""
        self.time.refuse_while_away()
        try:
            await self.writer.commit(lines)
        except DatabaseUnavailable:
            self.time.stop()
            raise
        self.time.kept()

    # ---- operations ---------------------------------------------------------------------------

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
                self.rooms.diverged.add(open_room.room.terms.id)
                raise
            if not await self.rooms.catch_up(open_room):
                raise
            if (earlier := _earlier_result(open_room.room, seat, command, allowed)) is not None:
                return earlier
            own = open_room.room.command_id(seat, command)
            now = await self.flags.let_fall(open_room)
            entries = open_room.room.do(seat, operation, now, self.rng, own)
        fresh = await self.committer.commit(open_room, entries)
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
        rooms = self.rooms
        open_room = rooms.get(id)
        if (
            open_room is None
            or open_room.outdated
            or id in rooms.diverged
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
                rooms.note_failure(id, error)
            elif room.seq != before:
                rooms.diverged.add(id)
            open_room.room_lock.release()
            return False
        open_room.last_used = now
        self.committer.commit_soon(open_room, entries, on_done)
        return True

    async def _ask_for_rematch(self, id: str, seat: int, command: str) -> str:
        await self.do(id, seat, Rematch(), command)
        return ""

    # ---- what happens without a command -------------------------------------------------------

    def schedule(self, open_room: OpenRoom) -> None:
        """Schedule what will happen in a room without a command: a flag falls, a match counts."""
        self.flags.schedule(open_room)
        if open_room.room.terms.rated and not open_room.rating_started and open_room.room.over:
            open_room.rating_started = True
            wall, id = self.time.wall_clock.wall(), open_room.room.terms.id
            rating = ratings.rate(self.database, self.writer, open_room.room, wall)
            self.runtime.spawn(rating, "rating a match", id)

    async def _sweep(self) -> None:
        self.rooms.sweep()

    async def _catch_up_ratings(self) -> None:
        await ratings.catch_up(self.database, self.writer, self.time.wall_clock.wall())
