"""The exact solver inside the search: what is proved of a position travels up the tree.

What is proved is a payoff for each seat, or for some of them; nan stands for "not known". A seat
that decides takes the action that brings it most, so an action with the highest payoff there is
settles what it gets, and so does knowing all its actions. What the others get is only known where
whatever it may choose brings them the same, for with more than two seats nobody can say which of
two equal actions it will take. Chance may choose anything. With two seats the one wins what the
other loses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from math import nan as NAN  # noqa: N812 - as C calls it

    from parlour.players.mcts.node import (
        count_verdicts,
        distance_at,
        home_behind,
        publish_verdict,
        sure,
        verdict_at,
    )
    from parlour.players.mcts.tree import MOST_VERDICTS, NOWHERE

if TYPE_CHECKING:
    from parlour.players.mcts.tree import Tree
    from parlour.table.compiled.array_types import Floats


def settle(tree: Tree, place: int, payoffs: Floats, distance: int) -> int:
    """These payoffs are proved; is that more than was known, or a shorter way to it? The caller
    holds the lock of the place."""
    number = verdict_for(tree, payoffs)
    if number == 0:
        return 0
    if number == tree.node[place].verdict and distance >= tree.node[place].distance:
        return 0
    publish_verdict(tree, place, number, min(distance, 32_767))
    return 1


def verdict_for(tree: Tree, payoffs: Floats) -> int:
    """The number of the verdict that says this; 0, nothing, where the table of them is full."""
    tree.guard(NOWHERE)
    number = 0
    while number < tree.verdicts:
        same = True
        for s in range(tree.seats):
            if tree.known[number * 16 + s] != payoffs[s]:
                if tree.known[number * 16 + s] == tree.known[number * 16 + s]:
                    same = False
                elif payoffs[s] == payoffs[s]:
                    same = False
        if same:
            break
        number += 1
    if number == MOST_VERDICTS:
        number = 0
    elif number == tree.verdicts:
        complete = True
        for s in range(tree.seats):
            tree.known[number * 16 + s] = payoffs[s]
            if payoffs[s] != payoffs[s]:
                complete = False
        tree.complete[number] = complete
        count_verdicts(tree, number + 1)
    tree.release(NOWHERE)
    return number


def prove(tree: Tree, place: int, decider: int) -> int:
    """See what its children prove of a place where `decider` decides; is it news?"""
    if not cython.compiled:
        payoffs = [NAN] * 16
    best = -1e300
    every = tree.node[place].children == tree.node[place].width
    edge = tree.node[place].first
    while edge != NOWHERE and decider >= 0:
        value = sure(tree, edge, decider)
        if value != value:
            every = False
        elif value > best:
            best = value
        edge = tree.node[edge].sibling
    decided = decider >= 0 and best > -1e300 and (every or best >= tree.max_payoff)
    for s in range(tree.seats):
        if decided and s == decider:
            payoffs[s] = best
        else:
            payoffs[s] = agreement(tree, place, decider, decided, best, s)
    if tree.seats == 2:
        for s in range(2):
            if payoffs[s] != payoffs[s] and payoffs[1 - s] == payoffs[1 - s]:
                payoffs[s] = 0.0 - payoffs[1 - s]
    return settle(tree, place, payoffs, steps(tree, place, decider, decided, best))


def agreement(tree: Tree, place: int, decider: int, decided: bool, best: float, seat: int) -> float:
    """What a seat gets whatever may be chosen here: all that is legal, or all that is best."""
    if tree.node[place].children < tree.node[place].width:
        return NAN
    agreed = NAN
    edge = tree.node[place].first
    while edge != NOWHERE:
        if not decided or not sure(tree, edge, decider) < best:
            value = sure(tree, edge, seat)
            if value != value or (agreed == agreed and agreed != value):
                return NAN
            agreed = value
        edge = tree.node[edge].sibling
    return agreed


def steps(tree: Tree, place: int, decider: int, decided: bool, best: float) -> int:
    """The actions until the end: who wins takes the shortest way, who does not the longest."""
    found = -1
    edge = tree.node[place].first
    while edge != NOWHERE:
        home = home_behind(tree, edge)
        if verdict_at(tree, home):
            if not decided or sure(tree, edge, decider) == best:
                behind = 1 + distance_at(tree, home)
                if found < 0 or (behind < found if decided and best > 0.0 else behind > found):
                    found = behind
        edge = tree.node[edge].sibling
    return found


def settled(tree: Tree, seat: int) -> bool:
    """Is it proved what the seat gets that decides at the root, and which action brings it? Others
    are looked at once, if that does not take long: they may bring the same sooner."""
    tree.guard(tree.root)
    root = tree.node[tree.root]
    value = tree.known[root.verdict * 16 + seat]
    looked = root.children == root.width
    found = False
    edge = root.first
    while edge != NOWHERE:
        found = found or sure(tree, edge, seat) == value
        looked = looked and tree.node[edge].visits > 0
        edge = tree.node[edge].sibling
    tree.release(tree.root)
    return found and (looked or root.distance <= 1 or root.reached >= 8 * root.width)
