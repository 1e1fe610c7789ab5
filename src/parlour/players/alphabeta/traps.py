"""Where best play ends in a draw, and knowledge says so for certain: which way can the other err?

Whoever decides keeps the draw. The other one is thought to play any of its actions, but to notice
that one loses the sooner, the nearer the end is. The best action is the one after which it most
likely errs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import cython

from parlour.players.alphabeta.quiescence import Quiescence

if not cython.compiled:
    from parlour.players.alphabeta.transposition_table import NOWHERE

    DEEPEST_TRAP = 8

if TYPE_CHECKING:
    from parlour.players.alphabeta.ply import Ply
    from parlour.table.state import State


LONG_SIGHT = 10.0  # actions to the end, of which every other loss is overlooked


class Traps(Quiescence):
    """Looks for them where all positions are known."""

    def best(self, root: State, actions: Sequence[int], nodes: int, deadline: float | None) -> int:
        """The action to set the other a trap with; NOWHERE if there is none."""
        self.limit(nodes, deadline)
        self.top.state.copy_from(root)
        self.top.state.seat = self.mine = root.seat
        for i in range(len(actions)):
            self.top.actions[i] = actions[i]
        count = len(actions)
        chosen = NOWHERE
        for depth in range(1, DEEPEST_TRAP):
            with cython.nogil:
                found = self.likeliest(count, depth)
            if self.halted:
                break
            chosen = found
        return chosen

    def likeliest(self, count: int, depth: int) -> int:
        """The action that has most hope, looking so deep."""
        best, most = NOWHERE, 0.0
        for i in range(count):
            self.top.descend(self.top.actions[i])
            hope = self.hope(self.top.below, depth)
            if hope > most:
                best, most = self.top.actions[i], hope
        return best

    def hope(self, here: Ply, depth: int) -> float:
        """How likely it is won: 1 for certain, 0 by nobody's error, -1 where it is lost."""
        if not cython.compiled:
            payoffs = [0.0] * 16
        self.count_node()
        self.far = 0
        if here.state.seat < 0:
            here.state.result(payoffs)
            return payoffs[self.mine]
        known = self.knowledge.exact_value(here.state, payoffs)
        if known == 0 or payoffs[self.mine] != 0.0:
            self.far = known
            return payoffs[self.mine] if known else 0.0
        if depth == 0 or self.halted:
            return 0.0
        best = total = weights = 0.0
        count = here.state.legal(here.actions)
        for i in range(count):
            here.descend(here.actions[i])
            hope = self.hope(here.below, depth - 1)
            best = max(best, hope)
            weight = self.far / (self.far + LONG_SIGHT) if hope == 1.0 else 1.0
            total += weight * hope
            weights += weight
        if here.state.seat == self.mine:
            return best
        return total / weights if weights > 0.0 else 0.0
