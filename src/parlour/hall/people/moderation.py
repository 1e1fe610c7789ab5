"""What admins do to people and matches, over HTTP or from the command line."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from secrets import token_hex

import msgspec
import structlog

from parlour.hall.people import admin
from parlour.hall.people.authorise import Forbidden
from parlour.hall.people.revocations import revoked
from parlour.hall.rooms.errors import NoSuchMatch, Stale
from parlour.hall.rooms.hall import Hall
from parlour.hall.storage.database import DatabaseUnavailable
from parlour.table.errors import ParlourError
from parlour.table.state import NOBODY
from parlour.wire.operations import Abort, Resign, Stand

BATCH_SIZE = 1_000
"""Seats in one query."""
MAX_CHAT_LINES = 500
"""Lines of chat that an admin sees: the last ones."""
ATTEMPTS = 5
"""Retries where another process was faster."""


log = structlog.get_logger("parlour.hall")


class AdminsStay(Forbidden):
    """Admins cannot ban admins, so neither themselves by mistake."""


class ChatLine(msgspec.Struct, frozen=True):
    """A line of the chat of a match."""

    at: float
    name: str
    text: str
    seat: int | None


class PersonDetails(msgspec.Struct, frozen=True):
    """A person as an admin sees them."""

    id: str
    name: str
    kind: str
    created: float
    banned: bool


def note(what: str, by: str, about: str) -> None:
    """Log an action of an admin."""
    log.info(what, admin=by, about=about)


async def look_up(hall: Hall, name: str) -> PersonDetails:
    id, kind, name, created, banned = await admin.find_person(hall.database, name)
    return PersonDetails(id, name, kind, created, bool(banned))


async def chat_of(hall: Hall, match: str) -> list[ChatLine]:
    """The chat of a match, oldest first."""
    if not await hall.database.read("select 1 from matches where id = :match", match=match):
        raise NoSuchMatch("hall.no_match", match=match)
    rows = await hall.database.read(
        "select at, name, text, seat from chat where match = :match order by at desc limit :most",
        match=match,
        most=MAX_CHAT_LINES,
    )
    return [ChatLine(*row) for row in reversed(rows)]


async def _later() -> None:
    """Running halls read the revocations themselves, every second."""


End = Callable[[], Awaitable[None]]
"""Ends the connections of this process for which there are revocations."""


async def ban_over_http(hall: Hall, name: str, end: End) -> None:
    """Ban a person who is not an admin; admins are banned from the command line."""
    if (found := await look_up(hall, name)).kind == "admin":
        raise AdminsStay("hall.admins_stay", name=found.name)
    await ban(hall, name, end)


async def ban(hall: Hall, name: str, end: End = _later) -> None:
    """Ban an account: its connections `end`, and it gives up its seats.

    It leaves matches that have not begun and resigns the others. Otherwise anybody with the secret
    of a seat could go on playing.
    """
    await admin.ban(hall.database, hall.writer, name, hall.time.wall_clock.wall())
    await end()
    person = (await admin.find_person(hall.database, name))[0]
    match, seat = "", 0
    while rows := await hall.database.read(
        "select s.match, s.seat from seats s join matches m on m.id = s.match"
        " where s.person = :person and m.status <> 'over' and (s.match, s.seat) > (:match, :seat)"
        " order by s.match, s.seat limit :most",
        person=person,
        match=match,
        seat=seat,
        most=BATCH_SIZE,
    ):
        for match, seat in rows:
            await _leave(hall, match, seat)


async def forget(hall: Hall, name: str) -> None:
    """Delete a person. As with a ban, they leave their matches first."""
    await ban(hall, name)
    person = (await admin.find_person(hall.database, name))[0]
    await admin.forget(hall.database, hall.writer, name)
    at = hall.time.wall_clock.wall()  # processes read rooms again that have the name in memory
    await hall.writer.commit([revoked(at, person=person)])


async def _leave(hall: Hall, match: str, seat: int) -> None:
    """Leave a seat, or resign if the match has begun."""
    command = f"ban {token_hex(8)}"  # unique: commands of clients have no blanks
    for _ in range(ATTEMPTS):
        try:
            async with hall.locked_room(match) as open_room:
                operation = Stand() if open_room.room.match is None else Resign()
            await hall.do(match, seat, operation, command)
        except DatabaseUnavailable:
            raise
        except Stale:
            continue
        except ParlourError:  # they have left, or the match is over or unreadable
            pass
        return


async def close_match(hall: Hall, match: str) -> None:
    """Abort a match; it is not rated, and its players are told."""
    await hall.do(match, NOBODY, Abort(), "close")
