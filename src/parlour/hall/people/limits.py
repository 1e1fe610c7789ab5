"""How much one may ask for: a bucket of tokens that fills again by and by."""

from __future__ import annotations

from collections import OrderedDict

from parlour.table.errors import ParlourError

LOBBY_PAGE = 100
"""Matches in a page of the lobby."""
MOST_REQUESTS = 500
"""What one seat may do in a match besides acting and ending it: take back, offer, answer, sit down,
stand up."""
MOST_ENTRIES = 10_000
"""Entries of a match. Somebody who loads it replays them all."""


class RateLimited(ParlourError):
    """Wait a little."""

    @property
    def seconds(self) -> float:
        """After which one may try again; a second at least, where nobody knows."""
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
    """A bucket for everybody who asks. Whoever asked longest ago is forgotten first."""

    def __init__(self, size: float, rate: float, most: int = 50_000) -> None:
        self._size, self._rate, self._most = size, rate, most
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._of)

    def take(self, whose: str, now: float) -> None:
        """Take a token; `RateLimited` says when there will be one."""
        bucket = self._of.get(whose)
        if bucket is None:
            bucket = self._of[whose] = Bucket(self._size, self._rate, now)
            if len(self._of) > self._most:
                self._of.popitem(last=False)
        self._of.move_to_end(whose)
        if wait := bucket.take(now):
            raise RateLimited("hall.too_fast", seconds=max(0.1, round(wait, 1)))
