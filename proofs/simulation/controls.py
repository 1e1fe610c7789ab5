"""Halls with deliberate bugs (negative controls): the simulation must detect each of them.

They subclass the hall; the hall itself has no switch for its bugs.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from parlour.hall.audience.audience import Audience, Listener, Seats, Viewer
from parlour.hall.audience.move_lists import MoveLists
from parlour.hall.people.authorise import User
from parlour.hall.rooms.hall import Allowed, Hall, OperationResult
from parlour.hall.rooms.loading import RoomLoader
from parlour.hall.rooms.open_room import OpenRoom
from parlour.hall.rooms.open_rooms import OpenRooms
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.hall.rooms.room_lock import RoomLock
from parlour.hall.storage.database import DatabaseUnavailable, DuplicateKey, Statement
from parlour.hall.storage.writer import WriteCallback, Writer, WriteRequest
from parlour.table.errors import BadRecord
from parlour.table.match import Match
from parlour.table.matches.viewers import Viewers
from parlour.table.record import Event
from parlour.table.view import Changes
from parlour.wire.operations import Entry, Operation, Sit
from proofs import Broken
from proofs.drivers.failing_server import FORGET_KEYS, ForgottenCommands
from proofs.simulation.simulation import simulate


class FaultyRooms(OpenRooms):
    """Rooms with a wrong audience."""

    audience_class = Audience

    async def _fetch(self, id: str) -> OpenRoom:
        open_room = await super()._fetch(id)
        # Changed in place, because it may have listeners already.
        open_room.audience.__class__ = self.audience_class
        return open_room


class FaultyHall(Hall):
    """A hall with wrong rooms, a wrong loader or a wrong audience."""

    rooms_class: ClassVar[type[FaultyRooms]] = FaultyRooms
    loader_class: ClassVar[type[RoomLoader]] = RoomLoader
    audience_class: ClassVar[type[Audience]] = Audience

    def __init__(self, *ports: Any) -> None:
        super().__init__(*ports)
        self.rooms = self.rooms_class(self)
        self.rooms.audience_class = self.audience_class
        self.rooms.loader = self.loader_class(self.database, self.time)


class FaultyRoomLoader(RoomLoader):
    """Loads rooms of a faulty class."""

    room_class: ClassVar[type[Room]]

    async def replay(self, terms: MatchTerms) -> Room:
        room = await super().replay(terms)
        room.__class__ = self.room_class
        return room


class EarlyAckWriter(Writer):
    """Reports entries as committed as soon as they are submitted."""

    def submit(self, statements: Sequence[Statement], callback: WriteCallback) -> None:
        if not any("into events" in statement.sql for statement in statements):
            super().submit(statements, callback)
            return
        super().submit(statements, lambda _: None)
        asyncio.get_running_loop().call_soon(callback, None)


class EarlyAckHall(Hall):
    """Acknowledges before the commit."""

    def __init__(self, *ports: Any) -> None:
        super().__init__(*ports)
        self.writer = self.heartbeat.writer = EarlyAckWriter(self.database)


class NoDeduplicationLoader(RoomLoader):
    """Forgets the ids of commands already done."""

    async def replay(self, terms: MatchTerms) -> Room:
        room = await super().replay(terms)
        room.commands = ForgottenCommands(room.commands)
        return room


class NoDeduplicationHall(FaultyHall):
    """Does repeated commands twice."""

    loader_class = NoDeduplicationLoader


class LeakyAudience(Audience):
    """Gives spectators the view of the first seat."""

    def viewer_of(self, seats: Seats) -> Viewer:
        return super().viewer_of(seats) if seats else 0


class LeakyHall(FaultyHall):
    """Shows spectators a seat's view."""

    audience_class = LeakyAudience


class LeakyMoveLists(MoveLists):
    """Shows the unredacted list of moves to all viewers."""

    def visible(self, match: Match, viewer: Viewer) -> Sequence[Event]:
        return tuple(match.events)


