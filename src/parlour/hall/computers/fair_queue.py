"""A queue with fair shares: who asks for much waits for their own, not the others."""

from __future__ import annotations

from collections import deque
from typing import Generic, NamedTuple, TypeVar

Work = TypeVar("Work")


class Waiting(NamedTuple, Generic[Work]):
    """Something to be done: for whose share, and when it becomes urgent."""

    share: str
    work: Work
    urgent: float | None = None


class FairQueue(Generic[Work]):
    """Next is whoever has had the least so far; but first of all, what has become urgent.

    Who comes anew begins where the others stand: not having asked earns no credit.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Waiting[Work]]] = {}
        self._had: dict[str, float] = {}  # seconds, by share
        self._level = 0.0  # what the share that was served last had had
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, waiting: Waiting[Work]) -> None:
        share = waiting.share
        self._had[share] = max(self._had.get(share, 0.0), self._level)
        self._waiting.setdefault(share, deque()).append(waiting)
        self._count += 1

    def turns_before(self, share: str) -> int:
        """How much is done before what this share adds now, if all work takes the same time."""
        mine = len(self._waiting.get(share, ())) + 1
        return sum(min(len(row), mine) for row in self._waiting.values())

    def take(self, now: float) -> Waiting[Work]:
        """What is to be done next."""
        urgent = [
            (waiting.urgent, share, place)
            for share, row in self._waiting.items()
            for place, waiting in enumerate(row)
            if waiting.urgent is not None and waiting.urgent <= now
        ]
        if urgent:
            _, share, place = min(urgent)
        else:
            share, place = min(self._waiting, key=lambda share: self._had[share]), 0
            self._level = self._had[share]
        row = self._waiting[share]
        waiting = row[place]
        del row[place]
        if not row:
            del self._waiting[share]
        self._count -= 1
        return waiting

    def charge(self, share: str, seconds: float) -> None:
        """Somebody's work has taken so long; where nobody waits, nobody was wronged."""
        if self._waiting:
            self._had[share] = self._had.get(share, self._level) + seconds
        else:
            self._had.clear()
            self._level = 0.0
