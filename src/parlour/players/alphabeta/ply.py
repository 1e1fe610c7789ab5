"""A position on the way down from the root, with all that a search needs there: made once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from parlour.players.alphabeta.transposition_table import NOWHERE

    DEEPEST = 100

if TYPE_CHECKING:
    from parlour.table.state import State


class Ply:
    """So many actions from the root, the actions to try there, and what is expected to follow."""

    def __init__(self, room: State, number: int) -> None:
        self.state = room.copy()
        self.number = number
        self.below: Ply = self  # the next one; the last has none
        self.killer = self.other_killer = NOWHERE  # what cut off beside here
        self.length = 0
        if cython.compiled:
            self.actions = cython.cast(
                cython.p_int, malloc(room.action_count * cython.sizeof(cython.int))
            )
            self.order = cython.cast(
                cython.p_double, malloc(room.action_count * cython.sizeof(cython.double))
            )
            if not self.actions or not self.order:
                raise MemoryError
        else:
            self.actions = [0] * room.action_count
            self.order = [0.0] * room.action_count  # how soon each of them is tried
            self.line = [0] * DEEPEST  # what is expected from here on

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.actions)
            free(self.order)

    def descend(self, action: int) -> int:
        """Play an action, on the ply below."""
        self.below.state.copy_from(self.state)
        self.below.state.seat = self.state.seat
        return self.below.state.play(action)

    def expect(self, action: int) -> int:
        """This action, and then what is expected below."""
        self.line[0] = action
        for i in range(self.below.length):
            self.line[i + 1] = self.below.line[i]
        self.length = self.below.length + 1
        return 0


def plies(room: State) -> Ply:
    """The first of as many as a search can need."""
    top = Ply(room, 0)
    ply = top
    for number in range(1, DEEPEST):
        ply.below = Ply(room, number)
        ply = ply.below
    return top
