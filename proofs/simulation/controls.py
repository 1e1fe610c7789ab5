"""Halls that are wrong on purpose. The simulation has to notice each of them, or it proves nothing.

They are made here, from the outside: the hall itself has no switch that makes it wrong.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from parlour.hall.people.authorise import User
from parlour.hall.rooms.audience import Audience, Listener, Viewer
from parlour.hall.rooms.hall import Allowed, Hall, OperationResult
from parlour.hall.rooms.loading import RoomLoader
from parlour.hall.rooms.open_room import OpenRoom
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


class FaultyHall(Hall):
    """A hall with a wrong loader or a wrong audience."""

    loader_class: ClassVar[type[RoomLoader]] = RoomLoader
    audience_class: ClassVar[type[Audience]] = Audience

    def __init__(self, *ports: Any) -> None:
        super().__init__(*ports)
        self.loader = self.loader_class(self.database, self.time)

    async def _fetch(self, id: str) -> OpenRoom:
        open_room = await super()._fetch(id)
        open_room.audience.__class__ = self.audience_class  # in place: somebody may be there
        return open_room


class EarlyAckWriter(Writer):
    """Says that an entry is on disk when that has only been asked for."""

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
    """Does not remember what was asked for."""

    async def replay(self, terms: MatchTerms) -> Room:
        room = await super().replay(terms)
        room.commands = ForgottenCommands(room.commands)
        return room


class NoDeduplicationHall(FaultyHall):
    """Does not remember what was asked for."""

    loader_class = NoDeduplicationLoader


class LeakyAudience(Audience):
    """Lets spectators look over the shoulder of the first seat."""

    def viewer_of(self, listener: Listener) -> Viewer:
        return super().viewer_of(listener) if listener.seats else 0


class LeakyHall(FaultyHall):
    """Tells spectators what a seat sees."""

    audience_class = LeakyAudience


class LeakyMovesAudience(Audience):
    """Shows the whole list of moves to everybody, as if nothing were hidden."""

    def _all_moves(self, match: Match, viewer: Viewer) -> Sequence[Event]:
        return match.events


class LeakyMovesHall(FaultyHall):
    """Tells everybody what was done in secret."""

    audience_class = LeakyMovesAudience


class StaleViewers(Viewers):
    """Leaves on the board what a take-back removes."""

    _count = 0  # events when anybody was last told of them

    def changes(self, places: Collection[Viewer]) -> dict[Viewer, Changes]:
        told, before = super().changes(places), self._count
        self._count = len(self._match.events)
        if self._count >= before:
            return told
        return {viewer: replace(changes, gone=()) for viewer, changes in told.items()}


class StaleViewAudience(Audience):
    """Tells of no piece that is gone after a take-back."""

    def _viewers_of(self, match: Match) -> Viewers:
        return StaleViewers(match)


class StaleViewHall(FaultyHall):
    """Shows views that are wrong after a take-back."""

    audience_class = StaleViewAudience


class StaleSeatsAudience(Audience):
    """Goes by the seats that somebody had when they came in."""

    def update_seats(self) -> dict[Listener, tuple[int, ...]]:
        return {}


class StaleSeatsHall(FaultyHall):
    """Tells who has stood up what the seat sees."""

    audience_class = StaleSeatsAudience


class UnauthorisedHall(Hall):
    """Does what it is asked, whoever sits there by now."""

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
    """Takes an invitation for the secret of the seat, after somebody has sat down with it too."""

    def _is_own(self, seat: int, sit: Sit, user: User) -> bool:
        return super()._is_own(seat, sit, user) or sit.invitation in user.keys


class ReusableInvitationLoader(RoomLoader):
    """Lets who has invited somebody play for them."""

    async def replay(self, terms: MatchTerms) -> Room:
        room = await super().replay(terms)
        room.__class__ = ReusableInvitationRoom
        return room


class ReusableInvitationHall(FaultyHall):
    """Lets who has invited somebody play for them."""

    loader_class = ReusableInvitationLoader


class FailWholeBatchWriter(Writer):
    """Refuses everybody's statements where one of them is bad."""

    async def _write_batch(self, batch: list[WriteRequest]) -> None:
        try:
            await self._database.write(
                [line for new_match in batch for line in new_match.statements]
            )
        except DuplicateKey:
            await super()._write_batch(batch)
        except Exception as error:  # noqa: BLE001 - that is what is wrong with it
            self._fail_all(batch, error)
        else:
            for new_match in batch:
                asyncio.get_running_loop().call_soon(new_match.callback, None)


class FailWholeBatchHall(Hall):
    """Lets one guest break other people's writes."""

    def __init__(self, *ports: Any) -> None:
        super().__init__(*ports)
        self.writer = self.heartbeat.writer = FailWholeBatchWriter(self.database)


class UnreportedErrorLoader(RoomLoader):
    """Ends its rounds for good at a row that it cannot read, and says nothing."""

    @contextmanager
    def _quarantined(self, id: str) -> Generator[None]:
        try:
            yield
        except (DatabaseUnavailable, BadRecord):
            raise
        except Exception:  # noqa: BLE001 - as if it had been cancelled
            raise asyncio.CancelledError from None


class UnreportedErrorHall(FaultyHall):
    """Ends its rounds for good at a row that it cannot read, and says nothing."""

    loader_class = UnreportedErrorLoader


class NoEvictionHall(Hall):
    """Keeps all rooms in memory."""

    def sweep(self) -> int:
        return len(self.rooms)


class TwoWritersHall(Hall):
    """Writes beside the writer of its heartbeat."""

    def __init__(self, *ports: Any) -> None:
        super().__init__(*ports)
        self.writer = Writer(self.database)


class StuckLockHall(Hall):
    """Leaves a room locked in which a game has failed."""

    def _note_failure(self, id: str, error: Exception) -> None:
        super()._note_failure(id, error)
        self.rooms[id].room_lock = StuckLock()


class StuckLock(RoomLock):
    """Never opens."""

    async def acquire(self) -> None:
        await asyncio.Event().wait()

    def acquire_now(self) -> bool:
        return False


class NoNotificationsHall(Hall):
    """Brings no room up to date when another process has kept something there."""

    async def visit(self, id: str) -> None:
        pass


class LocalTimeRoom(Room):
    """Goes by the time of its own process, whatever another one has written down."""

    def _count(self, entry: Entry) -> None:
        super()._count(entry)
        self.last_at = 0.0


class LocalTimeLoader(RoomLoader):
    """Puts entries before those that another process has kept."""

    async def replay(self, terms: MatchTerms) -> Room:
        room = await super().replay(terms)
        room.__class__ = LocalTimeRoom
        return room


class LocalTimeHall(FaultyHall):
    """Puts entries before those that another process has kept."""

    loader_class = LocalTimeLoader


class Control(NamedTuple):
    """A fault, and a pattern of what the simulation may say of it."""

    hall: type[Hall]
    corruptions: tuple[str, ...]
    expected: str
    shared: bool = False  # does it take two processes?


LOCKED = "waiting for an answer|seconds late|no flag fell|was kept"
"""What one sees of a room in which nothing happens any more."""

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
    """Does the simulation notice this fault, by one of these seeds, and for the right reason?

    Where it takes two processes, each seed gets a new database on a PostgreSQL.
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
