"""Which seats are connected, where several processes share a database.

Each process keeps there which seats have a device connected to it, and looks for those that are
connected to the others; what a dead process kept counts no more. One that is alone keeps nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.hall.rooms.hall_time import HallTime
from parlour.hall.storage import liveness
from parlour.hall.storage.database import Database
from parlour.hall.storage.heartbeat import DEAD, Heartbeat


class Presence:
    """The seats of one process and of the others."""

    def __init__(self, database: Database, heartbeat: Heartbeat, time: HallTime) -> None:
        self._database = database
        self._keeper = heartbeat
        self._time = time
        self._processes: set[str] = set()

    async def announce(self, match: str, known: set[int], here: set[int]) -> None:
        """Tell the others who has come and gone, when they `know` of those."""
        if self._database.shared and known != here:
            process = self._keeper.process
            come = [liveness.new_presence(match, seat, process) for seat in here - known]
            gone = [liveness.delete_presence(match, seat, process) for seat in known - here]
            await self._keeper.writer.commit([*come, *gone])

    async def elsewhere(self, match: str) -> frozenset[int]:
        """The seats of a match that are connected to others."""
        if not self._database.shared:
            return frozenset()
        return await liveness.load_presence(
            self._database, match, self._keeper.process, self._lately()
        )

    async def among(self, matches: Sequence[str]) -> set[str]:
        """Those of these matches to which somebody is connected, at any process."""
        if not self._database.shared:
            return set()
        return await liveness.load_matches_with_presence(self._database, matches, self._lately())

    async def has_changed(self) -> bool:
        """Has a process come or gone since this was last asked?"""
        if not self._database.shared:
            return False
        before = self._processes
        self._processes = await liveness.load_live_processes(self._database, self._lately())
        return self._processes != before

    def _lately(self) -> float:
        return self._time.wall_clock.wall() - DEAD
