"""The search stack: one ply of the path from the root, allocated once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from parlour.players.alphabeta.transposition_table import NONE

    MAX_PLY = 100

if TYPE_CHECKING:
    from parlour.table.state import State


class Ply:
    """A position `number` actions from the root: its actions, killers, principal variation."""

    def __init__(self, prototype: State, number: int) -> None:
        self.state = prototype.copy()
        self.number = number
        self.below: Ply = self  # the next one; itself for the last
        self.killer = self.other_killer = NONE  # actions that failed high at this ply
        self.pv_length = 0
        if cython.compiled:
            self.actions = cython.cast(
                cython.p_int, malloc(prototype.action_count * cython.sizeof(cython.int))
            )
            self.scores = cython.cast(
                cython.p_double, malloc(prototype.action_count * cython.sizeof(cython.double))
            )
            if not self.actions or not self.scores:
                raise MemoryError
        else:
            self.actions = [0] * prototype.action_count
            self.scores = [0.0] * prototype.action_count  # of the actions, for their order
            self.pv = [0] * MAX_PLY  # the principal variation from here on

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.actions)
            free(self.scores)

    def descend(self, action: int) -> int:
        """Play an action on the ply below."""
        self.below.state.copy_from(self.state)
        self.below.state.seat = self.state.seat
        return self.below.state.play(action)

    def update_pv(self, action: int) -> int:
        """The principal variation is this action and that of the ply below."""
        self.pv[0] = action
        for i in range(self.below.pv_length):
            self.pv[i + 1] = self.below.pv[i]
        self.pv_length = self.below.pv_length + 1
        return 0


def plies(prototype: State) -> Ply:
    """The first of MAX_PLY linked plies."""
    top = Ply(prototype, 0)
    ply = top
    for number in range(1, MAX_PLY):
        ply.below = Ply(prototype, number)
        ply = ply.below
    return top
