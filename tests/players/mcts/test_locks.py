"""One tree, many threads: what is done while a node is locked, and what is not.

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
    """The nodes that are locked now."""
    now: list[int] = []

    def lock(_tree: Tree, node: int) -> int:
        assert node not in now, (
            "waiting for a lock that the thread holds itself would last for ever"
        )
        assert node < 0 or not [other for other in now if other >= 0], "one node at a time"
        now.append(node)
        return 0

    def unlock(_tree: Tree, node: int) -> int:
        now.remove(node)
        return 0

    monkeypatch.setattr(Tree, "lock", lock)
    monkeypatch.setattr(Tree, "unlock", unlock)
    yield now
    assert now == [], "a lock that is never released"


def test_knowledge_is_called_without_holding_a_lock(held: list[int]):
    """It takes longest, and other threads would wait for the lock."""
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


def test_a_proof_is_written_while_its_node_is_locked(
    held: list[int], monkeypatch: pytest.MonkeyPatch
):
    """Two threads that prove something of one node would mix up proof and distance."""
    proved = list[int]()
    set_proof, prove = simulation.set_proof, simulation.prove

    def checked_set_proof(tree: Tree, node: int, payoffs: Floats, distance: int) -> int:
        assert node in held
        proved.append(node)
        return set_proof(tree, node, payoffs, distance)

    def checked_prove(tree: Tree, node: int, decider: int) -> int:
        assert node in held
        proved.append(node)
        return prove(tree, node, decider)

    monkeypatch.setattr(simulation, "set_proof", checked_set_proof)
    monkeypatch.setattr(simulation, "prove", checked_prove)
    state = thicket(3).start()
    MctsPlayer(Limits(nodes=500), Options(), 1).search(state, state.seat)
    assert len(set(proved)) > 10
