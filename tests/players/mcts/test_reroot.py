"""Reuse of the tree for the next decision."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import parlour
from parlour.players.mcts.tree import Tree
from tests.players.mcts.player import mcts
from tests.players.trees.thicket import thicket
from tests.players.trees.woods import wood

# ---- from one decision to the next ---------------------------------------------------------------


def test_what_was_found_is_kept_for_the_next_decision():
    state = parlour.game("brique", size=5, pie=False).start()
    player = mcts(300)
    before = player.search(state, 0)
    state.push(before.action)
    state.push(before.line[1])
    search = player.tree_search
    after = player.search(state, 0)
    assert player.tree_search is search, "it is the same tree"
    assert sum(after.visits.values()) > after.nodes == 300
    assert set(after.visits) <= set(state.actions())


@pytest.mark.parametrize("slug", ["feud", "knights", "turncoat", "chessicle"])
@pytest.mark.parametrize("transpose", [False, True])
def test_what_was_found_is_kept_in_matches_without_a_safeguard(slug: str, transpose: bool):
    """There nothing is counted, while the search counts so that its playouts end."""
    game = parlour.game(slug)
    assert game.guarded() is not game
    state, player = game.start(), mcts(200, transpose=transpose)
    while len(state.acting()) > 1:
        state.push(state.actions()[0])
    while game.book(state, state.seat):
        state.push(state.actions()[0])
        if not game.book(state, state.seat):  # what follows the book has a known value, too
            state.push(state.actions()[0])
    result = player.search(state, state.seat)
    search = player.tree_search
    state.push(result.action)
    after = player.search(state, state.seat)
    assert player.tree_search is search, "it is the same tree"
    assert sum(after.visits.values()) > after.nodes == 200
    assert set(after.visits) <= set(state.actions())


def has_cycle(tree: Tree, node: int, above: set[int], seen: set[int]) -> bool:
    """Does some node of a tree come again below itself?"""
    if node in above:
        return True
    if node in seen:
        return False
    seen.add(node)
    edges = tree.edges(node)
    return any(has_cycle(tree, edge.node, above | {node}, seen) for edge in edges)


def test_a_reused_tree_has_no_cycles():
    """The safeguard counts from the root. After rerooting the same count means another position,
    and a knight that went back and forth would match an earlier node."""
    state = parlour.game("knights", players=2).start()
    player = mcts(300, transpose=True, knowledge=False)
    for _ in range(6):
        result = player.search(state, state.seat)
        assert player.tree_search
        tree = player.tree_search.tree
        assert not has_cycle(tree, tree.root, set(), set())
        state.push(result.action)


def test_a_position_that_does_not_follow_begins_a_new_tree():
    game = parlour.game("brique", size=5, pie=False)
    state = game.start()
    player = mcts(300)
    result = player.search(state, 0)
    other = next(action for action in state.actions() if action != result.action)
    state.push(other)
    again = player.search(state, 1)
    assert sum(again.visits.values()) == again.nodes == 300
    assert set(again.visits) <= set(state.actions())
    assert len(again.visits) > 10
    assert player.search(parlour.game("brique", size=4).start(), 0).nodes == 300


@pytest.mark.parametrize(
    ("slug", "settings"),
    [("brique", {"size": 4}), ("knights", {}), ("feud", {}), ("turncoat", {"map": "small"})],
)
@pytest.mark.parametrize("transpose", [False, True])
def test_a_tree_that_is_kept_never_shows_another_position(
    slug: str, settings: dict[str, Any], transpose: bool
):
    """Whole matches, every seat by its own player, several actions of a seat in a row."""
    state = parlour.game(slug, **settings).guarded().start()
    players = [mcts(60, seat, transpose=transpose) for seat in range(len(state.game.seats))]
    for _ in range(40):
        if state.over:
            break
        if len(state.actions()) == 1:
            state.push(state.actions()[0])
            continue
        result = players[state.seat].search(state, state.seat)
        assert set(result.visits) <= set(state.actions())
        after = state.copy()
        for action in result.line:
            after.push(action)  # every action of the line is legal
        state.push(result.action)


def test_the_tree_is_reused_after_chance_and_other_seats():
    """Four seats in the wood, with chance: what is still true of the tree stays."""
    kept = 0
    for seed in range(20):
        state, player, rng = wood(seed=seed, seats=3, depth=9, chance=True), mcts(200), Random(seed)
        while not state.over:
            if state.seat != 0 or len(state.actions()) == 1:
                state.apply(rng.choice(state.actions()))
                continue
            result = player.search(state, 0)
            kept += sum(result.visits.values()) > result.nodes
            assert set(result.visits) <= set(state.actions())
            state.apply(result.action)
    assert kept > 5


def shape(tree: Tree, node: int, deep: int = 7) -> list[Any]:
    """What a tree says below a node, whatever numbers its nodes have."""
    return [
        (edge._replace(node=0), shape(tree, edge.node, deep - 1) if deep else ())
        for edge in tree.edges(node)
    ]


def test_a_kept_subtree_is_unchanged_wherever_it_lies_in_memory():
    """Where positions are recognised, what follows a place may lie before it."""
    compared = 0
    for seed in range(60):
        game = thicket(seed, width=6, levels=14)
        player = mcts(100, knowledge=False, solve=False, transpose=True, memory=1)
        player.search(game.start(), 0)
        if player.tree_search is None:  # there was nothing to choose
            continue
        tree = player.tree_search.tree
        rarest = min(tree.edges(tree.root), key=lambda edge: edge.visits)
        node, size = rarest.node, tree.node_count
        before = repr(shape(tree, node))
        tree.keep_subtree(node)
        assert repr(shape(tree, tree.root)) == before, seed
        compared += tree.node_count < size
    assert compared > 20
