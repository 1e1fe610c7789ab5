"""What has been withdrawn: sessions, tokens, and all that a person who is banned has open.

Who withdraws something writes a row, in whichever process or with a verb of the command line. Every
process looks for such rows, every second, and ends the connections that they are about.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex

from parlour.hall.rooms.hall_time import WallClock
from parlour.hall.storage.database import Database, Statement

EVERY = 1.0
REMEMBERED = 3_600.0
"""Seconds for which a row is looked at: a process that could not read for so long has closed."""

End = Callable[[str, str], None]
"""Ends what is open here for a person, or under a session: the other one is empty."""


def revoked(at: float, *, person: str = "", session: str = "") -> Statement:
    """All connections of a person end, or those of one session."""
    return Statement(
        "insert into revocations (id, at, person, session) values (:id, :at, :person, :session)",
        {"id": token_hex(8), "at": at, "person": person, "session": session},
    )


def forget_revocations(before: float) -> Statement:
    return Statement("delete from revocations where at < :before", {"before": before})


class Revocations:
    """Ends in this process what was withdrawn in any."""

    def __init__(self, database: Database, wall_clock: WallClock, end: End) -> None:
        self._database = database
        self._wall_clock = wall_clock
        self._end = end
        self._seen: dict[str, float] = {}

    async def look(self) -> None:
        """See what was withdrawn since the last look, and end it."""
        since = self._wall_clock.wall() - REMEMBERED
        rows = await self._database.read(
            "select id, at, person, session from revocations where at > :since", since=since
        )
        fresh = [row for row in rows if row[0] not in self._seen]
        self._seen = {id: at for id, at, *_ in rows}
        for _, _, person, session in fresh:
            self._end(person, session)
