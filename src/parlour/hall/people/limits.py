"""Limits: rates by token bucket, and the sizes of pages and matches."""

from __future__ import annotations

from collections import OrderedDict

from parlour.table.errors import ParlourError

LOBBY_PAGE = 100
"""Matches on a page of the lobby."""
INVITATIONS_PAGE = 100
"""Seats on a page of those that are reserved for a bot."""
MOST_REQUESTS = 500
"""Operations of one seat in a match besides actions and those that end it: take-backs, offers and
answers, sitting down and leaving."""
MOST_ENTRIES = 10_000
"""Entries of a match. Loading a match replays them all."""


class RateLimited(ParlourError):
    """Too many requests."""

    @property
    def seconds(self) -> float:
        """Seconds until the next try; one, where the limit does not say."""
        given = self.sentence.values.get("seconds")
        return max(1.0, given) if isinstance(given, float) else 1.0


class Bucket:
    """Holds at most `size` tokens and gains `rate` of them a second."""

    __slots__ = ("_left", "_rate", "_since", "_size")

    def __init__(self, size: float, rate: float, now: float) -> None:
        self._size, self._rate = size, rate
        self._left, self._since = size, now

    def take(self, now: float) -> float:
        """Take a token: 0 if there was one, else the seconds until there is."""
        left = self._left
        if now > self._since:
            left += (now - self._since) * self._rate
            if left > self._size:
                left = self._size
        self._since = now
        if left >= 1:
            self._left = left - 1
            return 0.0
        self._left = left
        return (1 - left) / self._rate


class RateLimiter:
    """A token bucket for each client; the least recently used is dropped first."""

    def __init__(self, size: float, rate: float, most: int = 50_000) -> None:
        self._size, self._rate, self._most = size, rate, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, client: str, now: float) -> None:
        """Take a token; raises `RateLimited` with the seconds until there is one."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self._size, self._rate, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(client)
        if wait := bucket.take(now):
            raise RateLimited("hall.too_fast", seconds=max(0.1, round(wait, 1)))
