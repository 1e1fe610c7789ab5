"""Traps in a drawn position whose exact value is known: after which action may the opponent err?

The own seat keeps the draw. The opponent is taken to play any of its actions at random, but to
avoid losing ones the more, the nearer the loss is. The best action is the one with the highest
chance of an error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import cython

from parlour.players.alphabeta.ply import plies
from parlour.players.alphabeta.search_limits import SearchLimits

if not cython.compiled:
    from parlour.players.alphabeta.transposition_table import NONE

    MAX_TRAP_DEPTH = 8

if TYPE_CHECKING:
    from parlour.players.alphabeta.ply import Ply
    from parlour.table.advice.knowledge import Knowledge
    from parlour.table.state import State


HALF_BLIND = 10.0
"""The distance, in actions, at which every second loss is overlooked."""


class Traps:
    """A search for traps where the knowledge has exact values."""

    def __init__(self, prototype: State, knowledge: Knowledge, time: Callable[[], float]) -> None:
        self.limits = SearchLimits(time)
        self.knowledge = knowledge
        self.top = plies(prototype)

    def best(self, root: State, actions: Sequence[int], nodes: int, deadline: float | None) -> int:
        """The action that sets the best trap; NONE if there is none."""
        self.limits.start(nodes, deadline)
        self.top.state.copy_from(root)
        self.top.state.seat = self.own_seat = root.seat
        for i in range(len(actions)):
            self.top.actions[i] = actions[i]
        count = len(actions)
        chosen = NONE
        for depth in range(1, MAX_TRAP_DEPTH):
            with cython.nogil:
                found = self.best_at_depth(count, depth)
            if self.limits.halted:
                break
            chosen = found
        return chosen

    def best_at_depth(self, count: int, depth: int) -> int:
        """The action with the highest winning chance, at a search depth."""
        best, highest = NONE, 0.0
        for i in range(count):
            self.top.descend(self.top.actions[i])
            chance = self.winning_chance(self.top.below, depth)
            if chance > highest:
                best, highest = self.top.actions[i], chance
        return best

    def winning_chance(self, here: Ply, depth: int) -> float:
        """From 1, a proved win, to 0, if no error was found, and -1, a proved loss."""
        if not cython.compiled:
            payoffs = [0.0] * 16
        self.limits.count_node()
        self.distance = 0
        if here.state.seat < 0:
            here.state.result(payoffs)
            return payoffs[self.own_seat]
        known = self.knowledge.exact_value(here.state, payoffs)
        if known == 0 or payoffs[self.own_seat] != 0.0:
            self.distance = known
            return payoffs[self.own_seat] if known else 0.0
        if depth == 0 or self.limits.halted:
            return 0.0
        best = total = weights = 0.0
        count = here.state.legal(here.actions)
        for i in range(count):
            here.descend(here.actions[i])
            chance = self.winning_chance(here.below, depth - 1)
            best = max(best, chance)
            weight = self.distance / (self.distance + HALF_BLIND) if chance == 1.0 else 1.0
            total += weight * chance
            weights += weight
        if here.state.seat == self.own_seat:
            return best
        return total / weights if weights > 0.0 else 0.0
