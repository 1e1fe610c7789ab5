"""Move ordering: the sooner the best action is searched, the more the others are cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from parlour.players.alphabeta.transposition_table import NONE

if TYPE_CHECKING:
    from parlour.players.alphabeta.ply import Ply
    from parlour.table.advice.knowledge import Knowledge
    from parlour.table.state import State


class MoveOrdering:
    """The hash action first, then killers, then by the sum of scaled prior and history."""

    def __init__(self, prototype: State, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.max_history = 1.0
        if cython.compiled:
            self.history = cython.cast(
                cython.p_double, calloc(2 * prototype.action_count, cython.sizeof(cython.double))
            )
            if not self.history:
                raise MemoryError
        else:
            self.history = [0.0] * (2 * prototype.action_count)  # by seat and action

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.history)

    def clear(self, top: Ply) -> None:
        """Delete history and killers, for another root."""
        self.max_history = 1.0
        for i in range(2 * top.state.action_count):
            self.history[i] = 0.0
        ply = top
        while ply is not ply.below:
            ply.killer = ply.other_killer = NONE
            ply = ply.below

    def score_actions(self, here: Ply, count: int, hash_action: int) -> int:
        """Write the scores by which `pick` chooses."""
        first = here.state.seat * here.state.action_count
        highest_prior = 0.0
        if self.knowledge.priors(here.state, here.actions, count, here.scores) > 0:
            for i in range(count):
                highest_prior = max(highest_prior, here.scores[i])
        for i in range(count):
            action = here.actions[i]
            scores = here.scores[i] / highest_prior if highest_prior > 0.0 else 0.0
            scores += self.history[first + action] / self.max_history
            if action == here.killer or action == here.other_killer:
                scores += 1.0
            if action == hash_action:
                scores += 10.0
            here.scores[i] = scores
        return 0

    def pick(self, here: Ply, i: int, count: int) -> int:
        """Swap the action with the highest score to index i, and return it."""
        best = i
        for k in range(i + 1, count):
            if here.scores[k] > here.scores[best]:
                best = k
        action = here.actions[best]
        here.actions[best] = here.actions[i]
        here.actions[i] = action
        here.scores[best] = here.scores[i]
        return action

    def reward_cutoff(self, here: Ply, action: int, depth: int) -> int:
        """Add an action that failed high to killers and history."""
        if action != here.killer:
            here.other_killer = here.killer
            here.killer = action
        index = here.state.seat * here.state.action_count + action
        self.history[index] += depth * depth
        self.max_history = max(self.max_history, self.history[index])
        return 0
