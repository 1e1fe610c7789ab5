"""GRAVE and MAST: what actions achieved in other simulations."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

import parlour
from parlour.players.mcts.amaf import AMAF_SLOT_BYTES
from parlour.players.mcts.options import PLAIN, Options
from parlour.players.mcts.player import MctsPlayer
from parlour.players.mcts.tree import NODE_BYTES
from parlour.players.search_result import Limits, SearchResult
from tests.play import walk
from tests.players.mcts.modes import interpreted
from tests.players.trees.heap import heap
from tests.players.trees.woods import wood


def player(nodes: int, seed: int = 1, **options: Any) -> MctsPlayer:
    return MctsPlayer(Limits(nodes=nodes), Options(**options), seed)


def think_of_a_heap(nodes: int, seed: int = 1, **options: Any) -> SearchResult:
    """Thing 23 is all that counts; nothing is proved on the way."""
    return player(nodes, seed, solve=False, **options).search(heap(), 0)


def test_grave_and_mast_are_off_by_default():
    assert (Options().grave, Options().mast, PLAIN.grave, PLAIN.mast) == (0, False, 0, False)
    silent = player(50)
    silent.search(heap(), 0)
    assert silent.tree_search
    assert silent.tree_search.simulators[0].trace.table.slots == 0


# ---- GRAVE ---------------------------------------------------------------------------------------


def test_grave_finds_the_winning_action_sooner():
    """With less than two simulations per action only AMAF values can tell them apart."""
    found = [think_of_a_heap(45, seed, grave=10) for seed in range(8)]
    plain = [think_of_a_heap(45, seed) for seed in range(8)]
    assert all(result.action == 23 for result in found)
    assert sum(result.action == 23 for result in plain) < 4
    assert all(result.visits[23] > 20 for result in found)


def test_without_enough_amaf_visits_grave_changes_nothing():
    assert think_of_a_heap(45, grave=1_000).visits.keys() == think_of_a_heap(45).visits.keys()
    assert max(think_of_a_heap(45, grave=1_000).visits.values()) < 10


def test_grave_does_not_try_everything_first():
    assert len(think_of_a_heap(90, grave=10).visits) < 30 == len(think_of_a_heap(90).visits)


def test_grave_does_not_exclude_actions_with_poor_amaf_values():
    """In a wood an action number means something else at each node, so AMAF values say nothing."""
    state = wood(seed=3)
    result = player(2_000, solve=False, grave=20).search(state, state.seat)
    assert len(result.visits) == 3
    assert min(result.visits.values()) > 3


# ---- MAST ----------------------------------------------------------------------------------------


def test_mast_playouts_prefer_the_winning_action():
    """A player who does not take it has four more turns, and draws it in 4 of 29 random cases."""
    assert 0.05 < value_of_the_others() < 0.25
    assert value_of_the_others(mast=True) > value_of_the_others() + 0.05


def value_of_the_others(**options: Any) -> float:
    """The values of the actions that do not take the treasure."""
    state = heap(alone=True, turns=5)
    found = [player(40, n, solve=False, **options).search(state, 0).values for n in range(12)]
    others = [value for values in found for action, value in values.items() if action != 23]
    return sum(others) / len(others)


# ---- the rest of the search goes on --------------------------------------------------------------

BOTH = {"grave": 20, "mast": True}


def results() -> list[Any]:
    """The search results of the positions of whole matches."""
    found: list[Any] = []
    for slug, settings, evaluate in (
        ("brique", {"size": 4}, 0.0),
        ("brique", {"size": 5}, 1.0),
        ("feud", {}, 0.0),
        ("tiny", {}, 0.5),
    ):
        for options in ({"grave": 5}, {"mast": True}, BOTH):
            searcher = player(60, seed=7, evaluate=evaluate, **options)
            steps = walk(parlour.game(slug, **settings).guarded(), Random(3), 4)
            found += [searcher.search(step.before, step.seat) for step in steps if step.seat >= 0]
    return json.loads(msgspec.json.encode(found))


@pytest.mark.compiled_only
def test_both_modes_find_the_same_with_amaf():
    assert interpreted("tests.players.mcts.test_amaf", "results") == results()


def test_the_same_seed_gives_the_same_amaf_results():
    assert think_of_a_heap(200, 5, **BOTH) == think_of_a_heap(200, 5, **BOTH)
    assert think_of_a_heap(200, 5, **BOTH) != think_of_a_heap(200, 6, **BOTH)


def test_proofs_are_found_as_before():
    state = parlour.game("brique", size=3, pie=False).start()
    result = player(100_000, **BOTH).search(state, 0)
    assert (result.value, result.end is not None) == (1.0, True)


def test_amaf_table_and_tree_share_the_memory():
    state = parlour.game("brique", size=6).start()
    searcher = player(3_000, memory=1, **BOTH)
    result = searcher.search(state, 0)
    assert searcher.tree_search
    slots = searcher.tree_search.simulators[0].trace.table.slots
    assert slots > 1_000
    assert slots * AMAF_SLOT_BYTES + searcher.tree_search.tree.capacity * NODE_BYTES <= 1024 * 1024
    assert sum(result.visits.values()) == 3_000


def test_thousands_of_actions_fill_the_table_and_do_no_harm():
    """Each simulation brings hundreds of slots; long before the end there is no room for more."""
    state = heap(things=32_768, turns=6, treasure=9_999)
    result = player(20, memory=1, **BOTH).search(state, 0)
    assert sum(result.visits.values()) == 20
    assert result.action in state.actions()


def test_amaf_values_are_cleared_when_the_match_goes_on():
    state = parlour.game("brique", size=5, pie=False).start()
    searcher = player(300, **BOTH)
    for _ in range(6):
        result = searcher.search(state, state.seat)
        assert set(result.visits) <= set(state.actions())
        after = state.copy()
        for action in result.line:
            after.push(action)
        state.push(result.action)


@pytest.mark.compiled_only
def test_each_thread_has_its_own_amaf_table():
    state = parlour.game("brique", size=7).start()
    searcher = player(8_000, threads=4, reuse=False, memory=8, **BOTH)
    result = searcher.search(state, 0)
    assert searcher.tree_search
    tables = [simulator.trace.table for simulator in searcher.tree_search.simulators]
    assert len({id(table) for table in tables}) == 4
    assert sum(table.slots for table in tables) * AMAF_SLOT_BYTES <= 1024 * 1024
    assert sum(result.visits.values()) == result.nodes == 8_000
