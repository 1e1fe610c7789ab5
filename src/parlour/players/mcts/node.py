"""The fields of a node, and the accessors of those that threads read without a lock.

Compiled code has the same fields in a C struct, in `tree.pxd`, and atomic versions of these
functions, because several threads search one tree. The order matters in two cases: a proof is a
number whose payoffs are in a table, so it is published after they are written; a canonical node is
published after it is initialised.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.players.mcts.tree import Tree

MAX_SEATS = 16


class Node:
    """An edge, and the position it leads to unless another edge is canonical for that."""

    __slots__ = (
        "action",
        "canonical",  # the node of the position after the action; usually this one
        "child_count",
        "decider",  # the seat that chose the action
        "edge_visits",  # simulations that took this edge
        "first_child",  # the child that was added last
        "legal_count",  # legal actions in this position
        "next_sibling",
        "prior",  # from 0 to 1
        "prior_state",  # of the children: NOT_ASKED, HAS_PRIORS or NO_PRIORS
        "proof",  # number of the proved payoffs; 0 for none
        "proof_distance",  # proved: at most so many actions until the end
        "total",  # sum of the decider's payoffs
        "visits",  # simulations that reached this position, by any edge
    )

    def __init__(self) -> None:
        self.prior = self.total = 0.0
        self.action = self.decider = self.first_child = self.canonical = self.next_sibling = -1
        self.prior_state = self.child_count = self.proof_distance = self.legal_count = 0
        self.visits = self.proof = self.edge_visits = 0


def is_halted(tree: Tree) -> bool:
    return tree.halt_flag


def set_halted(tree: Tree, value: bool) -> None:
    tree.halt_flag = value


def has_proofs(tree: Tree) -> bool:
    """Is anything proved yet?"""
    return tree.proof_count > 1


def set_proof_count(tree: Tree, count: int) -> None:
    tree.proof_count = count


def has_capacity(tree: Tree, count: int) -> bool:
    return tree.allocated + count <= tree.capacity


def canonical_of(tree: Tree, edge: int) -> int:
    """The canonical node of the position after an edge."""
    return tree.nodes[edge].canonical


def publish_canonical(tree: Tree, edge: int, canonical: int) -> None:
    tree.nodes[edge].canonical = canonical


def proof_of(tree: Tree, node: int) -> int:
    return tree.nodes[node].proof


def proved_payoff(tree: Tree, edge: int, seat: int) -> float:
    """The proved payoff of a seat after an edge, or nan."""
    return tree.proof_payoffs[proof_of(tree, canonical_of(tree, edge)) * MAX_SEATS + seat]


def is_proved(tree: Tree, edge: int, seat: int) -> bool:
    """Is the payoff of this seat proved after an edge? Other seats may be proved without it."""
    payoff = proved_payoff(tree, edge, seat)
    return payoff == payoff  # nan is not itself


def proof_distance_of(tree: Tree, node: int) -> int:
    return tree.nodes[node].proof_distance


def publish_proof(tree: Tree, node: int, proof: int, proof_distance: int) -> None:
    tree.nodes[node].proof_distance = proof_distance
    tree.nodes[node].proof = proof


def visits_of(tree: Tree, node: int) -> int:
    """How many simulations reached a position."""
    return tree.nodes[node].visits


def count_visit(tree: Tree, node: int) -> None:
    """The caller holds the node's lock."""
    tree.nodes[node].visits += 1


def prior_state_of(tree: Tree, node: int) -> int:
    return tree.nodes[node].prior_state


def set_prior_state(tree: Tree, node: int, prior_state: int) -> None:
    tree.nodes[node].prior_state = prior_state
