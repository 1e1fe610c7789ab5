"""In which order a search tries actions: the sooner the best one, the less there is to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from parlour.players.alphabeta.transposition_table import NOWHERE

if TYPE_CHECKING:
    from parlour.players.alphabeta.ply import Ply
    from parlour.table.advice.knowledge import Knowledge
    from parlour.table.state import State


class Ordering:
    """First what is proposed, then what cut off beside here, then by the sum of what the knowledge
    finds promising and what cut off anywhere."""

    def __init__(self, room: State, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.highest = 1.0
        if cython.compiled:
            self.history = cython.cast(
                cython.p_double, calloc(2 * room.action_count, cython.sizeof(cython.double))
            )
            if not self.history:
                raise MemoryError
        else:
            self.history = [0.0] * (2 * room.action_count)  # what each seat's actions cut off

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.history)

    def forget(self, top: Ply) -> None:
        """Another root: nothing has cut off yet."""
        self.highest = 1.0
        for i in range(2 * top.state.action_count):
            self.history[i] = 0.0
        ply = top
        while ply is not ply.below:
            ply.killer = ply.other_killer = NOWHERE
            ply = ply.below

    def arrange(self, here: Ply, count: int, proposed: int) -> int:
        """Say how soon each action is tried."""
        first = here.state.seat * here.state.action_count
        heaviest = 0.0
        if self.knowledge.priors(here.state, here.actions, count, here.order) > 0:
            for i in range(count):
                heaviest = max(heaviest, here.order[i])
        for i in range(count):
            action = here.actions[i]
            order = here.order[i] / heaviest if heaviest > 0.0 else 0.0
            order += self.history[first + action] / self.highest
            if action == here.killer or action == here.other_killer:
                order += 1.0
            if action == proposed:
                order += 10.0
            here.order[i] = order
        return 0

    def pick(self, here: Ply, i: int, count: int) -> int:
        """The action to be tried next: bring it to place i."""
        best = i
        for k in range(i + 1, count):
            if here.order[k] > here.order[best]:
                best = k
        action = here.actions[best]
        here.actions[best] = here.actions[i]
        here.actions[i] = action
        here.order[best] = here.order[i]
        return action

    def praise(self, here: Ply, action: int, depth: int) -> int:
        """Remember what cut off."""
        if action != here.killer:
            here.other_killer = here.killer
            here.killer = action
        place = here.state.seat * here.state.action_count + action
        self.history[place] += depth * depth
        self.highest = max(self.highest, self.history[place])
        return 0
