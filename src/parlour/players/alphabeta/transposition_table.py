"""A transposition table of bounded size.

The key of a position selects a bucket of four entries. Keys have 64 bits and may collide, so an
action from here may be illegal. An entry is two numbers, the key and the packed data:

    age 14 | bound 2 | depth 8 | action 16 | score 24
"""

from __future__ import annotations

import cython

if not cython.compiled:
    NONE = -1
    UPPER, LOWER, EXACT = range(1, 4)  # the score is an upper bound, a lower bound or exact
    PROVED_DEPTH = 255  # the depth of a proved entry
    BUCKET = 4
    MAX_AGE = 16383


SCORE_OFFSET = 1 << 23  # scores are stored unsigned


class TranspositionTable:
    """Entries of positions, shared by one search after the other."""

    def __init__(self, memory: int) -> None:
        """At most `memory` bytes; an entry takes sixteen."""
        self.count = BUCKET
        while self.count * 32 <= memory:
            self.count *= 2
        if cython.compiled:
            self.entries = cython.cast(
                cython.pointer(cython.ulonglong),
                calloc(2 * self.count, cython.sizeof(cython.ulonglong)),
            )
            if not self.entries:
                raise MemoryError
        else:
            self.entries = [0] * (2 * self.count)
        self.age = 0
        self.oldest_valid = 1

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.entries)

    def begin(self, fresh: bool) -> None:
        """Start a search: older entries are replaced first, and ignored if it is `fresh`."""
        self.age += 1
        if self.age > MAX_AGE:
            for i in range(2 * self.count):
                self.entries[i] = 0
            self.age = self.oldest_valid = 1
        if fresh:
            self.oldest_valid = self.age

    def find(self, key: int) -> int:
        """The slot of a position; NONE if it has no entry."""
        first = (key & (self.count - BUCKET)) * 2
        for slot in range(first, first + 2 * BUCKET, 2):
            if self.entries[slot] == key and self.entries[slot + 1] >> 50 >= self.oldest_valid:
                return slot
        return NONE

    def score(self, slot: int) -> int:
        return (self.entries[slot + 1] & 0xFFFFFF) - SCORE_OFFSET

    def action(self, slot: int) -> int:
        return (self.entries[slot + 1] >> 24 & 0xFFFF) - 1

    def depth(self, slot: int) -> int:
        return self.entries[slot + 1] >> 40 & 0xFF

    def bound(self, slot: int) -> int:
        return self.entries[slot + 1] >> 48 & 3

    def store(self, key: int, action: int, depth: int, bound: int, score: int) -> int:
        """Store a position in place of an entry of an older search, else of the one with the lowest
        depth. Only a proof replaces a proof of the same position."""
        first = (key & (self.count - BUCKET)) * 2
        victim = first
        least = 1000
        for slot in range(first, first + 2 * BUCKET, 2):
            value = self.depth(slot)
            if self.entries[slot] == key and self.entries[slot + 1] >> 50 >= self.oldest_valid:
                if value == PROVED_DEPTH and depth < PROVED_DEPTH:
                    return 0
                victim = slot
                break
            if self.entries[slot + 1] >> 50 == self.age:
                value += 256
            if value < least:
                least = value
                victim = slot
        packed = self.age << 2 | bound
        packed = packed << 8 | depth
        packed = packed << 16 | action + 1
        self.entries[victim] = key
        self.entries[victim + 1] = packed << 24 | score + SCORE_OFFSET
        return 0
