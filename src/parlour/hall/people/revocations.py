"""Revocations: sessions, tokens and banned people whose connections have to end.

A revocation is a row that any process, or a verb of the command line, may write. Every process
reads the new rows every second and ends the connections they concern.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex

from parlour.hall.clocks.hall_time import WallClock
from parlour.hall.storage.database import Database, Statement

INTERVAL = 1.0
MAX_AGE = 3_600.0
"""Seconds for which a row is read: a process that could not read for so long has ended."""

End = Callable[[str, str], None]
"""Ends the connections of a person or of a session; the other argument is empty."""


def revoked(at: float, *, person: str = "", session: str = "") -> Statement:
    """Revoke all connections of a person, or those of one session."""
    return Statement(
        "insert into revocations (id, at, person, session) values (:id, :at, :person, :session)",
        {"id": token_hex(8), "at": at, "person": person, "session": session},
    )


def forget_revocations(before: float) -> Statement:
    return Statement("delete from revocations where at < :before", {"before": before})


class Revocations:
    """Applies the revocations of all processes to this one."""

    def __init__(self, database: Database, wall_clock: WallClock, end: End) -> None:
        self._database = database
        self._wall_clock = wall_clock
        self._end = end
        self._seen: dict[str, float] = {}

    async def apply_new(self) -> None:
        """End the connections of all revocations since the last call."""
        since = self._wall_clock.wall() - MAX_AGE
        rows = await self._database.read(
            "select id, at, person, session from revocations where at > :since", since=since
        )
        fresh = [row for row in rows if row[0] not in self._seen]
        self._seen = {id: at for id, at, *_ in rows}
        for _, _, person, session in fresh:
            self._end(person, session)
