"""Clocks with a starting time and Fischer's increment after each turn, capped or not.

A clock never reads the time: callers pass it in seconds, so a hall, a simulation and a test use the
same class.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from parlour.table.errors import BadSettings
from parlour.table.sentences import shorten

LONGEST = 366 * 86_400.0
_units = {"s": 1.0, "m": 60.0, "h": 3_600.0, "d": 86_400.0}
_amount = r"([0-9]{1,6}(?:\.[0-9]{1,3})?)([smhd])"
_control = re.compile(rf"{_amount}(?:\+{_amount})?(?:<{_amount})?")


class TimeControl(msgspec.Struct, frozen=True, omit_defaults=True):
    """`start` seconds, `increment` more after each turn, never above `cap` by an increment."""

    start: float
    increment: float = 0.0
    cap: float | None = None

    def __post_init__(self) -> None:
        cap = self.start if self.cap is None else self.cap
        if not (0 < self.start <= LONGEST and 0 <= self.increment <= LONGEST):
            raise BadSettings("clock.range")
        if not self.start <= cap <= LONGEST:
            raise BadSettings("clock.cap")

    @classmethod
    def read(cls, text: str) -> TimeControl:
        """`5m+3s`, `90s`, or with a cap, for correspondence, `3d+1d<7d`."""
        found = _control.fullmatch(text.replace(" ", "").lower())
        if not found:
            raise BadSettings("clock.unreadable", given=shorten(text))
        start, increment, cap = (
            float(found[i]) * _units[found[i + 1]] if found[i] else None for i in (1, 3, 5)
        )
        return cls(start or 0.0, increment or 0.0, cap)


class Clock:
    """The time each seat has left. Only running clocks lose any."""

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control = control
        self.left = [control.start] * seats
        self.running: tuple[int, ...] = ()
        self.since = 0.0

    def run(self, seats: Iterable[int], now: float) -> None:
        """From now on, the clocks of these seats run and no others."""
        self.charge(now)
        self.running = tuple(seat for seat in seats if seat >= 0)

    def charge(self, now: float) -> None:
        """Charge the time that has passed since the last charge to the running clocks."""
        for seat in self.running:
            self.left[seat] -= max(0.0, now - self.since)
        self.since = max(self.since, now)

    def add_increment(self, seat: int) -> None:
        """Add the increment after a turn, as far as the cap allows."""
        more = self.left[seat] + self.control.increment
        cap = self.control.cap
        self.left[seat] = more if cap is None else max(self.left[seat], min(more, cap))

    def remaining(self, seat: int, now: float) -> float:
        passed = max(0.0, now - self.since) if seat in self.running else 0.0
        return self.left[seat] - passed

    def timed_out(self, now: float) -> int | None:
        """The seat whose time is up, the first if there are several."""
        first = min(self.running, key=self.left.__getitem__, default=None)
        fall = self.next_timeout()
        return first if fall is not None and fall <= now else None

    def next_timeout(self) -> float | None:
        """When the first running clock runs out if nobody acts; None if none runs."""
        return min((self.since + self.left[seat] for seat in self.running), default=None)

    def resume(self, now: float) -> None:
        """Continue from now as if no time had passed, such as after a server was down."""
        self.since = now
