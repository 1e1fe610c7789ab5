"""Positions that were there before: whoever comes back to one has made no progress."""

from __future__ import annotations

import cython

if not cython.compiled:
    ROOM = 1024
    MOST = 512


class Past:
    """A set of keys, for a search to look into at every node."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.keys = [0] * ROOM  # 0: nothing
        self.forget()

    def forget(self) -> None:
        self.count = 0
        for place in range(ROOM):
            self.keys[place] = 0

    def add(self, key: int) -> None:
        """Remember a key; after very many the oldest are no longer of interest."""
        if self.count == MOST:
            self.forget()
        if not self.has(key):
            self.keys[self.place(key)] = key
            self.count += 1

    def has(self, key: int) -> bool:
        return self.keys[self.place(key)] == key

    def place(self, key: int) -> int:
        """Where a key is, or would be."""
        place = key & (ROOM - 1)
        while self.keys[place] != 0 and self.keys[place] != key:
            place = (place + 1) & (ROOM - 1)
        return place
