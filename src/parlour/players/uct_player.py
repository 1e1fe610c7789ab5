"""A player that searches with UCT, for a number of simulations or for a time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter

from parlour.players.thought import Limits, Thought
from parlour.players.uct import Tree
from parlour.table.state import State


class UctPlayer:
    """Plain UCT, one thread, repeatable by seed where the limit is a number of simulations."""

    def __init__(
        self,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        seed: int | None = None,
        exploration: float = 0.7,
        memory: int = 64 * 1024 * 1024,
        time: Callable[[], float] = perf_counter,
    ) -> None:
        if simulations is None and seconds is None:
            seconds = 1.0
        self.limits = Limits(simulations, seconds)
        self.rng = Random(seed)
        self.exploration = exploration
        self.capacity = max(1_000, memory // 32)  # a node takes 32 bytes
        self.time = time
        self.stopped = False
        self.name = f"uct:{simulations}" if simulations else f"uct:{seconds:g}s"

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        return self.think(state, seat, limits).action

    def stop(self) -> None:
        self.stopped = True

    def think(self, state: State, seat: int, limits: Limits | None = None) -> Thought:
        """Search from a position for the seat that has to choose, within its own limits and
        within those that are given."""
        within = self.limits if limits is None else self.limits.within(limits)
        game = state.game.guarded()
        actions = state.actions(seat)
        if len(actions) == 1:
            return Thought(actions[0], 0.0, 0, {actions[0]: 0})
        first = state.game.guess(state, seat, self.rng)
        # By way of its line: equal positions lead to equal searches, however they came about.
        root = state.game.from_line(state.game.line(first))
        root.seat = seat
        capacity = min(self.capacity, (within.nodes or self.capacity) + 2)
        tree = Tree(game.start(), root, self.rng.getrandbits(64), capacity, self.exploration)
        if first is state:
            done = self._grow(tree, within)
        else:
            done = self._grow_from_guesses(tree, state, seat, within)
        return self._chosen(tree.statistics(), done)

    def _grow(self, tree: Tree, limits: Limits) -> int:
        """Simulations in batches that grow until one takes about five milliseconds."""
        begun, batch, done = self.time(), 1, 0
        while not self._enough(done, begun, limits):
            batch = batch if limits.nodes is None else min(batch, limits.nodes - done)
            before = self.time()
            tree.grow(batch)
            done += batch
            if self.time() - before < 0.0025:
                batch *= 2
        return done

    def _grow_from_guesses(self, tree: Tree, state: State, seat: int, limits: Limits) -> int:
        begun, done = self.time(), 0
        while not self._enough(done, begun, limits):
            guess = state.game.guess(state, seat, self.rng).copy()
            guess.seat = seat
            tree.grow(1, guess)
            done += 1
        return done

    def _enough(self, done: int, begun: float, limits: Limits) -> bool:
        if self.stopped and done:
            return True
        if limits.nodes is not None and done >= limits.nodes:
            return True
        return limits.time is not None and done > 0 and self.time() - begun >= limits.time

    def _chosen(self, found: list[tuple[int, int, float]], done: int) -> Thought:
        action, _, value = max(found, key=lambda entry: (entry[1], entry[2], -entry[0]))
        return Thought(action, value, done, {action: visits for action, visits, _ in found})
