"""How much one may ask for: a bucket of tokens that fills again by and by."""

from __future__ import annotations


class Bucket:
    """Holds at most `size` tokens and gains `rate` of them a second."""

    __slots__ = ("_left", "_rate", "_since", "_size")

    def __init__(self, size: float, rate: float, now: float) -> None:
        self._size, self._rate = size, rate
        self._left, self._since = size, now

    def take(self, now: float) -> float:
        """Take a token: 0 if there was one, else the seconds until there is."""
        gained = max(0.0, now - self._since) * self._rate
        self._left = min(self._size, self._left + gained)
        self._since = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self._rate
