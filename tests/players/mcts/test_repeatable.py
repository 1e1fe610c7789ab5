"""The same seed and number of simulations give the same search, however fast the machine is."""

from __future__ import annotations

from itertools import count

import pytest

import parlour
from parlour.players.mcts.options import Options
from parlour.players.mcts.player import MctsPlayer
from parlour.players.search_result import Limits, SearchResult
from parlour.table.state import State


def searched(state: State, nodes: int, second: float) -> SearchResult:
    """A search on a machine whose clock advances by so many seconds whenever somebody looks."""
    clock = count(0.0, second)
    player = MctsPlayer(Limits(nodes=nodes), Options(), seed=1, time=lambda: next(clock))
    return player.search(state, state.seat)


@pytest.mark.parametrize("nodes", [300, 500])
def test_a_slow_machine_ends_a_solved_search_at_the_same_simulation(nodes: int):
    game, solved = parlour.game("brique", size=4), 0
    state = game.start()
    for action in ("b2", "keep", "c3", "a1", "d4", "b4"):
        state.push(game.read(state, action))
        fast, slow = searched(state, nodes, 0.0), searched(state, nodes, 1.0)
        assert fast == slow
        solved += fast.nodes < nodes
    assert solved
