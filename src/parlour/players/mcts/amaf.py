"""All moves as first (AMAF): the mean payoff of an action whenever a seat plays it.

Values are kept per node for GRAVE, and for the whole search, under the node NONE, for MAST. They
share one hash table of fixed size: where all slots of a key are taken, the action is not counted.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    from parlour.players.mcts.tree import NONE

    PROBES = 8  # slots that a key may be in

AMAF_SLOT_BYTES = 20
"""Memory of a slot."""

HASH_FACTOR = 0x9E3779B97F4A7C15
MASK64 = 0xFFFFFFFFFFFFFFFF


class AmafTable:
    """A hash table from node, seat and action to the number of plays and the sum of payoffs."""

    def __init__(self, slots: int) -> None:
        """`slots` is a power of two, at least eight; or 0 if the table is not used."""
        self.slots = slots
        self.shift = 65 - slots.bit_length()
        if cython.compiled:
            self.keys = cython.cast(
                cython.p_ulonglong, calloc(slots + 1, cython.sizeof(cython.ulonglong))
            )
            self.sums = cython.cast(
                cython.p_double, calloc(slots + 1, cython.sizeof(cython.double))
            )
            self.counts = cython.cast(cython.p_int, calloc(slots + 1, cython.sizeof(cython.int)))
            if not self.keys or not self.sums or not self.counts:
                raise MemoryError
        else:
            self.keys, self.sums, self.counts = [0] * slots, [0.0] * slots, [0] * slots

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.keys)
            free(self.sums)
            free(self.counts)

    def clear(self) -> None:
        """Delete all values."""
        for at in range(self.slots):
            self.keys[at] = 0

    def find(self, node: int, seat: int, action: int) -> int:
        """The slot of a node, seat and action; NONE if there is none."""
        key = amaf_key(node, seat, action)
        at = (key * HASH_FACTOR & MASK64) >> self.shift
        for i in range(PROBES):
            if self.keys[at ^ i] == key:
                return at ^ i
            if self.keys[at ^ i] == 0:
                return NONE
        return NONE

    def add(self, node: int, seat: int, action: int, payoff: float) -> int:
        """Count an action that a seat played at a node or below, and its payoff at the end."""
        key = amaf_key(node, seat, action)
        at = (key * HASH_FACTOR & MASK64) >> self.shift
        for i in range(PROBES):
            if self.keys[at ^ i] == 0:
                self.keys[at ^ i] = key
                self.sums[at ^ i] = payoff
                self.counts[at ^ i] = 1
                return 0
            if self.keys[at ^ i] == key:
                self.sums[at ^ i] += payoff
                self.counts[at ^ i] += 1
                return 0
        return 0

    def visits(self, node: int) -> int:
        """How many simulations were recorded at a node."""
        at = self.find(node, 0, NONE)
        return 0 if at == NONE else self.counts[at]


def amaf_key(node: int, seat: int, action: int) -> int:
    """Node, seat and action as one number, never 0; the action NONE counts simulations."""
    key = node + 1
    return key << 20 | seat << 16 | action + 1
