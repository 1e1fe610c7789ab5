"""What a search keeps of one action that was tried, and of the position behind it.

Compiled code keeps the same fields as a C struct, in `tree.pxd`.
"""

from __future__ import annotations


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
