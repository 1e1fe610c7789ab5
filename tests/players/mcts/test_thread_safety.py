"""Several threads in one tree, and stopping them."""

from __future__ import annotations

from random import Random
from threading import Timer

import pytest

import parlour
from parlour.players.mcts.options import Options
from parlour.players.mcts.player import MctsPlayer
from parlour.players.mcts.search import TreeSearch
from parlour.players.search_result import Limits
from tests.players.mcts.player import mcts


@pytest.mark.parametrize("slug", ["brique", "tiny"])
def test_a_stopped_search_ends_soon(slug: str):
    state = parlour.game(slug).start()
    player = MctsPlayer(Limits(seconds=3_600.0), Options(), 1)
    timer = Timer(0.05, player.stop)
    timer.start()
    result = player.search(state, state.seat)
    timer.join()
    assert result.action in state.actions()
    assert player.search(state, state.seat).nodes <= 1, "nobody waits for the next one either"


def test_a_halted_tree_ends_a_run_early():
    state = parlour.game("brique", size=5).start()
    search = TreeSearch(state.game, Options(), Random(1))
    search.set_root(state)
    search.tree.halted = True
    assert search.simulators[0].run(1_000) == 1


@pytest.mark.compiled_only
@pytest.mark.parametrize("slug", ["brique", "knights", "turncoat", "chessicle"])
def test_threads_lose_nothing(slug: str):
    state = parlour.game(slug).start()
    while len(state.acting()) > 1:
        state.push(state.actions()[0])
    player = mcts(20_000, threads=4, transpose=slug == "knights", reuse=False)
    for _ in range(3):
        result = player.search(state, state.seat)
        assert player.tree_search
        assert len(player.tree_search.simulators) == 4
        if result.end is None:
            assert sum(result.visits.values()) == result.nodes == 20_000
        assert all(-1.0 <= value <= 1.0 for value in result.values.values())


@pytest.mark.compiled_only
def test_threads_prove_what_one_proves():
    state = parlour.game("brique", size=3, pie=False).start()
    for seed in range(5):
        result = mcts(100_000, seed, threads=4).search(state, 0)
        assert result.value == 1.0
        assert result.end is not None


def test_a_game_in_plain_python_has_one_thread():
    state = parlour.game("tiny").start()
    player = mcts(20, threads=4)
    assert sum(player.search(state, 0).visits.values()) == 20
