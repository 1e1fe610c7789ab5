"""One tree, many threads: what is done while a place is locked, and what is not.

Interpreted, there is one thread and locks do nothing, but they are taken in the same places.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from parlour.players.mcts import simulation
from parlour.players.mcts.options import Options
from parlour.players.mcts.player import MctsPlayer
from parlour.players.mcts.tree import Tree
from parlour.players.search_result import Limits
from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import Floats, Ints
from parlour.table.state import State
from tests.players.trees.thicket import Thicket, Whims, thicket

pytestmark = pytest.mark.interpreted_only  # C functions cannot be watched


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The places that are locked now."""
    now: list[int] = []

    def guard(_tree: Tree, which: int) -> int:
        assert which not in now, "who waits for a lock that it holds itself waits for ever"
        assert which < 0 or not [place for place in now if place >= 0], "one place at a time"
        now.append(which)
        return 0

    def release(_tree: Tree, which: int) -> int:
        now.remove(which)
        return 0

    monkeypatch.setattr(Tree, "guard", guard)
    monkeypatch.setattr(Tree, "release", release)
    yield now
    assert now == [], "a lock that nobody opens"


def test_the_game_is_asked_while_no_place_is_locked(held: list[int]):
    """Its opinion takes longer than all the rest: the other threads would wait for it."""
    asked = list[str]()

    class Nosy(Whims):
        def priors(self, state: Any, actions: Ints, count: int, out: Floats) -> int:
            assert held == []
            asked.append("priors")
            return super().priors(state, actions, count, out)

        def evaluate(self, state: Any, out: Floats) -> int:
            assert held == []
            asked.append("evaluate")
            return super().evaluate(state, out)

        def exact_value(self, state: State, out: Floats) -> int:
            assert held == []
            asked.append("exact_value")
            return super().exact_value(state, out)

    class Asking(Thicket):
        def knowledge(self) -> Knowledge:
            return Nosy(self)

    for transpose in (False, True):
        state = thicket(3, Asking).start()
        options = Options(evaluate=0.5, transpose=transpose)
        MctsPlayer(Limits(nodes=300), options, 1).search(state, state.seat)
    assert set(asked) == {"priors", "evaluate", "exact_value"}


def test_what_is_proved_is_written_while_its_place_is_locked(
    held: list[int], monkeypatch: pytest.MonkeyPatch
):
    """Two threads that prove something of one place would mix up verdict and distance."""
    proved = list[int]()
    settle, prove = simulation.settle, simulation.prove

    def settled(tree: Tree, place: int, payoffs: Floats, distance: int) -> int:
        assert place in held
        proved.append(place)
        return settle(tree, place, payoffs, distance)

    def proving(tree: Tree, place: int, decider: int) -> int:
        assert place in held
        proved.append(place)
        return prove(tree, place, decider)

    monkeypatch.setattr(simulation, "settle", settled)
    monkeypatch.setattr(simulation, "prove", proving)
    state = thicket(3).start()
    MctsPlayer(Limits(nodes=500), Options(), 1).search(state, state.seat)
    assert len(set(proved)) > 10
