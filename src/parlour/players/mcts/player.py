"""The MCTS player: a number of simulations or a time, in one thread or several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Lock
from time import perf_counter

from parlour.players.mcts.options import Options
from parlour.players.mcts.search import TreeSearch
from parlour.players.mcts.simulation import Simulator
from parlour.players.nets.nets import net_of
from parlour.players.search_result import Limits, SearchResult
from parlour.table.registry import AnyGame
from parlour.table.state import State

BATCH_SECONDS = 0.0025
"""Against a clock, simulations run in batches that grow until one takes longer than this."""
LARGEST_BATCH = 256
"""Without a clock, batches grow up to this size, whatever the time: after each one the search ends
if the position is solved, and that must not depend on the machine."""


class MctsPlayer:
    """Monte Carlo tree search; repeatable by seed with one thread and a number of simulations."""

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
        self.tree_search: TreeSearch | None = None
        limit = limits.nodes if limits.nodes else f"{limits.seconds:g}s"
        self.name = f"{name}:{limit}{options.written(usual)}"

    def check(self, game: AnyGame) -> None:
        """It plays every game; a net must be one for it."""
        if self.options.net != "0":
            net_of(game, self.options.net)

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
        """Search for the seat that has to choose, within its own limits and the given ones;
        `among` restricts the root to these actions."""
        legal = state.actions(seat)
        allowed = None if among is None else set(among)
        actions = [a for a in legal if allowed is None or a in allowed] or legal
        if len(legal) == 1:  # one of several needs a search for its value
            return SearchResult(actions[0], 0.0, 0, {actions[0]: 0}, line=(actions[0],))
        limited = self.limits if limits is None else self.limits.within(limits.without_depth())
        budget = Budget(limited, self.time)
        guess = state.game.guess(state, seat, self.rng)
        # Rebuilt from its line, so that equal positions give equal searches.
        root = state.game.from_line(state.game.line(guess))
        root.seat = seat
        determined = guess is state and len(state.acting()) == 1
        search = self._search_from(root, determined and among is None, budget.limits.nodes)
        if among is not None:
            search.restrict_root(actions)
        if not determined:
            search.set_determinized()
        search.tree.halted = self.stopped
        if guess is state:
            self._run_threads(search, budget)
        else:
            self._run_determinized(search, state, budget)
        if not determined or among is not None:
            self.tree_search = None
        return search.result(budget.done)

    def _search_from(self, root: State, reusable: bool, nodes: int | None) -> TreeSearch:
        """The search for this position: the last one if the position follows from that one's."""
        if (
            self.tree_search
            and reusable
            and self.options.reuse
            and self.tree_search.follow(root.game, root)
        ):
            return self.tree_search
        self.tree_search = None  # free its memory before the next allocation
        self.tree_search = TreeSearch(root.game, self.options, self.rng, nodes)
        self.tree_search.set_root(root)
        return self.tree_search

    def _run_threads(self, search: TreeSearch, budget: Budget) -> None:
        if len(search.simulators) == 1:
            self._run(search, search.simulators[0], budget)
            return
        with ThreadPoolExecutor(len(search.simulators)) as pool:
            for running in [pool.submit(self._run, search, w, budget) for w in search.simulators]:
                running.result()

    def _run(self, search: TreeSearch, simulator: Simulator, budget: Budget) -> None:
        """The loop of one thread."""
        batch = 1
        while not (self._done(budget) or search.solved) and (count := budget.take(batch)):
            before = self.time()
            budget.add_done(simulator.run(count))
            if budget.limits.time is None:
                batch = min(2 * batch, LARGEST_BATCH)
            elif self.time() - before < BATCH_SECONDS:
                batch *= 2

    def _run_determinized(self, search: TreeSearch, state: State, budget: Budget) -> None:
        while not self._done(budget) and budget.take(1):
            guess = state.game.guess(state, search.seat, self.rng).copy()
            guess.seat = search.seat
            search.simulators[0].set_root(guess)
            budget.add_done(search.simulators[0].run(1))

    def _done(self, budget: Budget) -> bool:
        return budget.done > 0 and (self.stopped or budget.out_of_time())


class Budget:
    """The simulations that all threads of a search have done, and may still do."""

    def __init__(self, limits: Limits, time: Callable[[], float]) -> None:
        self.limits = limits
        self.time = time
        self.begun = time()
        self.granted = 0
        self.done = 0
        self.lock = Lock()

    def take(self, count: int) -> int:
        """Reserve `count` simulations for one thread, or as many as are left."""
        with self.lock:
            if self.limits.nodes is not None:
                count = min(count, self.limits.nodes - self.granted)
            self.granted += count
            return count

    def add_done(self, done: int) -> None:
        with self.lock:
            self.done += done

    def out_of_time(self) -> bool:
        return self.limits.time is not None and self.time() - self.begun >= self.limits.time
