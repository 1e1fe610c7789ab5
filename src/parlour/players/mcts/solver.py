"""The MCTS solver: proved payoffs travel up the tree.

A proof is a payoff for each seat, nan where it is unknown. The deciding seat takes the action with
its highest payoff: its own payoff is proved by an action with the highest possible payoff, or once
all its actions are proved. Payoffs of other seats are only proved where all actions that it may
take agree on them, since with more than two seats ties can be broken either way. Chance may take
any action. Two seats play a zero-sum game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from math import nan as NAN  # noqa: N812 - as C calls it

    from parlour.players.mcts.node import (
        MAX_SEATS,
        canonical_of,
        proof_distance_of,
        proof_of,
        proved_payoff,
        publish_proof,
        set_proof_count,
    )
    from parlour.players.mcts.tree import MAX_PROOFS, NONE

if TYPE_CHECKING:
    from parlour.players.mcts.tree import Tree
    from parlour.table.compiled.array_types import Floats


MAX_DISTANCE = 32_767
"""Distances are stored in a C short."""


def set_proof(tree: Tree, node: int, payoffs: Floats, distance: int) -> int:
    """Store proved payoffs; return 1 if they, or their distance, are new. The caller holds the
    node's lock."""
    number = number_of_proof(tree, payoffs)
    if number == 0:
        return 0
    if number == tree.nodes[node].proof and distance >= tree.nodes[node].proof_distance:
        return 0
    publish_proof(tree, node, number, min(distance, MAX_DISTANCE))
    return 1


def number_of_proof(tree: Tree, payoffs: Floats) -> int:
    """The number of the proof with these payoffs, a new one if need be; 0 if its table is full."""
    tree.lock(NONE)
    number = 0
    while number < tree.proof_count:
        same = True
        for s in range(tree.seats):
            payoff = tree.proof_payoffs[number * MAX_SEATS + s]
            if payoff != payoffs[s] and (payoff == payoff or payoffs[s] == payoffs[s]):
                same = False  # differs, and is not nan in both
        if same:
            break
        number += 1
    if number == MAX_PROOFS:
        number = 0
    elif number == tree.proof_count:
        complete = True
        for s in range(tree.seats):
            tree.proof_payoffs[number * MAX_SEATS + s] = payoffs[s]
            if payoffs[s] != payoffs[s]:
                complete = False
        tree.proof_complete[number] = complete
        set_proof_count(tree, number + 1)
    tree.unlock(NONE)
    return number


def prove(tree: Tree, node: int, decider: int) -> int:
    """Update the proof of a node from its children; return 1 if it is new."""
    if not cython.compiled:
        payoffs = [NAN] * MAX_SEATS
    best = -1e300
    all_proved = tree.nodes[node].child_count == tree.nodes[node].legal_count
    edge = tree.nodes[node].first_child
    while edge != NONE and decider >= 0:
        payoff = proved_payoff(tree, edge, decider)
        if payoff != payoff:
            all_proved = False
        elif payoff > best:
            best = payoff
        edge = tree.nodes[edge].next_sibling
    decided = decider >= 0 and best > -1e300 and (all_proved or best >= tree.max_payoff)
    for s in range(tree.seats):
        if decided and s == decider:
            payoffs[s] = best
        else:
            payoffs[s] = common_payoff(tree, node, decider, decided, best, s)
    if tree.seats == 2:
        for s in range(2):
            if payoffs[s] != payoffs[s] and payoffs[1 - s] == payoffs[1 - s]:
                payoffs[s] = 0.0 - payoffs[1 - s]
    return set_proof(tree, node, payoffs, distance_to_end(tree, node, decider, decided, best))


def common_payoff(
    tree: Tree, node: int, decider: int, decided: bool, best: float, seat: int
) -> float:
    """The payoff of a seat on which all possible actions agree, or all best ones if the decider's
    payoff is proved; else nan."""
    if tree.nodes[node].child_count < tree.nodes[node].legal_count:
        return NAN
    common = NAN
    edge = tree.nodes[node].first_child
    while edge != NONE:
        if not decided or not proved_payoff(tree, edge, decider) < best:
            payoff = proved_payoff(tree, edge, seat)
            if payoff != payoff or (common == common and common != payoff):
                return NAN
            common = payoff
        edge = tree.nodes[edge].next_sibling
    return common


def distance_to_end(tree: Tree, node: int, decider: int, decided: bool, best: float) -> int:
    """Actions until the end: a winner takes the shortest path, others the longest."""
    found = -1
    edge = tree.nodes[node].first_child
    while edge != NONE:
        canonical = canonical_of(tree, edge)
        if proof_of(tree, canonical):
            if not decided or proved_payoff(tree, edge, decider) == best:
                distance = 1 + proof_distance_of(tree, canonical)
                if found < 0 or (distance < found if decided and best > 0.0 else distance > found):
                    found = distance
        edge = tree.nodes[edge].next_sibling
    return found


def is_solved(tree: Tree, seat: int) -> bool:
    """Are the root seat's payoff and a best action proved? Unvisited actions come first, unless
    there are many: they may lead to the same payoff sooner."""
    tree.lock(tree.root)
    root = tree.nodes[tree.root]
    payoff = tree.proof_payoffs[root.proof * MAX_SEATS + seat]
    visited = root.child_count == root.legal_count
    has_best = False
    edge = root.first_child
    while edge != NONE:
        has_best = has_best or proved_payoff(tree, edge, seat) == payoff
        visited = visited and tree.nodes[edge].edge_visits > 0
        edge = tree.nodes[edge].next_sibling
    tree.unlock(tree.root)
    return has_best and (visited or root.proof_distance <= 1 or root.visits >= 8 * root.legal_count)
