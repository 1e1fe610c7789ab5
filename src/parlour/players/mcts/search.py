"""A search that lasts a match: its tree, its threads, and what it found."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from parlour import _modes
from parlour.players.mcts.amaf import NAME_BYTES
from parlour.players.mcts.options import Options
from parlour.players.mcts.reroot import Seeker
from parlour.players.mcts.simulation import Walker
from parlour.players.mcts.solver import settled
from parlour.players.mcts.tree import NODE_BYTES, SLOT_BYTES, Edge, Tree
from parlour.players.search_result import SearchResult
from parlour.table.game import Game
from parlour.table.state import State

LONGEST_LINE = 64

REPUTE = 8
"""Of the memory, one part in so many is for what actions brought elsewhere, where that is asked."""


class Search:
    """The tree below a position, and a walker for each thread."""

    def __init__(
        self, game: Game[Any, Any], options: Options, rng: Random, nodes: int | None = None
    ) -> None:
        """`nodes` is how many simulations are asked for, if that is known."""
        self.game = game
        room, real = game.guarded().start(), game.start()
        threads = options.threads if options.threads > 1 and may_share(game, real) else 1
        capacity = max(1_000, options.memory * 1024 * 1024 // NODE_BYTES)
        names = slots = 0
        if options.grave or options.mast:
            names = power_of_two(options.memory * 1024 * 1024 // (REPUTE * threads * NAME_BYTES))
            capacity -= capacity // REPUTE
        if options.transpose:
            capacity = capacity * NODE_BYTES // (NODE_BYTES + SLOT_BYTES)
            slots = power_of_two(capacity)
        if nodes and not options.reuse and not options.knowledge:
            capacity = min(capacity, nodes + 2)  # a simulation adds one
        self.tree = Tree(len(game.seats), game.max_payoff, capacity, threads > 1, slots)
        self.walkers = [
            Walker(self.tree, room, real, options, names, rng.getrandbits(64))
            for _ in range(threads)
        ]
        self.root = real  # in the game that is played, which may count less than the searched one
        self.last = -1  # what was chosen at the root

    # ---- where it stands ----------------------------------------------------------------------

    def stand(self, root: State) -> None:
        """Search from this position, which the root of the tree stands for."""
        self.root = root.copy()
        for walker in self.walkers:
            walker.stand(root)

    @property
    def seat(self) -> int:
        return self.root.seat

    def follow(self, game: Game[Any, Any], root: State) -> bool:
        """Has this position come about since the last decision? Then search on from there."""
        if game != self.game:
            return False
        place = Seeker(self.tree, self.root, root).below(self.last)
        if place < 0:
            return False
        self.tree.keep(place)
        if self.game.guarded() is not self.game:
            self.tree.forget_positions()  # the searched game counts from the root, which has moved
        for walker in self.walkers:
            walker.trail.repute.clear()  # places have other numbers now
        self.stand(root)
        return True

    def doubt(self) -> None:
        """The position is a guess, so nothing can be proved."""
        for walker in self.walkers:
            walker.doubt()

    def narrow(self, actions: Sequence[int]) -> None:
        """At the root, look at these actions only."""
        for walker in self.walkers:
            walker.narrow(actions)

    # ---- what it found ------------------------------------------------------------------------

    @property
    def settled(self) -> bool:
        """Is it proved which action is best?"""
        return settled(self.tree, self.seat)

    def result(self, done: int) -> SearchResult:
        """The best action, after so many simulations, and what speaks for it."""
        edges = [edge for edge in self.tree.edges(self.tree.root) if edge.visits]
        chosen, max_payoff = best(edges), self.game.max_payoff
        self.last = chosen.action
        values = {edge.action: worth(edge) / max_payoff for edge in edges}
        return SearchResult(
            chosen.action,
            values[chosen.action],
            done,
            {edge.action: edge.visits for edge in edges},
            values,
            self._line(chosen),
            chosen.distance + 1 if chosen.proved else None,
        )

    def _line(self, edge: Edge) -> tuple[int, ...]:
        """What is expected to be played: the best action at each place."""
        line = [edge.action]
        while len(line) < LONGEST_LINE:
            edges = [below for below in self.tree.edges(edge.place) if below.visits]
            if not edges:
                break
            edge = best(edges)
            line.append(edge.action)
        return tuple(line)


def power_of_two(most: int) -> int:
    """The largest that is not more."""
    return 1 << (most.bit_length() - 1)


def may_share(game: Game[Any, Any], state: State) -> bool:
    """Several threads help where everything runs without the GIL."""
    knowledge = game.knowledge()
    return _modes.compiled() and not state.plain and not (knowledge and knowledge.plain)


def worth(edge: Edge) -> float:
    return edge.sure if edge.proved else edge.mean


def best(edges: Sequence[Edge]) -> Edge:
    """What is proved to be as good as the rest seems, the shortest win or the longest loss first;
    else what was tried most, for that held out longest."""
    proved = [edge for edge in edges if edge.proved]
    others = [edge for edge in edges if not edge.proved]
    if not proved:
        return max(others, key=_most_tried)
    known = max(proved, key=_soonest_won)
    if not others:
        return known
    likely = max(others, key=_most_tried)
    return known if known.sure >= likely.mean else likely


def _most_tried(edge: Edge) -> tuple[int, float, int]:
    return edge.visits, edge.mean, -edge.action


def _soonest_won(edge: Edge) -> tuple[float, int, int]:
    return edge.sure, -edge.distance if edge.sure > 0 else edge.distance, -edge.action
