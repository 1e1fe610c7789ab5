"""The hall: all rooms, and the one way in which anything happens in them.

A deed is authorised by who brings it here, applied to the room, kept, and only then answered and
told. While it is being kept the door of the room is held, so nobody ever sees what might still be
lost. There are two ways: `do`, and for the usual case, where nothing has to be waited for but the
disk, `do_now_or_decline`, which takes no task. What it cannot do it leaves to the other one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from random import Random
from typing import NamedTuple

from parlour.hall.computers import thinking
from parlour.hall.computers.port import Computers
from parlour.hall.operating import loop_lag, metrics, mistakes
from parlour.hall.people import ratings
from parlour.hall.people.limits import RateLimiter
from parlour.hall.rooms.audience import Audience, Listener
from parlour.hall.rooms.hall_time import HallTime
from parlour.hall.rooms.housekeeping import Housekeeping
from parlour.hall.rooms.presence import Presence
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.hall.rooms.room_lock import RoomLock
from parlour.hall.rooms.timers import Timers
from parlour.hall.runtime import Runtime
from parlour.hall.storage import liveness, store
from parlour.hall.storage.database import Database, DatabaseUnavailable, DuplicateKey, Statement
from parlour.hall.storage.heartbeat import Heartbeat
from parlour.table.errors import BadRecord, IllegalAction, ParlourError
from parlour.table.sentences import Sentence
from parlour.wire.messages import ChatMessage, ErrorMessage, frame
from parlour.wire.operations import Act, Entry, Operation, Rematch

SOON = 0.02
"""Seconds after which one looks again whether a flag can fall: a few failures are still in time."""
IDLE = 60.0
"""Seconds after which a room that nobody looks at leaves memory."""
SWEEP = 5.0
"""Seconds between two looks for such rooms."""
QUARANTINE = 60.0
"""Seconds for which nobody tries again to read a match that cannot be read."""
READ_AT_ONCE = 500
"""Entries that are read, and decoded, without a turn of anybody else on the loop."""
AT_ONCE = 32
"""Entries that are replayed without one: at 50 µs each, a millisecond or two."""
JUST_SAID = 10.0
"""Seconds in which what is said in a room reaches all processes, or never."""

LONG_AGO, MOST_SAID = 3_600.0, 50
"""How much of what was said is repeated to who comes back: seconds, and messages."""

PlayAgain = Callable[[str, int, str], Awaitable[str]]
"""A seat of a match asks, under a command, for another match."""


Allowed = Callable[[Room], None]
"""Raises `Forbidden`, as the room is now, if it may not be done."""


class Stale(ParlourError):
    """The room has moved on since the one who asks last heard of it."""


class NoSuchMatch(ParlourError):
    """There is no match of that name, or none for you."""


class InternalError(ParlourError):
    """The hall or a game has failed. What was asked may have been done, or not."""


class OperationResult(NamedTuple):
    """The number of the entry that a command became; not fresh if that was so before."""

    seq: int
    fresh: bool


def _is_stale(room: Room, seat: int, known: int | None) -> bool:
    """Does who knows of no later entry decide on a position that is gone?"""
    return known is not None and not room.asked.get(seat, 0) <= known <= room.seq


def _done_before(room: Room, seat: int, command: str, allowed: Allowed) -> OperationResult | None:
    """What became of a command that was asked for before, if it was; `Forbidden` if it is not
    theirs to ask."""
    allowed(room)
    seq = room.commands.get(room.own_id(seat, command))
    return None if seq is None else OperationResult(seq, fresh=False)


class OpenRoom:
    """A room in memory, with those who are in it; whoever holds the door owns it."""

    def __init__(self, room: Room, audience: Audience) -> None:
        self.room = room
        self.audience = audience
        self.room_lock = RoomLock()
        self.used = 0.0
        self.behind = False  # another process has kept something
        self.extra = False  # and not only entries
        self.thinking: set[int] = set()  # seats of computers that have been asked
        self.counted = False  # has its end been seen to, if it is rated?
        self.heard: dict[ChatMessage, None] = {}  # what was said of late, and has been told
        self.announced: set[int] = set()  # seats that other processes take to be connected here


class Hall:
    """Everything that is not about a protocol."""

    def __init__(
        self, database: Database, time: HallTime, rng: Random, computers: Computers | None = None
    ) -> None:
        self.database = database
        self.time = time
        self.rng = rng
        self.computers = computers
        self.timers = Timers(time.now, self._time_is_up)
        self.heartbeat = Heartbeat(f"{rng.getrandbits(64):016x}", database, time)
        self.writer = self.heartbeat.writer
        self.presence = Presence(database, self.heartbeat, time)
        self.rooms: dict[str, OpenRoom] = {}  # those in memory
        self.lost: set[str] = set()  # rooms that are no longer what is on disk: it failed to keep
        self.play_again: PlayAgain = self._want_again  # the front desk also makes the match
        self.talk = RateLimiter(5, 0.5)  # how often people may say something, on all ways in
        self.runtime = Runtime()
        self._loading: dict[str, asyncio.Task[OpenRoom]] = {}
        self._unreadable: dict[str, float] = {}  # matches, and until when nobody tries again

    async def start(self) -> None:
        """Set the hall's time and start the background work; may raise `DatabaseUnavailable`."""
        await self.heartbeat.start()
        runtime = self.runtime
        runtime.every(self.heartbeat.interval, "heartbeat", self.heartbeat.beat)
        Housekeeping(self).start(runtime)
        runtime.every(lambda: SWEEP, "sweep", self._sweep)
        runtime.always("loop lag", loop_lag.measure, vital=False)
        runtime.every(lambda: ratings.EVERY, "ratings", self._count_ratings)

    async def close(self) -> None:
        """Let go of everything; what was asked for is kept or refused first."""
        await self.timers.close()
        await self.runtime.close()
        with suppress(DatabaseUnavailable):
            await self.heartbeat.beat()  # the gap until we come again begins here
        await self.writer.close()
        await self.database.close()

    # ---- rooms in memory ----------------------------------------------------------------------

    @asynccontextmanager
    async def entered(self, id: str, known: int | None = None) -> AsyncGenerator[OpenRoom]:
        """A room of one's own for a while: nobody else does or sees anything in it.

        Who was told of the entry `known` finds it there, whichever process it was that told.
        """
        open_room = await self._enter(id, known)
        try:
            with self._mistakes_answered(id):
                yield open_room
        finally:
            open_room.room_lock.release()

    async def _enter(self, id: str, known: int | None) -> OpenRoom:
        """Come into a room whose door one then holds."""
        self._refuse_while_away()
        self._refuse_unreadable(id)
        open_room = self.rooms.get(id) or await self._load(id)
        await open_room.room_lock.wait()
        try:
            self._refuse_while_away()
            with self._mistakes_answered(id):
                if id in self.lost:
                    await self._restore(open_room)
                if open_room.behind or (known or 0) > open_room.room.seq:
                    await self._catch_up(open_room)
        except BaseException:
            open_room.room_lock.release()
            raise
        open_room.used = self.time.now()
        return open_room

    @contextmanager
    def _mistakes_answered(self, id: str) -> Generator[None]:
        """Any mistake made in a room is noted, and answered by a sentence; the room is lost."""
        try:
            yield
        except (ParlourError, DuplicateKey):
            raise
        except Exception as error:
            self._mistaken(id, error)
            raise InternalError("hall.mistake") from error

    def _mistaken(self, id: str, error: Exception) -> None:
        """Nobody knows how much of it the room has done: it is made anew from what is on disk."""
        mistakes.note("room failed", error, match=id)
        self.lost.add(id)

    async def _load(self, id: str) -> OpenRoom:
        """Bring a room into memory; who asks while that is going on gets the same one."""
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._fetch(id))
            self._loading[id].add_done_callback(lambda task: self._is_loaded(id, task))
        try:
            return await asyncio.shield(self._loading[id])
        except DatabaseUnavailable:
            self.time.stop()
            raise

    def _is_loaded(self, id: str, task: asyncio.Task[OpenRoom]) -> None:
        """Only now may another one load it: who asked may be gone, and a room is here once."""
        del self._loading[id]
        if not task.cancelled():
            task.exception()  # who waits is told; perhaps nobody does any more

    async def _fetch(self, id: str) -> OpenRoom:
        with self._quarantined(id):
            terms = await store.load_terms(self.database, id)
        if terms is None:
            raise NoSuchMatch("hall.no_match", match=id)
        room = await self._replayed(terms)
        open_room = self.rooms[id] = OpenRoom(room, Audience(room, self.time.now))
        open_room.used = self.time.now()
        open_room.heard = dict.fromkeys(await self._just_said(id))
        open_room.audience.elsewhere = await self.presence.elsewhere(id)
        self._look_ahead(open_room)
        return open_room

    async def _replayed(self, terms: MatchTerms) -> Room:
        with self._quarantined(terms.id):
            room = Room(terms)
            room.codes = await store.load_invitation_hashes(self.database, terms.id)
            await self._replay(room)
            room.acts.clear()
            return room

    async def _replay(self, room: Room) -> None:
        """Carry out all that was kept, a little at a time: others have their turns in between."""
        id, count = room.terms.id, AT_ONCE
        while count >= AT_ONCE:  # more may have been kept in somebody else's turn
            entries = await store.load_entries(self.database, id, room.seq, most=READ_AT_ONCE)
            count = len(entries)
            for number, entry in enumerate(entries, start=1):
                room.repeat(entry)
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)

    @contextmanager
    def _quarantined(self, id: str) -> Generator[None]:
        """A match whose rows cannot be read harms nobody else, and is not read again for a while.

        One that was played under other rules is no mistake.
        """
        try:
            yield
        except (DatabaseUnavailable, BadRecord):
            raise
        except Exception as error:
            mistakes.note("match cannot be read", error, match=id)
            now = self.time.wall_clock.wall()
            self._unreadable = {other: at for other, at in self._unreadable.items() if at > now}
            self._unreadable[id] = now + QUARANTINE
            raise InternalError("hall.unreadable_match", match=id) from error

    def _refuse_unreadable(self, id: str) -> None:
        if self._unreadable and self._unreadable.get(id, 0.0) > self.time.wall_clock.wall():
            raise InternalError("hall.unreadable_match", match=id)

    async def _restore(self, open_room: OpenRoom) -> None:
        """Make the room anew from what is on disk, and show it to everybody in it."""
        await self._write(())  # what was on its way to the disk is there, or never will be
        open_room.room = await self._replayed(open_room.room.terms)
        self.lost.discard(open_room.room.terms.id)
        open_room.audience.moved_to(open_room.room)
        for listener in list(open_room.audience.listeners):
            self._show(open_room, listener)
        self._look_ahead(open_room)

    def _show(self, open_room: OpenRoom, listener: Listener) -> None:
        """Show a room that was made anew; a view that fails harms only those who look at it."""
        try:
            open_room.audience.show(listener)
        except Exception as error:  # noqa: BLE001 - whatever a game's view has raised
            mistakes.note("view failed", error, match=open_room.room.terms.id)
            sentence = Sentence("hall.mistake")
            listener.tell(frame("error", ErrorMessage(sentence, str(sentence), "mistake")))

    async def _catch_up(self, open_room: OpenRoom) -> bool:
        """Take over what other processes have kept, and tell it; was there anything?"""
        extra = open_room.extra
        open_room.behind = open_room.extra = False  # what is kept while we read makes us late again
        try:
            return await self._read_on(open_room, extra)
        except BaseException:
            open_room.behind, open_room.extra = True, open_room.extra or extra
            raise

    async def _read_on(self, open_room: OpenRoom, extra: bool) -> bool:
        id = open_room.room.terms.id
        entries = await store.load_entries(self.database, id, after=open_room.room.seq)
        for entry in entries:
            open_room.room.repeat(entry)
            extra = open_room.audience.tell([entry]) or extra
        if extra and open_room.audience.listeners:
            for said in await self._just_said(id):
                self._tell_said(open_room, said)
            await self.look_elsewhere(open_room)
            await self._announce(open_room)
        self._look_ahead(open_room)
        return bool(entries)

    async def look_elsewhere(self, open_room: OpenRoom) -> None:
        """See who is connected to other processes, and tell it if that has changed."""
        elsewhere = await self.presence.elsewhere(open_room.room.terms.id)
        if elsewhere != open_room.audience.elsewhere:
            open_room.audience.been |= open_room.audience.elsewhere
            open_room.audience.elsewhere = elsewhere
            open_room.audience.tell_presence()

    async def _just_said(self, id: str) -> list[ChatMessage]:
        return await store.load_chat(self.database, id, self.time.wall_clock.wall() - JUST_SAID)

    def _tell_said(self, open_room: OpenRoom, said: ChatMessage) -> None:
        """Announce it, once."""
        if said not in open_room.heard:
            old = self.time.wall_clock.wall() - 2 * JUST_SAID
            open_room.heard = {other: None for other in open_room.heard if other.at > old}
            open_room.heard[said] = None
            open_room.audience.announce(frame("said", said, open_room.audience.seq))

    async def visit(self, id: str) -> None:
        """Look into a room: what is to be restored, taken over and told there, is."""
        with suppress(ParlourError):
            async with self.entered(id):
                pass

    def _refuse_while_away(self) -> None:
        if self.time.away_since is not None:  # the keeper tries; nobody else has to wait for it
            raise DatabaseUnavailable("hall.store_away", reason="the database is unavailable")

    def sweep(self) -> int:
        """Let rooms leave memory that nobody needs now; how many stay."""
        old = self.time.now() - IDLE
        for id, open_room in list(self.rooms.items()):
            busy = open_room.audience.listeners or open_room.room_lock.held or open_room.thinking
            if open_room.used < old and not busy:
                del self.rooms[id]
                self.lost.discard(id)  # whoever comes next reads what is on disk
        return len(self.rooms)

    async def _sweep(self) -> None:
        self.sweep()

    # ---- deeds --------------------------------------------------------------------------------

    async def create(
        self, terms: MatchTerms, owner: str | None, seats: Sequence[store.SeatRow]
    ) -> None:
        """Keep a new match; nobody sits in it yet."""
        await self._write(store.new_match(terms, owner, seats))

    async def do(
        self,
        id: str,
        seat: int,
        operation: Operation,
        command: str,
        known: int | None = None,
        allowed: Allowed = lambda _: None,
    ) -> OperationResult:
        """Do it, once. A command is one holder's own: nobody can use up the ids of another.

        `known` is the last entry the asker knows of; who decides on an old position gets `Stale`.
        Whether it is `allowed` is asked when nobody else can change anything in the room.
        """
        async with self.entered(id, known) as open_room:
            return await self._do(open_room, seat, operation, command, known, allowed)

    async def _do(
        self,
        open_room: OpenRoom,
        seat: int,
        operation: Operation,
        command: str,
        known: int | None,
        allowed: Allowed,
    ) -> OperationResult:
        if (done := _done_before(open_room.room, seat, command, allowed)) is not None:
            return done
        own = open_room.room.own_id(seat, command)
        now = await self._let_flags_fall(open_room)
        if _is_stale(open_room.room, seat, known):
            raise Stale("hall.stale")
        before = open_room.room.seq
        try:
            entries = open_room.room.do(seat, operation, now, self.rng, own)
        except ParlourError:  # is it only that another process knows more?
            if open_room.room.seq != before:  # what should have followed by itself was refused
                self.lost.add(open_room.room.terms.id)
                raise
            if not await self._catch_up(open_room):
                raise
            if (done := _done_before(open_room.room, seat, command, allowed)) is not None:
                return done
            own = open_room.room.own_id(seat, command)
            now = await self._let_flags_fall(open_room)
            entries = open_room.room.do(seat, operation, now, self.rng, own)
        fresh = await self._keep(open_room, entries)
        return OperationResult(open_room.room.commands[own], fresh)

    def do_now_or_decline(
        self,
        id: str,
        seat: int,
        operation: Operation,
        command: str,
        known: int | None,
        answered: Callable[[bool], None],
    ) -> bool:
        """Do it by plain calls, where nothing has to be waited for but the disk; False if something
        has, or if there is anything to refuse: then nothing has happened, and `do` will say so.
        The caller has checked, in the same turn of the loop, that the seat is theirs.

        `answered` is called once everybody has been told, or, if it could not be kept or told, with
        False: then `do` finds out what became of it.
        """
        open_room = self.rooms.get(id)
        if (
            open_room is None
            or open_room.behind
            or id in self.lost
            or self.time.away_since is not None
        ):
            return False
        room, now, own = open_room.room, self.time.now(), open_room.room.own_id(seat, command)
        due = room.due()
        flags = due is not None and due <= now
        if (
            flags
            or own in room.commands
            or _is_stale(room, seat, known)
            or not open_room.room_lock.take()
        ):
            return False
        before = room.seq
        try:
            entries = room.do(seat, operation, now, self.rng, own)
        except Exception as error:  # noqa: BLE001 - `do` finds it again, and answers
            if not isinstance(error, ParlourError):
                self._mistaken(id, error)
            elif room.seq != before:
                self.lost.add(id)
            open_room.room_lock.release()
            return False
        open_room.used = now
        lines = store.new_entries(
            room, entries, self.time.wall_clock.wall(), self.heartbeat.process
        )

        def answer(why: Exception | None) -> None:
            told = False
            if why is None:
                self.time.kept()
                told = self._is_kept(open_room, entries)
            else:
                self._is_lost(open_room, why)
            open_room.room_lock.release()
            answered(told)

        self.writer.submit(lines, answer)
        return True

    async def _want_again(self, id: str, seat: int, command: str) -> str:
        await self.do(id, seat, Rematch(), command)
        return ""

    async def reread_codes(self, open_room: OpenRoom) -> None:
        """There may be other invitations now, by way of another process."""
        open_room.room.codes = await store.load_invitation_hashes(
            self.database, open_room.room.terms.id
        )

    async def invite(self, open_room: OpenRoom, seat: int, code: str) -> None:
        """Let who has this code sit down, in a room whose door is held; older ones end."""
        room = open_room.room
        if room.chairs[seat] is not None:
            begun = room.match is not None
            raise IllegalAction(
                "hall.begun" if begun else "hall.chair_taken", seat=room.game.seats[seat]
            )
        await self._write([store.new_invitation(room.terms.id, seat, code)])
        room.codes[seat] = code
        open_room.audience.look_up()

    async def say(self, id: str, said: ChatMessage) -> None:
        """Keep what somebody says, then tell it to everybody in the room.

        Nobody who acts there waits for that: the door is not held while it goes to the disk.
        """
        async with self.entered(id):
            pass  # there is such a room, and it can be read
        await self._write([store.new_chat(id, said)])
        if open_room := self.rooms.get(id):
            self._tell_said(open_room, said)

    async def lately_said(self, id: str, since: float = 0.0) -> list[ChatMessage]:
        """What was said in a room since then, within bounds."""
        since = max(since, self.time.wall_clock.wall() - LONG_AGO)
        return (await store.load_chat(self.database, id, since))[-MOST_SAID:]

    async def repeat_said(self, open_room: OpenRoom, listener: Listener, heard: float) -> None:
        """Tell somebody who was away for a while what was said meanwhile, the latest of it."""
        for said in await self.lately_said(open_room.room.terms.id, heard):
            listener.tell(frame("said", said, open_room.audience.seq))

    async def come_in(self, open_room: OpenRoom, listener: Listener, known: int | None) -> None:
        """Somebody is in a room from now on, whose door is held."""
        open_room.audience.add(listener, known)
        await self._announce(open_room)

    async def _announce(self, open_room: OpenRoom) -> None:
        """Let other processes know which seats are connected here."""
        here = open_room.audience.present()
        try:
            await self.presence.announce(open_room.room.terms.id, open_room.announced, here)
        except DatabaseUnavailable:
            open_room.behind = open_room.extra = True  # who comes next tries again
        else:
            open_room.announced = here

    def left(self, id: str, listener: Listener) -> None:
        """Somebody is gone from a room."""
        open_room = self.rooms.get(id)
        if open_room is not None:
            open_room.used = self.time.now()
            if open_room.audience.remove(listener):
                self.runtime.spawn(self._tell_presence(id), "telling who is here", id)

    async def _tell_presence(self, id: str) -> None:
        """In its turn: a room that is being kept may know more than may be told yet."""
        with suppress(
            DatabaseUnavailable, InternalError
        ):  # then the room will be made anew, and shown
            async with self.entered(id) as open_room:
                open_room.audience.tell_presence()
                await self._announce(open_room)

    async def _tell_others(self, id: str) -> None:
        """Seats have changed hands: other processes learn who is connected here now."""
        with suppress(ParlourError):
            async with self.entered(id) as open_room:
                await self._announce(open_room)

    async def _keep(self, open_room: OpenRoom, entries: Sequence[Entry]) -> bool:
        """Keep what the room has done, then tell it; a room that cannot keep it is lost.

        Another process may have kept the same command: then it is done, though not just now.
        """
        wall, process = self.time.wall_clock.wall(), self.heartbeat.process
        lines = store.new_entries(open_room.room, entries, wall, process)
        try:
            await self._write(lines)
        except DuplicateKey:
            self.lost.add(open_room.room.terms.id)
            await self._restore(open_room)
            command = entries[0].command
            if command is None or command not in open_room.room.commands:
                raise Stale("hall.stale") from None
            return False
        except BaseException as error:
            self._is_lost(open_room, error)
            raise
        return self._is_kept(open_room, entries)

    def _is_kept(self, open_room: OpenRoom, entries: Sequence[Entry]) -> bool:
        """Tell it, and see what comes of it; False if that fails: then everybody is shown anew."""
        metrics.moves.inc(len([entry for entry in entries if isinstance(entry.operation, Act)]))
        try:
            if open_room.audience.tell(entries) and self.database.shared:
                id = open_room.room.terms.id
                self.runtime.spawn(self._tell_others(id), "telling who is here", id)
            self._look_ahead(open_room)
            self.ask_computers(open_room)
        except Exception as error:  # noqa: BLE001 - it is kept, whatever a game's view has raised
            self._mistaken(open_room.room.terms.id, error)
            self._visit_soon(open_room.room.terms.id)
            return False
        return True

    def _is_lost(self, open_room: OpenRoom, why: BaseException) -> None:
        """What the room has done may or may not be on disk: it has to be made anew from that."""
        self.lost.add(open_room.room.terms.id)
        if isinstance(why, DatabaseUnavailable):
            self.time.stop()
        else:  # who asked has gone away, or another was first; the others are here
            if isinstance(why, Exception) and not isinstance(why, DuplicateKey):
                mistakes.note("entry cannot be stored", why, match=open_room.room.terms.id)
            self._visit_soon(open_room.room.terms.id)

    def _visit_soon(self, id: str) -> None:
        self.runtime.spawn(self.visit(id), "a visit", id)

    async def _write(self, lines: Sequence[Statement]) -> None:
        self._refuse_while_away()
        try:
            await self.writer.commit(lines)
        except DatabaseUnavailable:
            self.time.stop()
            raise
        self.time.kept()

    # ---- what happens by itself ---------------------------------------------------------------

    def _look_ahead(self, open_room: OpenRoom) -> None:
        """See to what will happen in a room without anybody asking."""
        due = open_room.room.due()
        if due is not None:
            self.timers.set(open_room.room.terms.id, due)
        if open_room.room.over and open_room.room.terms.rated and not open_room.counted:
            open_room.counted = True
            wall, id = self.time.wall_clock.wall(), open_room.room.terms.id
            counting = ratings.rate(self.database, self.writer, open_room.room, wall)
            self.runtime.spawn(counting, "counting a match", id)

    async def _time_is_up(self, id: str) -> None:
        try:
            with suppress(InternalError):
                await self._see_whose_time_is_up(id)
                return
            await self._see_whose_time_is_up(id)  # once more, in a room made anew
        except DatabaseUnavailable:  # time stands still; the flag is to fall as soon as it goes on
            self.time.stop()
            self.timers.set(id, self.time.now() + SOON)
        except ParlourError:  # stale: another process was faster; or a mistake, which is noted
            pass

    async def _see_whose_time_is_up(self, id: str) -> None:
        async with self.entered(id) as open_room:
            await self._let_flags_fall(open_room)
            self._look_ahead(open_room)

    async def _count_ratings(self) -> None:
        await ratings.catch_up(self.database, self.writer, self.time.wall_clock.wall())

    async def _let_flags_fall(self, open_room: OpenRoom) -> float:
        """See whose time is up, after a look whether another process knows of a gap.

        The time at which nobody's is: what is done next, is done then.
        """
        while True:
            now, due = self.time.now(), open_room.room.due()
            if due is None or due > now:
                return now
            self.time.gaps = await liveness.load_gaps(self.database)
            if flags := open_room.room.flags(self.time.now()):
                await self._keep(open_room, flags)

    def ask_computers(self, open_room: OpenRoom) -> None:
        """Let the computers think that have to act now."""
        if self.computers is not None:
            for seat in open_room.room.computers_to_move():
                if seat not in open_room.thinking:
                    open_room.thinking.add(seat)
                    playing = thinking.play(self, self.computers, open_room, seat)
                    self.runtime.spawn(playing, "a computer", open_room.room.terms.id)
