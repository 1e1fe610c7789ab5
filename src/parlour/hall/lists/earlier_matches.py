"""Matches that ended before the hall stored results: they are read one by one, the last first.

Each is replayed once. That takes hours where there are hundreds of thousands, and nobody notices.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from parlour.hall.lists import results
from parlour.hall.storage.database import DatabaseUnavailable, DuplicateKey
from parlour.table.errors import ParlourError

if TYPE_CHECKING:
    from parlour.hall.rooms.hall import Hall

PACE, REST = 0.1, 60.0
"""Seconds between two matches, and until the next look once there are none."""


class EarlierMatches:
    """Stores the results of earlier matches."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._pause = PACE

    def interval(self) -> float:
        """Seconds until the next one."""
        return self._pause

    async def store_one(self) -> None:
        """Store the result of one match, if there is one without."""
        hall = self._hall
        rows = await hall.database.read(
            "select id, coalesce(ended, created) from matches"
            " where status = 'over' and result is null order by ended desc limit 1"
        )
        self._pause = PACE if rows else REST
        for id, ended in rows:
            try:
                lines = results.ending(await hall.rooms.loader.load(id), ended)
            except DatabaseUnavailable:
                raise
            except ParlourError:  # damaged, or played under other rules: nobody can show it
                lines = results.unknown(id, ended)
            with suppress(DuplicateKey):  # another process was first
                await hall.write(lines)
