"""The hall's time: it stands still while the hall cannot save anything.

The players' clocks count hall time, so nobody loses time by a restart or an unavailable database.
Hall time is wall time minus all such gaps, in seconds.
"""

from __future__ import annotations

import time
from typing import Protocol

from parlour.hall.storage.database import DatabaseUnavailable


class WallClock(Protocol):
    """The port to the wall clock; a simulation brings its own."""

    def wall(self) -> float:
        """Seconds since 1970."""
        ...


class SystemClock:
    """The clock of this machine; within a process it never goes back."""

    def __init__(self) -> None:
        self._start, self._since = time.time(), time.monotonic()

    def wall(self) -> float:
        return self._start + time.monotonic() - self._since


class HallTime:
    """Wall time minus the gaps. `gaps` is their sum in the database; a new one may be open.

    A gap begins with the last successful write: from then on nobody could act, however long it took
    to notice.
    """

    def __init__(self, wall_clock: WallClock, gaps: float = 0.0) -> None:
        self.wall_clock = wall_clock
        self.gaps = gaps
        self.last_kept = wall_clock.wall()
        self.away_since: float | None = None

    def now(self) -> float:
        wall = self.wall_clock.wall() if self.away_since is None else self.away_since
        return wall - self.gaps

    def kept(self) -> None:
        """A write has succeeded."""
        if self.away_since is None:
            self.last_kept = self.wall_clock.wall()

    def stop(self) -> None:
        """The database is unavailable: stop the time."""
        if self.away_since is None:
            self.away_since = self.last_kept

    def refuse_while_away(self) -> None:
        """Raise `DatabaseUnavailable` while time stands still: only the heartbeat retries."""
        if self.away_since is not None:
            raise DatabaseUnavailable("hall.store_away", reason="the database is unavailable")

    def go_on(self, gaps: float) -> None:
        """The database is available again, with this sum of all gaps."""
        self.gaps = gaps
        self.away_since = None
        self.kept()
