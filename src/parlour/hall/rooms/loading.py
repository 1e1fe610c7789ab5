"""Loading a room: its entries are read from the database and replayed."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager

from parlour.hall.clocks.hall_time import HallTime
from parlour.hall.operating import mistakes
from parlour.hall.rooms.errors import InternalError, NoSuchMatch
from parlour.hall.rooms.room import MatchTerms, Room
from parlour.hall.storage import store
from parlour.hall.storage.database import Database, DatabaseUnavailable
from parlour.table.errors import BadRecord

QUARANTINE = 60.0
"""Seconds for which an unreadable match is not read again."""
READ_AT_ONCE = 500
"""Entries that are read and decoded before the event loop runs other tasks."""
AT_ONCE = 32
"""Entries that are replayed before it does: at 50 µs each, a millisecond or two."""


class RoomLoader:
    """Reads matches from the database. An unreadable one is quarantined and harms nobody else."""

    def __init__(self, database: Database, time: HallTime) -> None:
        self._database = database
        self._time = time
        self._quarantine: dict[str, float] = {}  # unreadable matches, and until when

    async def load(self, id: str) -> Room:
        """Read a match; `NoSuchMatch` if there is none."""
        with self._quarantined(id):
            terms = await store.load_terms(self._database, id)
        if terms is None:
            raise NoSuchMatch("hall.no_match", match=id)
        return await self.replay(terms)

    async def replay(self, terms: MatchTerms) -> Room:
        """Build the room of a match from its entries."""
        with self._quarantined(terms.id):
            room = Room(terms)
            room.codes = await store.load_invitation_hashes(self._database, terms.id)
            await self._replay_entries(room)
            room.mark_published()
            return room

    async def _replay_entries(self, room: Room) -> None:
        """Replay all entries, a few at a time: other tasks run in between."""
        id, count = room.terms.id, AT_ONCE
        while count >= AT_ONCE:  # more may have been written meanwhile
            entries = await store.load_entries(self._database, id, room.seq, most=READ_AT_ONCE)
            count = len(entries)
            for number, entry in enumerate(entries, start=1):
                room.repeat(entry)
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)

    @contextmanager
    def _quarantined(self, id: str) -> Generator[None]:
        """Quarantine a match that cannot be read. A match under other rules is only refused."""
        try:
            yield
        except (DatabaseUnavailable, BadRecord):
            raise
        except Exception as error:
            mistakes.note("match cannot be read", error, match=id)
            now = self._time.wall_clock.wall()
            self._quarantine = {
                other: until for other, until in self._quarantine.items() if until > now
            }
            self._quarantine[id] = now + QUARANTINE
            raise InternalError("hall.unreadable_match", match=id) from error

    def refuse_quarantined(self, id: str) -> None:
        if self._quarantine and self._quarantine.get(id, 0.0) > self._time.wall_clock.wall():
            raise InternalError("hall.unreadable_match", match=id)
