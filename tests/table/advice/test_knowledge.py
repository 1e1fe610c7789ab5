"""Compiled code calls every hook of knowledge in plain Python."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import parlour
from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import Floats
from tests import tiny
from tests.play import walk


def some_state() -> Any:
    """One with dams to choose, in the middle of a match."""
    game = tiny.Tiny(tiny.TinySettings())
    met = (step.before for step in walk(game, Random(3)))
    return next(state for state in islice(met, 6, None) if tiny.Lore(game).tactical_actions(state))


def test_the_default_hooks_know_nothing():
    state = parlour.game("tiny").start()
    silent = Knowledge(state.game)
    assert silent.evaluation(state) is None
    assert silent.exact_payoffs(state) is None
    assert silent.action_priors(state) is None
    assert silent.tactical_actions(state) == []


def test_every_hook_is_reached():
    state = some_state()
    known = state.game.knowledge()
    values = known.evaluation(state)
    assert values is not None
    assert [value == -1.0 for value in values] == [bool(out) for out in state.out]
    weights = known.action_priors(state)
    assert weights is not None
    assert known.tactical_actions(state) == [action for action in weights if weights[action] == 1.0]


def test_certainty_counts_the_actions_to_the_end():
    class Seer(Knowledge):
        def exact_value(self, state: Any, out: Floats) -> int:
            out[2] = 1.0
            return 1 + 5

    state = parlour.game("tiny").start()
    assert Seer(state.game).exact_payoffs(state) == ((0.0, 0.0, 1.0, 0.0), 5)
