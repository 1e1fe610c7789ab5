"""What a search remembers of positions that it may reach again: a table of bounded size.

A position has a place in one bucket of four, by its key. What is found there has the same 64 bits;
another position with the same bits would be taken for it, which is why an action from here is only
ever a proposal. Two numbers stand for a position, its key and what was found out, packed:

    age 14 | bound 2 | depth 8 | action 16 | score 24
"""

from __future__ import annotations

import cython

if not cython.compiled:
    NOWHERE = -1
    UPPER, LOWER, EXACT = range(1, 4)  # the true score is at most, at least, or exactly that
    PROVED = 255  # the depth of what no deeper search could change
    BUCKET = 4
    OLDEST = 16383


MIDDLE = 1 << 23  # scores are stored without a sign


class Transpositions:
    """Positions with their scores, for one search after the other."""

    def __init__(self, memory: int) -> None:
        """At most `memory` bytes; sixteen for a position."""
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
        self.since = 1

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.entries)

    def begin(self, fresh: bool) -> None:
        """Another search starts: what is older gives way first, and counts for nothing if it is to
        start afresh."""
        self.age += 1
        if self.age > OLDEST:
            for i in range(2 * self.count):
                self.entries[i] = 0
            self.age = self.since = 1
        if fresh:
            self.since = self.age

    def find(self, key: int) -> int:
        """Where a position is remembered; NOWHERE if it is not."""
        first = (key & (self.count - BUCKET)) * 2
        for slot in range(first, first + 2 * BUCKET, 2):
            if self.entries[slot] == key and self.entries[slot + 1] >> 50 >= self.since:
                return slot
        return NOWHERE

    def score(self, slot: int) -> int:
        return (self.entries[slot + 1] & 0xFFFFFF) - MIDDLE

    def action(self, slot: int) -> int:
        return (self.entries[slot + 1] >> 24 & 0xFFFF) - 1

    def depth(self, slot: int) -> int:
        return self.entries[slot + 1] >> 40 & 0xFF

    def bound(self, slot: int) -> int:
        return self.entries[slot + 1] >> 48 & 3

    def keep(self, key: int, action: int, depth: int, bound: int, score: int) -> int:
        """Remember a position, in place of the one that is least worth keeping: an older one, else
        the one that was looked at least deeply. Proofs only give way to proofs."""
        first = (key & (self.count - BUCKET)) * 2
        place = first
        least = 1000
        for slot in range(first, first + 2 * BUCKET, 2):
            worth = self.depth(slot)
            if self.entries[slot] == key and self.entries[slot + 1] >> 50 >= self.since:
                if worth == PROVED and depth < PROVED:
                    return 0
                place = slot
                break
            if self.entries[slot + 1] >> 50 == self.age:
                worth += 256
            if worth < least:
                least = worth
                place = slot
        packed = self.age << 2 | bound
        packed = packed << 8 | depth
        packed = packed << 16 | action + 1
        self.entries[place] = key
        self.entries[place + 1] = packed << 24 | score + MIDDLE
        return 0
