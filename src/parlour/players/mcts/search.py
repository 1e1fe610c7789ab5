"""A tree search that lasts a match: its tree, a simulator for each thread, and its results."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from parlour import _modes
from parlour.players.mcts.amaf import AMAF_SLOT_BYTES
from parlour.players.mcts.options import Options
from parlour.players.mcts.reroot import NodeFinder
from parlour.players.mcts.simulation import Simulator
from parlour.players.mcts.solver import is_solved
from parlour.players.mcts.tree import NODE_BYTES, SLOT_BYTES, EdgeStats, Tree
from parlour.players.search_result import SearchResult
from parlour.table.game import Game
from parlour.table.state import State

MAX_LINE = 64

AMAF_SHARE = 8
"""With GRAVE or MAST, one part in so many of the memory is for AMAF values."""


class TreeSearch:
    """The tree of a position, and a simulator for each thread."""

    def __init__(
        self, game: Game[Any, Any], options: Options, rng: Random, nodes: int | None = None
    ) -> None:
        """`nodes` is the number of simulations that will be run, if it is known."""
        self.game = game
        prototype, played = game.guarded().start(), game.start()
        threads = options.threads if options.threads > 1 and can_share(game, played) else 1
        capacity = max(1_000, options.memory * 1024 * 1024 // NODE_BYTES)
        amaf_slots = slots = 0
        if options.grave or options.mast:
            amaf_slots = power_of_two(
                options.memory * 1024 * 1024 // (AMAF_SHARE * threads * AMAF_SLOT_BYTES)
            )
            capacity -= capacity // AMAF_SHARE
        if options.transpose:
            capacity = capacity * NODE_BYTES // (NODE_BYTES + SLOT_BYTES)
            slots = power_of_two(capacity)
        if nodes and not options.reuse and not options.knowledge:
            capacity = min(capacity, nodes + 2)  # a simulation adds one
        self.tree = Tree(len(game.seats), game.max_payoff, capacity, threads > 1, slots)
        self.simulators = [
            Simulator(self.tree, prototype, played, options, amaf_slots, rng.getrandbits(64))
            for _ in range(threads)
        ]
        self.root = played  # of the game that is played, which may count less than the searched one
        self.last_action = -1  # what was chosen at the root

    # ---- the root -----------------------------------------------------------------------------

    def set_root(self, root: State) -> None:
        """Search from this position, which is that of the tree's root."""
        self.root = root.copy()
        for simulator in self.simulators:
            simulator.set_root(root)

    @property
    def seat(self) -> int:
        return self.root.seat

    def follow(self, game: Game[Any, Any], root: State) -> bool:
        """Continue from this position if it follows from the last decision, else false."""
        if game != self.game:
            return False
        node = NodeFinder(self.tree, self.root, root).find(self.last_action)
        if node < 0:
            return False
        self.tree.keep_subtree(node)
        if self.game.guarded() is not self.game:
            self.tree.clear_positions()  # the safeguard counts from the root
        for simulator in self.simulators:
            simulator.trace.table.clear()  # node numbers have changed
        self.set_root(root)
        return True

    def set_determinized(self) -> None:
        """The root is one of several possible positions, so nothing can be proved."""
        for simulator in self.simulators:
            simulator.set_determinized()

    def restrict_root(self, actions: Sequence[int]) -> None:
        """At the root, consider only these actions."""
        for simulator in self.simulators:
            simulator.restrict_root(actions)

    # ---- results ------------------------------------------------------------------------------

    @property
    def solved(self) -> bool:
        """Is the best action proved?"""
        return is_solved(self.tree, self.seat)

    def result(self, done: int) -> SearchResult:
        """The best action and its statistics, after `done` simulations."""
        edges = [edge for edge in self.tree.edges(self.tree.root) if edge.visits]
        chosen, max_payoff = best_edge(edges), self.game.max_payoff
        self.last_action = chosen.action
        values = {edge.action: edge_value(edge) / max_payoff for edge in edges}
        return SearchResult(
            chosen.action,
            values[chosen.action],
            done,
            {edge.action: edge.visits for edge in edges},
            values,
            self._line(chosen),
            chosen.distance + 1 if chosen.proved else None,
        )

    def _repr_svg_(self) -> str:
        """The tree in a notebook."""
        from parlour.players.mcts.tree_view import svg  # it imports this module

        return svg(self)

    def _line(self, edge: EdgeStats) -> tuple[int, ...]:
        """The principal variation: the best action at each node."""
        line = [edge.action]
        while len(line) < MAX_LINE:
            edges = [child for child in self.tree.edges(edge.node) if child.visits]
            if not edges:
                break
            edge = best_edge(edges)
            line.append(edge.action)
        return tuple(line)


def power_of_two(most: int) -> int:
    """The largest power of two up to `most`."""
    return 1 << (most.bit_length() - 1)


def can_share(game: Game[Any, Any], state: State) -> bool:
    """Several threads only help if states and knowledge run without the GIL."""
    knowledge = game.knowledge()
    return _modes.compiled() and not state.python_only and not (knowledge and knowledge.python_only)


def edge_value(edge: EdgeStats) -> float:
    return edge.proved_payoff if edge.proved else edge.mean


def best_edge(edges: Sequence[EdgeStats]) -> EdgeStats:
    """A proved edge that is at least as good as the most visited other one, preferring the shortest
    win or the longest loss; else the most visited edge."""
    proved = [edge for edge in edges if edge.proved]
    others = [edge for edge in edges if not edge.proved]
    if not proved:
        return max(others, key=_by_visits)
    known = max(proved, key=_by_proof)
    if not others:
        return known
    likely = max(others, key=_by_visits)
    return known if known.proved_payoff >= likely.mean else likely


def _by_visits(edge: EdgeStats) -> tuple[int, float, int]:
    return edge.visits, edge.mean, -edge.action


def _by_proof(edge: EdgeStats) -> tuple[float, int, int]:
    return (
        edge.proved_payoff,
        -edge.distance if edge.proved_payoff > 0 else edge.distance,
        -edge.action,
    )
