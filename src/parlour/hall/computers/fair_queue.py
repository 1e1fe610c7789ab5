"""A queue with fair shares: a person with many requests delays only their own."""

from __future__ import annotations

from collections import deque
from typing import Generic, NamedTuple, TypeVar

Work = TypeVar("Work")


class Waiting(NamedTuple, Generic[Work]):
    """Work in the queue: whose share it counts for, and when it becomes urgent."""

    share: str
    work: Work
    urgent: float | None = None


class FairQueue(Generic[Work]):
    """Serves urgent work first, then the share that has used the least time.

    A new share begins at the level of the others: idle time earns no credit.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Waiting[Work]]] = {}
        self._used: dict[str, float] = {}  # seconds used, by share
        self._level = 0.0  # seconds used by the share that was served last
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, waiting: Waiting[Work]) -> None:
        share = waiting.share
        self._used[share] = max(self._used.get(share, 0.0), self._level)
        self._waiting.setdefault(share, deque()).append(waiting)
        self._count += 1

    def turns_before(self, share: str) -> int:
        """The turn of new work of this share, if all work takes the same time."""
        mine = len(self._waiting.get(share, ())) + 1
        return sum(min(len(row), mine) for row in self._waiting.values())

    def take(self, now: float) -> Waiting[Work]:
        """Remove and return the next work."""
        urgent = [
            (waiting.urgent, share, place)
            for share, row in self._waiting.items()
            for place, waiting in enumerate(row)
            if waiting.urgent is not None and waiting.urgent <= now
        ]
        if urgent:
            _, share, place = min(urgent)
        else:
            share, place = min(self._waiting, key=lambda share: self._used[share]), 0
            self._level = self._used[share]
        row = self._waiting[share]
        waiting = row[place]
        del row[place]
        if not row:
            del self._waiting[share]
        self._count -= 1
        return waiting

    def charge(self, share: str, seconds: float) -> None:
        """Charge a share for its work; an empty queue forgets all charges."""
        if self._waiting:
            self._used[share] = self._used.get(share, self._level) + seconds
        else:
            self._used.clear()
            self._level = 0.0
