"""What a search keeps of one action that was tried, and of the position behind it.

Compiled code keeps the same fields as a C struct, in `tree.pxd`, and there several threads search
one tree: what one of them reads without holding a lock goes through the functions below, which are
atomic there. The order matters in two cases. A verdict is a number whose meaning stands in a table,
so it is published after that was written; a home is a node, published after it was made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.players.mcts.tree import Tree


class Node:
    """An edge of the tree and, unless another edge came there first, the place that it leads to."""

    __slots__ = (
        "action",  # what was played
        "asked",  # has the game said how promising the actions here look? 1 it has, 2 it cannot
        "children",  # how many there are
        "decider",  # the seat that played it
        "distance",  # proved: the match is over within so many actions
        "first",  # the child that was added last
        "home",  # the node that stands for the place behind the edge, usually this one
        "prior",  # how promising the game thinks it is, from 0 to 1
        "reached",  # how many simulations came to this place, by any edge
        "sibling",  # the next child of the same place
        "total",  # what its simulations brought the decider
        "verdict",  # what is proved of the place, as a number that the tree gave to these payoffs
        "visits",  # how many simulations took this edge
        "width",  # how many actions are legal here
    )

    def __init__(self) -> None:
        self.prior = self.total = 0.0
        self.action = self.decider = self.first = self.home = self.sibling = -1
        self.asked = self.children = self.distance = self.width = 0
        self.reached = self.verdict = self.visits = 0


def is_halted(tree: Tree) -> bool:
    return tree.halting


def halt(tree: Tree, value: bool) -> None:
    tree.halting = value


def has_proofs(tree: Tree) -> bool:
    """Is anything proved yet?"""
    return tree.verdicts > 1


def count_verdicts(tree: Tree, count: int) -> None:
    tree.verdicts = count


def has_room(tree: Tree, count: int) -> bool:
    return tree.taken + count <= tree.capacity


def home_behind(tree: Tree, edge: int) -> int:
    """The node that stands for the place behind an edge."""
    return tree.node[edge].home


def publish_home(tree: Tree, edge: int, home: int) -> None:
    tree.node[edge].home = home


def verdict_at(tree: Tree, place: int) -> int:
    return tree.node[place].verdict


def sure(tree: Tree, edge: int, seat: int) -> float:
    """What is proved that a seat gets behind an edge, or nan."""
    return tree.known[verdict_at(tree, home_behind(tree, edge)) * 16 + seat]


def is_sure(tree: Tree, edge: int, seat: int) -> bool:
    """Is it proved what this seat gets behind an edge? That it is for another seat says nothing."""
    known = sure(tree, edge, seat)
    return known == known  # nan is not itself


def distance_at(tree: Tree, place: int) -> int:
    return tree.node[place].distance


def publish_verdict(tree: Tree, place: int, verdict: int, distance: int) -> None:
    tree.node[place].distance = distance
    tree.node[place].verdict = verdict


def visits_of(tree: Tree, place: int) -> int:
    """How many simulations came to a place."""
    return tree.node[place].reached


def count_visit(tree: Tree, place: int) -> None:
    """Under the lock of the place."""
    tree.node[place].reached += 1


def asked_at(tree: Tree, place: int) -> int:
    return tree.node[place].asked


def set_asked(tree: Tree, place: int, asked: int) -> None:
    tree.node[place].asked = asked
