"""What admins do with people and matches, in a hall that is open or from the command line."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from secrets import token_hex

import msgspec
import structlog

from parlour.hall.people import admin
from parlour.hall.people.authorise import Forbidden
from parlour.hall.rooms.errors import NoSuchMatch, Stale
from parlour.hall.rooms.hall import Hall
from parlour.hall.storage.database import DatabaseUnavailable
from parlour.table.errors import ParlourError
from parlour.table.state import NOBODY
from parlour.wire.operations import Abort, Resign, Stand

AT_ONCE = 1_000
"""Seats that are looked up in one go."""
MOST_LINES = 500
"""Lines of chat that an admin is shown: the last ones."""
ATTEMPTS = 5
"""How often another process may be quicker in a match."""


log = structlog.get_logger("parlour.hall")


class AdminsStay(Forbidden):
    """An admin is not banned by another one, nor by mistake by themselves."""


class Line(msgspec.Struct, frozen=True):
    """What somebody has said in a match."""

    at: float
    name: str
    text: str
    seat: int | None


class Person(msgspec.Struct, frozen=True):
    """Somebody, as an admin sees them."""

    id: str
    name: str
    kind: str
    created: float
    banned: bool


def note(what: str, by: str, about: str) -> None:
    """Log what an admin has done, and to whom or to what."""
    log.info(what, admin=by, about=about)


async def look_up(hall: Hall, name: str) -> Person:
    id, kind, name, created, banned = await admin.find_person(hall.database, name)
    return Person(id, name, kind, created, bool(banned))


async def chat_of(hall: Hall, match: str) -> list[Line]:
    """What has been said in a match, the oldest first."""
    if not await hall.database.read("select 1 from matches where id = :match", match=match):
        raise NoSuchMatch("hall.no_match", match=match)
    rows = await hall.database.read(
        "select at, name, text, seat from chat where match = :match order by at desc limit :most",
        match=match,
        most=MOST_LINES,
    )
    return [Line(*row) for row in reversed(rows)]


async def _later() -> None:
    """The halls that are open look by themselves, every second."""


End = Callable[[], Awaitable[None]]
"""Ends the connections here for which that was written down."""


async def ban_from_afar(hall: Hall, name: str, end: End) -> None:
    """Ban somebody who is no admin: those are banned by whoever runs the hall."""
    if (found := await look_up(hall, name)).kind == "admin":
        raise AdminsStay("hall.admins_stay", name=found.name)
    await ban(hall, name, end)


async def ban(hall: Hall, name: str, end: End = _later) -> None:
    """Close an account: its connections `end`, and its seats are nobody's key any more.

    It stands up where a match has not begun, and resigns where one has: otherwise who keeps the
    secret of a seat could go on without any name.
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
        most=AT_ONCE,
    ):
        for match, seat in rows:
            await _leave(hall, match, seat)


async def forget(hall: Hall, name: str) -> None:
    """Delete somebody. As with a ban, nobody waits for a player who is gone."""
    await ban(hall, name)
    await admin.forget(hall.database, hall.writer, name)


async def _leave(hall: Hall, match: str, seat: int) -> None:
    """Stand up, or resign if the match has begun by now."""
    command = f"ban {token_hex(8)}"  # nobody else can use it: their commands have no blanks
    for _ in range(ATTEMPTS):
        try:
            async with hall.locked_room(match) as open_room:
                operation = Stand() if open_room.room.match is None else Resign()
            await hall.do(match, seat, operation, command)
        except DatabaseUnavailable:
            raise
        except Stale:
            continue
        except ParlourError:  # they have left, it is over, or it cannot be read
            pass
        return


async def close_match(hall: Hall, match: str) -> None:
    """End a match at once; it does not count. Those who are in it are told."""
    await hall.do(match, NOBODY, Abort(), "close")
