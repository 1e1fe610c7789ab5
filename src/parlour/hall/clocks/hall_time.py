"""The hall's time: it runs while the hall can keep things, and stands still while it cannot.

Clocks of players count hall time. So nobody loses by a restart, or by a database that was away:
whatever gap there was has never happened. Hall time is wall time less all the gaps, in seconds.
"""

from __future__ import annotations

import time
from typing import Protocol

from parlour.hall.storage.database import DatabaseUnavailable


class WallClock(Protocol):
    """Where the hall looks to see what time it is; a simulation brings its own."""

    def wall(self) -> float:
        """Seconds since 1970."""
        ...


class SystemClock:
    """The clock of this machine; it never goes back while we look."""

    def __init__(self) -> None:
        self._start, self._since = time.time(), time.monotonic()

    def wall(self) -> float:
        return self._start + time.monotonic() - self._since


class HallTime:
    """Wall time less the gaps. `gaps` is what the database knows; a new one may be open.

    A gap begins with the last thing that was kept: who was about to act when the database went away
    had from then on no chance, however long it took us to notice.
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
        """The database has just kept something."""
        if self.away_since is None:
            self.last_kept = self.wall_clock.wall()

    def stop(self) -> None:
        """The database is away."""
        if self.away_since is None:
            self.away_since = self.last_kept

    def refuse_while_away(self) -> None:
        """Raise `DatabaseUnavailable` while time stands still: only the heartbeat retries."""
        if self.away_since is not None:
            raise DatabaseUnavailable("hall.store_away", reason="the database is unavailable")

    def go_on(self, gaps: float) -> None:
        """It is back, and these are all the gaps there were."""
        self.gaps = gaps
        self.away_since = None
        self.kept()
