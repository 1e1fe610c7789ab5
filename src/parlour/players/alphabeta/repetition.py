"""Repetition detection: the positions of the match so far."""

from __future__ import annotations

import cython

if not cython.compiled:
    SLOTS = 1024
    MAX_KEYS = 512


class RepetitionTable:
    """A hash set of repetition keys, with linear probing."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.keys = [0] * SLOTS  # 0: empty
        self.clear()

    def clear(self) -> None:
        self.count = 0
        for slot in range(SLOTS):
            self.keys[slot] = 0

    def add(self, key: int) -> None:
        """Add a key; after MAX_KEYS keys the set is cleared first."""
        if self.count == MAX_KEYS:
            self.clear()
        if not self.contains(key):
            self.keys[self.slot(key)] = key
            self.count += 1

    def contains(self, key: int) -> bool:
        return self.keys[self.slot(key)] == key

    def slot(self, key: int) -> int:
        """The slot of a key, or the free slot for it."""
        slot = key & (SLOTS - 1)
        while self.keys[slot] != 0 and self.keys[slot] != key:
            slot = (slot + 1) & (SLOTS - 1)
        return slot
