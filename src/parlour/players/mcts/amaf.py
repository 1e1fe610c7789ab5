"""What actions brought whenever they were played, later in a simulation as well as at once.

A name is made at a place of the tree, for a seat and an action; at NOWHERE, one made anywhere in
the search. It serves two ideas: GRAVE looks at what was heard at a place above, MAST plays its
playouts by what was heard anywhere. Memory is one table of a fixed size: where the corner of a
name is full, nothing more is learnt.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    from parlour.players.mcts.tree import NOWHERE

    NEARBY = 8  # slots that a name may be in

NAME_BYTES = 20
"""What a name takes."""

SCATTER = 0x9E3779B97F4A7C15
WORD = 0xFFFFFFFFFFFFFFFF


class Repute:
    """A table from place, seat and action to how often it was played, and what that brought."""

    def __init__(self, slots: int) -> None:
        """`slots` is a power of two, at least eight; or 0, and nobody asks."""
        self.slots = slots
        self.shift = 65 - slots.bit_length()
        if cython.compiled:
            self.names = cython.cast(
                cython.p_ulonglong, calloc(slots + 1, cython.sizeof(cython.ulonglong))
            )
            self.sums = cython.cast(
                cython.p_double, calloc(slots + 1, cython.sizeof(cython.double))
            )
            self.counts = cython.cast(cython.p_int, calloc(slots + 1, cython.sizeof(cython.int)))
            if not self.names or not self.sums or not self.counts:
                raise MemoryError
        else:
            self.names, self.sums, self.counts = [0] * slots, [0.0] * slots, [0] * slots

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.names)
            free(self.sums)
            free(self.counts)

    def clear(self) -> None:
        """Forget everything."""
        for at in range(self.slots):
            self.names[at] = 0

    def find(self, place: int, seat: int, action: int) -> int:
        """Where a name stands; NOWHERE if it was never heard."""
        name = naming(place, seat, action)
        at = (name * SCATTER & WORD) >> self.shift
        for i in range(NEARBY):
            if self.names[at ^ i] == name:
                return at ^ i
            if self.names[at ^ i] == 0:
                return NOWHERE
        return NOWHERE

    def note(self, place: int, seat: int, action: int, payoff: float) -> int:
        """An action of a seat was played, here or later, and in the end it got this."""
        name = naming(place, seat, action)
        at = (name * SCATTER & WORD) >> self.shift
        for i in range(NEARBY):
            if self.names[at ^ i] == 0:
                self.names[at ^ i] = name
                self.sums[at ^ i] = payoff
                self.counts[at ^ i] = 1
                return 0
            if self.names[at ^ i] == name:
                self.sums[at ^ i] += payoff
                self.counts[at ^ i] += 1
                return 0
        return 0

    def heard(self, place: int) -> int:
        """How many simulations were noted at a place."""
        at = self.find(place, 0, NOWHERE)
        return 0 if at == NOWHERE else self.counts[at]


def naming(place: int, seat: int, action: int) -> int:
    """One number for all three, never 0; an action of NOWHERE stands for the simulations."""
    name = place + 1
    return name << 20 | seat << 16 | action + 1
