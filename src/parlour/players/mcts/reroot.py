"""Reuse of a tree: find the node of the position that was reached since the last search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from parlour.players.mcts.tree import NONE
    from parlour.table.state import NOBODY

if TYPE_CHECKING:
    from parlour.players.mcts.tree import Tree
    from parlour.table.state import State

MAX_DEPTH = 8
"""Actions between two decisions of one seat; after more the tree is not reused."""

MAX_POSITIONS = 4_000
"""How many positions are compared before the search gives up."""


class NodeFinder:
    """Replays the actions of the tree and compares each position with the target."""

    def __init__(self, tree: Tree, root: State, target: State) -> None:
        self.tree = tree
        self.target = target
        self.key = self.target.key64()
        self.states = [root.copy() for _ in range(MAX_DEPTH + 1)]
        self.budget = MAX_POSITIONS

    def find(self, action: int) -> int:
        """The node of the target: the root, or below it after this action; NONE if there is none.
        Positions are compared by their whole key, not only by the tree's 64 bits."""
        if self.matches(self.states[0]):
            return self.tree.root
        for depth in range(1, MAX_DEPTH + 1):
            node = self.find_at_depth(self.tree.root, 0, depth, action)
            if node != NONE or self.budget <= 0:
                return node
        return NONE

    def find_at_depth(self, node: int, level: int, depth: int, action: int) -> int:
        """Search all nodes at this depth; the first action is given."""
        here, next = self.states[level], self.states[level + 1]
        if here.seat == NOBODY:
            return NONE
        edge = self.tree.nodes[node].first_child
        while edge != NONE and self.budget > 0:
            if self.tree.nodes[edge].edge_visits > 0 and (
                level > 0 or self.tree.nodes[edge].action == action
            ):
                next.copy_from(here)
                next.seat = here.seat
                next.play(self.tree.nodes[edge].action)
                if level + 1 == depth:
                    self.budget -= 1
                    if self.matches(next):
                        return self.tree.nodes[edge].canonical
                else:
                    found = self.find_at_depth(
                        self.tree.nodes[edge].canonical, level + 1, depth, action
                    )
                    if found != NONE:
                        return found
            edge = self.tree.nodes[edge].next_sibling
        return NONE

    def matches(self, state: State) -> bool:
        return (
            state.seat == self.target.seat
            and state.key64() == self.key
            and state.key() == self.target.key()
        )
