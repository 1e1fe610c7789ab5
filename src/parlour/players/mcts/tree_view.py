"""The tree of a search as a picture: the most visited actions, and what follows them."""

from __future__ import annotations

from parlour.drawing.branches import Branch, tree_picture
from parlour.players.mcts.search import TreeSearch, edge_value
from parlour.players.mcts.tree import EdgeStats
from parlour.table.state import State

MOST_CHILDREN = (5, 3, 2)
"""How many actions are shown at the root, after it, and one further on."""


def svg(search: TreeSearch) -> str:
    """The most visited part of the tree, labelled with the moves that people write."""
    root = search.root
    children = _children(search, search.tree.root, root, 0)
    visits = sum(edge.visits for edge in search.tree.edges(search.tree.root))
    seat = search.game.seats[root.seat] if root.seat >= 0 else ""
    top = Branch(seat, visits, note=f"{visits} visits", children=children)
    about = f"{search.tree.node_count} nodes; green is good for the seat that moves there"
    return tree_picture(f"{search.game.title}: the search", about, top)


def _children(search: TreeSearch, node: int, state: State, depth: int) -> list[Branch]:
    if depth == len(MOST_CHILDREN) or state.over:
        return []
    edges = [edge for edge in search.tree.edges(node) if edge.visits]
    edges.sort(key=lambda edge: (-edge.visits, edge.action))
    return [_branch(search, edge, state, depth) for edge in edges[: MOST_CHILDREN[depth]]]


def _branch(search: TreeSearch, edge: EdgeStats, state: State, depth: int) -> Branch:
    value = edge_value(edge) / search.game.max_payoff
    proof = f", proved in {edge.distance + 1}" if edge.proved else ""
    after = state.after(edge.action)
    return Branch(
        search.game.write(state, edge.action),
        edge.visits,
        value,
        f"{edge.visits} visits, {value:+.2f}{proof}",
        _children(search, edge.node, after, depth + 1),
    )
