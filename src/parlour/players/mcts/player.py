"""A player that searches: for a number of simulations or for a time, in one thread or several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Lock
from time import perf_counter

from parlour.players.mcts.options import Options
from parlour.players.mcts.search import Search
from parlour.players.mcts.simulation import Walker
from parlour.players.search_result import Limits, SearchResult
from parlour.table.registry import AnyGame
from parlour.table.state import State

SHORT = 0.0025
"""Simulations run in batches that grow until one takes longer than this, in seconds."""


class MctsPlayer:
    """Monte Carlo tree search. At one thread and a number of simulations repeatable by seed."""

    def __init__(
        self,
        limits: Limits,
        options: Options,
        seed: int | None = None,
        time: Callable[[], float] = perf_counter,
        name: str = "mcts",
        usual: Options = Options(),  # noqa: B008 - frozen
    ) -> None:
        if limits.nodes is None and limits.seconds is None:
            limits = Limits(seconds=1.0)
        self.limits = limits
        self.options = options
        self.rng = Random(seed)
        self.time = time
        self.stopped = False
        self.tree_search: Search | None = None
        limit = limits.nodes if limits.nodes else f"{limits.seconds:g}s"
        self.name = f"{name}:{limit}{options.written(usual)}"

    def check(self, game: AnyGame) -> None:
        """It plays anything."""

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        return self.search(state, seat, limits).action

    def stop(self) -> None:
        self.stopped = True
        if self.tree_search:
            self.tree_search.tree.halted = True

    def search(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        """Search from a position for the seat that has to choose, within its own limits and
        within those that are given; `among` these actions only."""
        legal = state.actions(seat)
        wanted = None if among is None else set(among)
        actions = [a for a in legal if wanted is None or a in wanted] or legal
        if len(legal) == 1:  # where one of several is asked about, it has to be searched
            return SearchResult(actions[0], 0.0, 0, {actions[0]: 0}, line=(actions[0],))
        given = self.limits if limits is None else self.limits.within(limits.without_depth())
        effort = Effort(given, self.time)
        first = state.game.guess(state, seat, self.rng)
        # By way of its line: equal positions lead to equal searches, however they came about.
        root = state.game.from_line(state.game.line(first))
        root.seat = seat
        certain = first is state and len(state.acting()) == 1
        search = self._at(root, certain and among is None, effort.limits.nodes)
        if among is not None:
            search.narrow(actions)
        if not certain:
            search.doubt()
        search.tree.halted = self.stopped
        if first is state:
            self._grow(search, effort)
        else:
            self._grow_from_guesses(search, state, effort)
        if not certain or among is not None:
            self.tree_search = None
        return search.result(effort.done)

    def _at(self, root: State, reusable: bool, nodes: int | None) -> Search:
        """A search that stands at this position: the last one, if it comes after that."""
        if (
            self.tree_search
            and reusable
            and self.options.reuse
            and self.tree_search.follow(root.game, root)
        ):
            return self.tree_search
        self.tree_search = None  # its memory is free before another one takes some
        self.tree_search = Search(root.game, self.options, self.rng, nodes)
        self.tree_search.stand(root)
        return self.tree_search

    def _grow(self, search: Search, effort: Effort) -> None:
        if len(search.walkers) == 1:
            self._run(search, search.walkers[0], effort)
            return
        with ThreadPoolExecutor(len(search.walkers)) as pool:
            for running in [pool.submit(self._run, search, w, effort) for w in search.walkers]:
                running.result()

    def _run(self, search: Search, walker: Walker, effort: Effort) -> None:
        """What a thread does."""
        batch = 1
        while not (self._enough(effort) or search.settled) and (count := effort.take(batch)):
            before = self.time()
            effort.account(walker.walk(count))
            if self.time() - before < SHORT:
                batch *= 2

    def _grow_from_guesses(self, search: Search, state: State, effort: Effort) -> None:
        while not self._enough(effort) and effort.take(1):
            guess = state.game.guess(state, search.seat, self.rng).copy()
            guess.seat = search.seat
            search.walkers[0].stand(guess)
            effort.account(search.walkers[0].walk(1))

    def _enough(self, effort: Effort) -> bool:
        return effort.done > 0 and (self.stopped or effort.late())


class Effort:
    """What all threads of a search have done so far, and what they may still do."""

    def __init__(self, limits: Limits, time: Callable[[], float]) -> None:
        self.limits = limits
        self.time = time
        self.begun = time()
        self.given = 0
        self.done = 0
        self.lock = Lock()

    def take(self, count: int) -> int:
        """So many simulations for one thread, or as many as are left."""
        with self.lock:
            if self.limits.nodes is not None:
                count = min(count, self.limits.nodes - self.given)
            self.given += count
            return count

    def account(self, done: int) -> None:
        with self.lock:
            self.done += done

    def late(self) -> bool:
        return self.limits.time is not None and self.time() - self.begun >= self.limits.time
