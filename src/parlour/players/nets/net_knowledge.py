"""A net as the knowledge that a search asks, in the place of what people wrote by hand.

One evaluation answers for the value and for all priors of a position. A search asks for the first
at a position's first visit and for the second at the next one, so answers are remembered. Exact
values, tactical actions and rollouts still come from the game's own knowledge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from parlour.players.nets.integer_net import IntegerNet, NetEvaluator
from parlour.table.advice.knowledge import Knowledge

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints, RngState
    from parlour.table.learning.net_input import NetInput
    from parlour.table.registry import AnyGame
    from parlour.table.state import State


class NetKnowledge(Knowledge):
    """Evaluations and priors by a net, of games of two seats in which one wins what one loses."""

    def __init__(
        self, game: AnyGame, net: IntegerNet, net_input: NetInput, known: Knowledge | None
    ) -> None:
        Knowledge.__init__(self, game)
        self.evaluator = NetEvaluator(net, net_input)
        self.net_input = net_input
        self.has_known = known is not None
        self.known = known or Knowledge(game)
        self.width = net_input.policy_size
        self.asked = self.remembered = 0
        if cython.compiled:
            self.python_only = self.known.python_only
            self.entries = cython.cast(EntryPointer, calloc(ENTRIES, cython.sizeof(Entry)))
            self.logits = cython.cast(
                IntPointer, calloc(ENTRIES * self.width, cython.sizeof(cython.int))
            )
            if not self.entries or not self.logits:
                raise MemoryError

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.entries)
            free(self.logits)

    def ask(self, state: State) -> int:
        """The entry with the net's answer about a position; positions share entries by key."""
        if not cython.compiled:
            return 0
        key = state.key64()
        at = cython.cast(int, key & (ENTRIES - 1))
        if self.entries[at].used and self.entries[at].key == key:
            self.remembered += 1
            return at
        self.asked += 1
        self.evaluator.evaluate(state)
        self.entries[at].used = True
        self.entries[at].key = key
        self.entries[at].value = self.evaluator.value
        for i in range(self.width):
            self.logits[at * self.width + i] = self.evaluator.logits[i]
        return at

    # ---- the hooks of knowledge ----------------------------------------------------------------

    def evaluate(self, state: State, out: Floats) -> int:
        """Whoever may choose a side takes the better one."""
        if not cython.compiled:
            return 0
        value = self.entries[self.ask(state)].value
        if value < 0 and self.net_input.settles(state):
            value = -value
        out[state.seat] = value / 32768.0
        out[1 - state.seat] = -value / 32768.0
        return 2

    def priors(self, state: State, actions: Ints, count: int, out: Floats) -> int:
        if not cython.compiled:
            return 0
        at = self.ask(state)
        if self.net_input.settles(state):
            value = self.entries[at].value
            for i in range(count):
                out[i] = 32769.0 + value * self.net_input.stake(state, actions[i])
            return count
        logits = self.logits + at * self.width
        highest = -(1 << 30)
        for i in range(count):
            highest = max(highest, logits[self.net_input.target(state, actions[i])])
        for i in range(count):
            out[i] = self.evaluator.weight(
                highest - logits[self.net_input.target(state, actions[i])]
            )
        return count

    def rollout(self, state: State, rng_state: RngState) -> int:
        if not cython.compiled:
            return 0
        return self.known.rollout(state, rng_state)

    def tactical(self, state: State, out: Ints) -> int:
        if not cython.compiled:
            return 0
        return self.known.tactical(state, out)

    def exact_value(self, state: State, out: Floats) -> int:
        if not cython.compiled:
            return 0
        return self.known.exact_value(state, out)
