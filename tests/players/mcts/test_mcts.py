"""The full search: knowledge, reuse of the tree, threads, and limits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from math import nan
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest

import parlour
from parlour import _modes
from parlour.players.best_player import BestPlayer
from parlour.players.mcts.options import Options
from parlour.players.mcts.player import MctsPlayer
from parlour.players.mcts.search import TreeSearch, best_edge
from parlour.players.mcts.tree import NODE_BYTES, EdgeStats, Tree
from parlour.players.player import read_player
from parlour.players.search_result import Limits
from parlour.table.advice.knowledge import Knowledge
from parlour.table.compiled.array_types import Floats, Ints, RngState
from parlour.table.state import State
from tests import tiny
from tests.play import walk
from tests.players.mcts.modes import interpreted
from tests.players.mcts.player import mcts
from tests.players.trees.woods import Way, Woods, wood

# ---- what the game knows -------------------------------------------------------------------------


def knowing(hooks: type[Knowledge], **plan: Any) -> Way:
    """A wood whose game knows something."""

    class Known(Woods):
        def knowledge(self) -> Knowledge:
            return hooks(self)

    return Known(type(wood().game.settings)(**{"limit": 99, **plan})).start()


def test_an_action_with_prior_0_is_never_tried():
    class Choosy(Knowledge):
        def priors(self, state: State, actions: Ints, count: int, out: Floats) -> int:
            for i in range(count):
                out[i] = float(actions[i] == 1)
            return count

    result = mcts(50, solve=False).search(knowing(Choosy), 0)
    assert result.visits == {1: 50}


def test_if_all_priors_are_0_all_actions_are_tried():
    class Tired(Knowledge):
        def priors(self, state: State, actions: Ints, count: int, out: Floats) -> int:
            return count

    result = mcts(50, solve=False).search(knowing(Tired), 0)
    assert set(result.visits) == {0, 1, 2}


def test_the_action_with_the_highest_prior_is_tried_first_and_its_weight_falls():
    class Fond(Knowledge):
        def priors(self, state: State, actions: Ints, count: int, out: Floats) -> int:
            for i in range(count):
                out[i] = (1.0, 3.0, 2.0)[actions[i]]
            return count

    state = knowing(Fond, seed=3)
    assert set(mcts(1).search(state, state.seat).visits) == {1}
    result = mcts(2_000, solve=False).search(state, state.seat)
    plain = mcts(2_000, solve=False, knowledge=False).search(state, state.seat)
    assert result.action == plain.action


def test_an_exact_value_replaces_the_playout():
    class Oracle(Knowledge):
        def exact_value(self, state: Any, out: Floats) -> int:
            out[0], out[1] = (1.0, -1.0) if state.way[0] == 2 else (-1.0, 1.0)
            return 8

        def rollout(self, state: State, rng_state: RngState) -> int:
            raise AssertionError("it was known")

    state = knowing(Oracle)
    result = mcts(100).search(state, 0)
    assert state.seat == 0
    assert (result.action, result.value, result.end) == (2, 1.0, 8)
    assert result.nodes < 10


@pytest.mark.parametrize(("part", "value"), [(0.0, 1.0), (0.5, 0.25), (1.0, -0.5)])
def test_a_leaf_is_evaluated_by_rollout_evaluation_or_a_mean(part: float, value: float):
    class Gloomy(Knowledge):
        def evaluate(self, state: State, out: Floats) -> int:
            out[0], out[1] = -0.5, 0.5
            return 2

        def rollout(self, state: Any, rng_state: RngState) -> int:
            assert part < 1.0
            state.seat, state.gains = parlour.NOBODY, [1.0, -1.0]
            return 1

    state = knowing(Gloomy, depth=9)
    result = mcts(3, evaluate=part).search(state, 0)
    assert result.values == {0: value, 1: value, 2: value}


def test_the_tiny_game_is_played_with_its_knowledge():
    """Hidden set-up, chance, four seats, knowledge in plain Python."""
    state, rng = parlour.game("tiny", limit=4).start(), Random(1)
    players = [mcts(30, seat, evaluate=0.5) for seat in range(4)]
    while not state.over:
        if state.seat == parlour.CHANCE:
            state.push(rng.choice(state.actions()))
            continue
        result = players[state.seat].search(state, state.seat)
        assert -1.0 <= result.value <= 1.0
        assert result.line[0] == result.action
        state.push(result.action)
    assert max(state.payoffs) <= state.game.max_payoff


# ---- the same again ------------------------------------------------------------------------------


def results() -> list[Any]:
    """The search results of one player in the positions of whole matches."""
    found: list[Any] = []
    for slug, settings in (
        ("brique", {"size": 4}),
        ("chessicle", {}),
        ("tiny", {}),
        ("turncoat", {"map": "small"}),
    ):
        player = mcts(40, seed=7)
        steps = walk(parlour.game(slug, **settings), Random(3), 8)
        found += [player.search(step.before, step.seat) for step in steps if step.seat >= 0]
    return json.loads(msgspec.json.encode(found))


def test_the_same_seed_finds_the_same():
    assert results() == results()


@pytest.mark.compiled_only
def test_both_modes_find_the_same():
    assert interpreted(__name__, "results") == results()


def edge(action: int, visits: int, mean: float, sure: float = nan, distance: int = 0) -> EdgeStats:
    return EdgeStats(action, visits, mean, sure, distance, 0)


def test_what_was_tried_most_is_played_and_not_what_looked_good_a_few_times():
    assert best_edge([edge(1, 900, 0.2), edge(2, 3, 0.9)]).action == 1
    assert best_edge([edge(1, 50, 0.2), edge(2, 50, 0.3)]).action == 2
    assert best_edge([edge(4, 50, 0.2), edge(2, 50, 0.2)]).action == 2
    for seed in range(5):
        result = mcts(60, seed, solve=False).search(parlour.game("brique", size=5).start(), 0)
        assert result.visits[result.action] == max(result.visits.values())


def test_what_is_proved_is_played_unless_something_looks_better():
    likely = edge(1, 900, 0.2)
    assert best_edge([likely, edge(2, 1, 0.0, sure=1.0)]).action == 2
    assert best_edge([likely, edge(2, 1, 0.0, sure=0.2)]).action == 2
    assert best_edge([likely, edge(2, 990, 0.9, sure=0.0)]).action == 1
    wins = [edge(1, 5, 0.0, 1.0, distance=7), edge(2, 5, 0.0, 1.0, distance=3)]
    assert best_edge(wins).action == 2, "the shortest win"
    losses = [edge(1, 5, 0.0, -1.0, distance=7), edge(2, 5, 0.0, -1.0, distance=3)]
    assert best_edge(losses).action == 1, "the longest loss"


def test_only_the_actions_that_are_named_are_considered():
    state = parlour.game("brique", size=5).start()
    player = mcts(200)
    player.search(state, 0)
    result = player.search(state, 0, among=[3, 7, 11])
    assert set(result.visits) == {3, 7, 11}
    assert sum(result.visits.values()) == 200
    assert player.search(state, 0, among=[9]).action == 9
    assert len(player.search(state, 0).visits) > 10


def test_an_action_that_is_asked_about_alone_is_searched():
    """It is how a match is analysed: what was played is compared with the best."""
    game = parlour.game("brique", size=3, pie=False)
    state = game.from_line("1b1/1b1/w1w b 1 -")  # b1 wins for Black, and if not, for White
    for text, worth in (("b1", 1.0), ("a3", -1.0)):
        (action,) = among = [game.read(state, text)]
        result = mcts(200).search(state, 0, among=among)
        assert (result.action, result.value) == (action, worth)
        assert result.nodes > 0


# ---- limits --------------------------------------------------------------------------------------


def test_it_keeps_to_its_memory():
    state = parlour.game("brique", size=8).start()
    simulations = 30_000 if _modes.compiled() else 1_500
    player = mcts(simulations, memory=1)
    result = player.search(state, 0)
    assert player.tree_search
    tree = player.tree_search.tree
    assert tree.node_count <= tree.capacity <= 1024 * 1024 // 52
    if _modes.compiled():
        assert tree.node_count == tree.capacity
    assert sum(result.visits.values()) == result.nodes == simulations


def test_a_full_tree_is_cut_back_when_the_match_goes_on():
    state = parlour.game("brique", size=6, pie=False).start()
    player = mcts(25_000 if _modes.compiled() else 500, memory=1)
    result = player.search(state, 0)
    assert player.tree_search
    full = player.tree_search.tree.node_count
    state.push(result.action)
    state.push(result.line[1])
    assert player.tree_search.follow(state.game, state)
    assert 1 < player.tree_search.tree.node_count < full
    left = sum(edge.visits for edge in player.tree_search.tree.edges(player.tree_search.tree.root))
    assert left > 0
    assert player.search(state, 0).action in state.actions()


def test_a_tree_takes_the_memory_that_it_is_given():
    game = parlour.game("brique", size=5)
    for memory in (1, 2, 7):
        search = TreeSearch(game, Options(memory=memory), Random(1))
        assert search.tree.capacity == memory * 1024 * 1024 // NODE_BYTES


def tried(tree: Tree) -> Iterator[list[int]]:
    """The actions that were tried at each node of a tree."""
    nodes = [tree.root]
    while nodes:
        edges = tree.edges(nodes.pop())
        yield [edge.action for edge in edges]
        nodes += [edge.node for edge in edges]


def test_no_action_is_listed_twice_after_a_full_tree_was_cut_back(monkeypatch: pytest.MonkeyPatch):
    """Where there was room for one action only, the others come when there is room again."""
    monkeypatch.setattr(
        "parlour.players.mcts.search.NODE_BYTES", 1_000
    )  # a tree of a thousand nodes
    full = 0
    for seed in range(6):
        state = parlour.game("brique", size=6, pie=False).start()
        player = mcts(100, seed, memory=1)
        for _ in range(3):
            result = player.search(state, state.seat)
            assert player.tree_search
            tree = player.tree_search.tree
            full += tree.node_count == tree.capacity
            for actions in tried(tree):
                assert len(actions) == len(set(actions))
            assert sum(result.visits.values()) >= 100
            state.push(result.action)
            state.push(result.line[1])
    assert full > 2


# ---- the best of a game --------------------------------------------------------------------------


def test_the_best_player_is_the_one_that_the_game_names():
    class Picky(tiny.Tiny):
        best_player: ClassVar[str] = "mcts,evaluate=1,memory=16"

    state = Picky(tiny.TinySettings()).start()
    player = read_player("best:20,memory=8", seed=1)
    assert isinstance(player, BestPlayer)
    assert player.search(state, 0).nodes == 20
    assert player.player
    assert player.player.name == "mcts:20,memory=8,evaluate=1"
    other = parlour.game("brique", size=4).start()
    assert player.choose(other, 0) in other.actions()
    player.stop()
    assert player.search(state, 0).nodes <= 1


def test_a_clock_is_spread_over_the_decisions_to_come():
    watch = count(0.0, 0.001)
    state = parlour.game("brique", size=5).start()
    player = MctsPlayer(Limits(seconds=60.0), Options(), 1, lambda: next(watch))
    assert player.choose(state, 0, Limits(left=0.5)) in state.actions()
    assert next(watch) < 0.5