class LeakyMovesAudience(Audience):
    """Tells everybody hidden moves."""

    def _move_lists(self) -> MoveLists:
        return LeakyMoveLists(self.room)


class LeakyMovesHall(FaultyHall):
    """Shows hidden moves to all viewers."""

    audience_class = LeakyMovesAudience


class StaleViewers(Viewers):
    """Leaves pieces on the board that a take-back removes."""

    _count = 0  # events at the last update

    def changes(self, viewers: Collection[Viewer]) -> dict[Viewer, Changes]:
        changes_by_viewer, before = super().changes(viewers), self._count
        self._count = len(self._match.events)
        if self._count >= before:
            return changes_by_viewer
        return {viewer: replace(changes, gone=()) for viewer, changes in changes_by_viewer.items()}


class StaleViewAudience(Audience):
    """Omits removed pieces from the changes of a take-back."""

    def _viewers_of(self, match: Match) -> Viewers:
        return StaleViewers(match)


class StaleViewHall(FaultyHall):
    """Sends wrong views after a take-back."""

    audience_class = StaleViewAudience


class StaleSeatsAudience(Audience):
    """Keeps the seats that a listener had on entering."""

    def update_seats(self) -> dict[Listener, tuple[int, ...]]:
        return {}


class StaleSeatsHall(FaultyHall):
    """Keeps sending a seat's view to a user who has stood up."""

    audience_class = StaleSeatsAudience


class UnauthorisedHall(Hall):
    """Does not check that the sender still has the seat."""

    async def do(
        self,
        id: str,
        seat: int,
        operation: Operation,
        command: str,
        last_seen: int | None = None,
        allowed: Allowed = lambda _: None,
    ) -> OperationResult:
        return await super().do(id, seat, operation, command, last_seen)


class ReusableInvitationRoom(Room):
    """Accepts a used invitation as the seat's secret code."""

    def _is_own(self, seat: int, sit: Sit, user: User) -> bool:
        return super()._is_own(seat, sit, user) or sit.invitation in user.keys


class ReusableInvitationLoader(FaultyRoomLoader):
    """Loads rooms that accept used invitations."""

    room_class = ReusableInvitationRoom


class ReusableInvitationHall(FaultyHall):
    """Lets anyone who knows an invitation act for the player who used it."""

    loader_class = ReusableInvitationLoader


class FailWholeBatchWriter(Writer):
    """Fails the whole batch when one of its statements is bad."""

    async def _write_batch(self, batch: list[WriteRequest]) -> None:
        try:
            await self._database.write(
                [statement for request in batch for statement in request.statements]
            )
        except DuplicateKey:
            await super()._write_batch(batch)
        except Exception as error:  # noqa: BLE001 - this is the deliberate bug
            self._fail_all(batch, error)
        else:
            for request in batch:
                asyncio.get_running_loop().call_soon(request.callback, None)


class FailWholeBatchHall(Hall):
    """Fails other users' writes together with a bad one."""

    def __init__(self, *ports: Any) -> None:
        super().__init__(*ports)
        self.writer = self.heartbeat.writer = FailWholeBatchWriter(self.database)


class UnreportedErrorLoader(RoomLoader):
    """Ends background work silently at an unreadable row."""

    @contextmanager
    def _quarantined(self, id: str) -> Generator[None]:
        try:
            yield
        except (DatabaseUnavailable, BadRecord):
            raise
        except Exception:  # noqa: BLE001 - as if it had been cancelled
            raise asyncio.CancelledError from None


class UnreportedErrorHall(FaultyHall):
    """Ends background work silently at an unreadable row."""

    loader_class = UnreportedErrorLoader


class NoEvictionRooms(FaultyRooms):
    """Never leave memory."""

    def sweep(self) -> int:
        return len(self)


class NoEvictionHall(FaultyHall):
    """Never evicts rooms from memory."""

    rooms_class = NoEvictionRooms


class TwoWritersHall(Hall):
    """Has a second writer, concurrent with that of its heartbeat."""

    def __init__(self, *ports: Any) -> None:
        super().__init__(*ports)
        self.writer = Writer(self.database)


