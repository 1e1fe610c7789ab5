"""What admins do with people and matches, in a hall that is open or from the command line."""

from __future__ import annotations

from contextlib import suppress

from parlour.hall import admin
from parlour.hall.deeds import Abort, Resign, Stand
from parlour.hall.hall import Hall
from parlour.table.errors import ParlourError
from parlour.table.state import NOBODY

MOST_MATCHES = 1_000
"""Matches that one person is taken out of at once."""


async def ban(hall: Hall, name: str) -> None:
    """Close an account: its connections end, and its seats are nobody's key any more.

    It stands up where a match has not begun, and resigns where one has: otherwise who keeps the
    secret of a seat could go on without any name.
    """
    await admin.ban(hall.database, hall.writer, name, hall.time.watch.wall())
    person = (await admin.find_person(hall.database, name))[0]
    rows = await hall.database.read(
        "select m.id, s.seat, m.status from seats s join matches m on m.id = s.match"
        " where s.person = :person and m.status <> 'over' limit :most",
        person=person,
        most=MOST_MATCHES,
    )
    for match, seat, status in rows:
        with suppress(ParlourError):  # it has ended, or another process was first
            deed = Stand() if status == "open" else Resign()
            await hall.do(match, seat, deed, "banned")


async def close_match(hall: Hall, match: str) -> None:
    """End a match at once; it does not count. Those who are in it are told."""
    await hall.do(match, NOBODY, Abort(), "close")
