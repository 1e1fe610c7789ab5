"""Where in a tree that was searched before does a position stand that came about since?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from parlour.players.mcts.tree import NOWHERE
    from parlour.table.state import NOBODY

if TYPE_CHECKING:
    from parlour.players.mcts.tree import Tree
    from parlour.table.state import State

DEEPEST = 8
"""Nobody plays more actions between two decisions of one seat, or they are forgotten."""

MOST = 4_000
"""How many positions are looked at before the tree is given up."""


class Seeker:
    """Plays what the tree has tried, and compares."""

    def __init__(self, tree: Tree, root: State, target: State) -> None:
        self.tree = tree
        self.target = target
        self.key = self.target.key64()
        self.rooms = [root.copy() for _ in range(DEEPEST + 1)]
        self.left = MOST

    def below(self, action: int) -> int:
        """The place of the position at the root, or after this action and a few more; or NOWHERE.
        What the tree knows only by its 64-bit key has been compared as a whole."""
        if self.is_it(self.rooms[0]):
            return self.tree.root
        for depth in range(1, DEEPEST + 1):
            place = self.look(self.tree.root, 0, depth, action)
            if place != NOWHERE or self.left <= 0:
                return place
        return NOWHERE

    def look(self, place: int, level: int, depth: int, action: int) -> int:
        """Look at all places so many actions below; the first action is given."""
        here, next = self.rooms[level], self.rooms[level + 1]
        if here.seat == NOBODY:
            return NOWHERE
        edge = self.tree.node[place].first
        while edge != NOWHERE and self.left > 0:
            if self.tree.node[edge].visits > 0 and (
                level > 0 or self.tree.node[edge].action == action
            ):
                next.copy_from(here)
                next.seat = here.seat
                next.play(self.tree.node[edge].action)
                if level + 1 == depth:
                    self.left -= 1
                    if self.is_it(next):
                        return self.tree.node[edge].home
                else:
                    found = self.look(self.tree.node[edge].home, level + 1, depth, action)
                    if found != NOWHERE:
                        return found
            edge = self.tree.node[edge].sibling
        return NOWHERE

    def is_it(self, state: State) -> bool:
        return (
            state.seat == self.target.seat
            and state.key64() == self.key
            and state.key() == self.target.key()
        )