class StuckLockRooms(FaultyRooms):
    """Are locked for good by a game that fails."""

    def note_failure(self, id: str, error: Exception) -> None:
        super().note_failure(id, error)
        self[id].room_lock = StuckLock()


class StuckLockHall(FaultyHall):
    """Never unlocks a room in which a game has failed."""

    rooms_class = StuckLockRooms


class StuckLock(RoomLock):
    """A lock that can never be acquired."""

    async def acquire(self) -> None:
        await asyncio.Event().wait()

    def acquire_now(self) -> bool:
        return False


class NoNotificationsRooms(FaultyRooms):
    """Are not visited when another process has written to them."""

    async def visit(self, id: str) -> None:
        pass


class NoNotificationsHall(FaultyHall):
    """Ignores notifications of commits by other processes."""

    rooms_class = NoNotificationsRooms


class LocalTimeRoom(Room):
    """Uses its own process's time, even if another process has written a later one."""

    def _count(self, entry: Entry) -> None:
        super()._count(entry)
        self.last_at = 0.0


class LocalTimeLoader(FaultyRoomLoader):
    """Loads rooms that use their own process's time."""

    room_class = LocalTimeRoom


class LocalTimeHall(FaultyHall):
    """Writes entries with times before those of another process."""

    loader_class = LocalTimeLoader


class Control(NamedTuple):
    """A deliberate bug, and a pattern of the violation that must be reported."""

    hall: type[Hall]
    corruptions: tuple[str, ...]
    expected: str
    shared: bool = False  # does it need two processes?


LOCKED = "waiting for an answer|seconds late|no flag fell|was kept"
"""The symptoms of a room that is locked for good."""

CONTROLS: dict[str, Control] = {
    "acknowledging before the commit": Control(EarlyAckHall, (), "on disk is"),
    "a dropped uniqueness check": Control(NoDeduplicationHall, FORGET_KEYS, "was done twice"),
    "a leaking view": Control(LeakyHall, (), "was shown what seat 0 sees"),
    "a leaking list of moves": Control(LeakyMovesHall, (), "the moves"),
    "a seat that is kept after standing up": Control(StaleSeatsHall, (), "the seats|no answer"),
    "a command for somebody else's seat": Control(UnauthorisedHall, (), "for seat"),
    "an invitation that stays a key": Control(ReusableInvitationHall, (), "the seats"),
    "a bad statement that refuses others": Control(FailWholeBatchHall, (), "no such table"),
    "an unreadable row that ends the rounds": Control(
        UnreportedErrorHall, (), "was not written down"
    ),
    "rooms that never leave memory": Control(NoEvictionHall, (), "it is in memory"),
    "two writers": Control(TwoWritersHall, (), "two writers at once"),
    "a mistake that locks a room": Control(StuckLockHall, (), LOCKED),
    "a view that keeps what was taken back": Control(StaleViewHall, (), "the view"),
    "a race that both processes win": Control(Hall, FORGET_KEYS, "a gap, or an entry twice", True),
    "a process that does not listen": Control(NoNotificationsHall, (), "but .* was kept", True),
    "a process with a time of its own": Control(LocalTimeHall, (), "went back", True),
}


def caught(
    name: str, seeds: Sequence[int], output: Callable[[str], None], new_database: Callable[[], str]
) -> bool:
    """Does the simulation detect this bug with one of these seeds, and for the right reason?

    A bug that needs two processes gets a new PostgreSQL database for each seed.
    """
    hall, corruptions, expected, shared = CONTROLS[name]
    for seed in seeds:
        try:
            simulate(
                seed, hall=hall, corruptions=corruptions, address=new_database() if shared else ""
            )
        except Broken as broken:
            output(f"{name}: noticed by seed {seed}: {broken}")
            return re.search(expected, str(broken)) is not None
    output(f"{name}: NOT NOTICED by the seeds {seeds[0]} to {seeds[-1]}")
    return False
