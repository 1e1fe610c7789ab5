"""What admins do with people and matches, in a hall that is open or from the command line."""

from __future__ import annotations

from secrets import token_hex

from parlour.hall import admin
from parlour.hall.database import StoreAway
from parlour.hall.deeds import Abort, Resign, Stand
from parlour.hall.hall import Hall, Stale
from parlour.table.errors import ParlourError
from parlour.table.state import NOBODY

AT_ONCE = 1_000
"""Seats that are looked up in one go."""
ATTEMPTS = 5
"""How often another process may be quicker in a match."""


async def ban(hall: Hall, name: str) -> None:
    """Close an account: its connections end, and its seats are nobody's key any more.

    It stands up where a match has not begun, and resigns where one has: otherwise who keeps the
    secret of a seat could go on without any name.
    """
    await admin.ban(hall.database, hall.writer, name, hall.time.watch.wall())
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


async def _leave(hall: Hall, match: str, seat: int) -> None:
    """Stand up, or resign if the match has begun by now."""
    command = f"ban {token_hex(8)}"  # nobody else can use it: their commands have no blanks
    for _ in range(ATTEMPTS):
        try:
            async with hall.entered(match) as live:
                deed = Stand() if live.room.match is None else Resign()
            await hall.do(match, seat, deed, command)
        except StoreAway:
            raise
        except Stale:
            continue
        except ParlourError:  # they have left, it is over, or it cannot be read
            pass
        return


async def close_match(hall: Hall, match: str) -> None:
    """End a match at once; it does not count. Those who are in it are told."""
    await hall.do(match, NOBODY, Abort(), "close")
