"""The alpha-beta player: a number of nodes or a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import perf_counter

from parlour.players.alphabeta.ply import MAX_PLY
from parlour.players.alphabeta.scores import BAND, PROOF, WIN
from parlour.players.alphabeta.search import AlphaBetaSearch
from parlour.players.alphabeta.transposition_table import TranspositionTable
from parlour.players.alphabeta.traps import Traps
from parlour.players.player import Searcher, read_player
from parlour.players.search_result import Limits, SearchResult
from parlour.table.advice.knowledge import Knowledge
from parlour.table.errors import BadSettings
from parlour.table.registry import AnyGame
from parlour.table.sentences import shorten
from parlour.table.state import State

ENDLESS = 1 << 62
FASTEST = 4_000_000  # nodes a second


class AlphaBetaPlayer:
    """Alpha-beta search in one thread. With a number of nodes it is repeatable, since every search
    ignores the table of earlier ones; with a time it uses them.

    `otherwise` plays where information is hidden or the game's knowledge has no evaluation. `net`
    is 1 for the net that a game brings, if it has one for its settings, or the name of a file.
    """

    def __init__(
        self,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        memory: int = 64 * 1024 * 1024,
        otherwise: Searcher | None = None,
        net: str = "0",
        time: Callable[[], float] = perf_counter,
    ) -> None:
        if nodes is None and seconds is None:
            seconds = 1.0
        self.limits = Limits(nodes, seconds)
        self.memory = memory
        self.otherwise = otherwise
        self.net = net
        self.time = time
        self.stopped = False
        self.alphabeta: AlphaBetaSearch | None = None
        self.traps: Traps | None = None
        self.game: AnyGame | None = None
        self.last: tuple[State | None, int] = None, 0  # the last decision
        self.name = f"alphabeta:{nodes}" if nodes else f"alphabeta:{seconds:g}s"

    def check(self, game: AnyGame) -> None:
        """Two seats, no chance, and an evaluation of the first position, or else `otherwise`."""
        if len(game.seats) != 2:
            raise BadSettings("player.seats", game=game.title, count=len(game.seats))
        if game.chance:
            raise BadSettings("player.chance", game=game.title)
        if self.otherwise is not None:
            self.otherwise.check(game)
            return
        start = game.start()
        has_hidden = hides_from(start, start.seat)
        if has_hidden or knowledge_of(start, self.net) is None:
            raise cannot_search(game, has_hidden)

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        actions = state.actions(seat)
        if len(actions) > 1:
            return self.search(state, seat, limits).action
        if self.alphabeta is not None and self.game == state.game:
            self.alphabeta.recall(*self.last, state)
            self.last = state.copy(), actions[0]
        return actions[0]

    def stop(self) -> None:
        self.stopped = True
        if self.alphabeta is not None:
            self.alphabeta.limits.stopped = True
        if self.traps is not None:
            self.traps.limits.stopped = True
        if self.otherwise is not None:
            self.otherwise.stop()

    def search(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        """Search for the seat that decides, within its own limits and the given ones; `among`
        restricts the root to these actions."""
        started = self.time()
        limited = self.limits if limits is None else self.limits.within(limits)
        game: AnyGame = state.game
        if len(game.seats) != 2:
            raise BadSettings("player.seats", game=game.title, count=len(game.seats))
        has_hidden = hides_from(state, seat)
        search = None if has_hidden else self._search_of(state)
        if search is None and self.otherwise is not None:
            return self.otherwise.search(state, seat, limits, among)
        if search is None:
            raise cannot_search(game, has_hidden)
        actions = state.actions(seat) if among is None else sorted(among)
        deadline = None if limited.time is None else started + limited.time
        search.recall(*self.last, state)
        search.begin(state, actions, limited.nodes or ENDLESS, deadline, limited.nodes is not None)
        if self.stopped:
            search.limits.stopped = True
        depth = 0
        while depth != limited.depth and search.deepen(depth + 1):
            depth += 1
            if self._is_final(search, depth):
                break
        if search.proved and search.score == 0:
            self._set_trap(search, state, actions, limited.nodes, deadline)
        result = self._result(search, depth)
        self.last = state.copy(), result.action
        return result

    def _set_trap(
        self,
        search: AlphaBetaSearch,
        state: State,
        actions: Sequence[int],
        nodes: int | None,
        deadline: float | None,
    ) -> None:
        """In a proved draw, spend the rest of the limits on traps."""
        if self.traps is not None:
            most = nodes - search.limits.nodes if nodes else ENDLESS
            action = self.traps.best(state, actions, most, deadline)
            if action >= 0:
                search.prefer(action)

    def _search_of(self, state: State) -> AlphaBetaSearch | None:
        """The search for a game, with its table; None while the knowledge has no evaluation."""
        if self.alphabeta is None or self.game != state.game:
            self.alphabeta, self.game, self.last = None, state.game, (None, 0)
            knowledge = knowledge_of(state, self.net)
            if knowledge is not None:
                # A table larger than a search can fill costs time: it is never in the cache.
                nodes = self.limits.nodes or int(FASTEST * (self.limits.seconds or 1.0))
                memory = min(self.memory, 64 * nodes)
                self.alphabeta = AlphaBetaSearch(
                    state, knowledge, TranspositionTable(memory), self.time
                )
                self.traps = Traps(state, knowledge, self.time)
                self.traps.limits.stopped = self.stopped
        return self.alphabeta

    def _is_final(self, search: AlphaBetaSearch, depth: int) -> bool:
        """Would a deeper search find nothing new? A shorter win may still be found."""
        if search.proved:
            return abs(search.score) < PROOF or WIN - abs(search.score) <= depth
        return depth + 1 == MAX_PLY

    def _result(self, search: AlphaBetaSearch, depth: int) -> SearchResult:
        root_results = search.root_results()
        return SearchResult(
            root_results[0][0],
            value_of(search.score),
            search.limits.nodes,
            {action: nodes for action, nodes, _ in root_results},
            {action: value_of(score) for action, _, score in root_results if score is not None},
            tuple(search.principal_variation()),
            WIN - abs(search.score) if abs(search.score) > PROOF else None,
            depth,
        )


def read_alphabeta(limits: Limits, options: Sequence[str], seed: int | None) -> AlphaBetaPlayer:
    """`memory=256`, in MiB; `otherwise=uct`, with the same limits; `net=1` or `net=FILE`."""
    memory, otherwise, net = 64, None, "0"
    for option in options:
        name, _, given = option.partition("=")
        if name == "memory" and re.fullmatch("[1-9][0-9]{0,4}", given) and int(given) <= 16_384:
            memory = int(given)
        elif name == "net" and given:
            net = given
        elif name == "otherwise" and given != "alphabeta":
            limit = f":{limits.nodes}" if limits.nodes else ""
            otherwise = read_player(f"{given}{limit}", seed, limits.seconds)
        else:
            raise BadSettings("player.option", given=shorten(option))
    if otherwise is not None and not isinstance(otherwise, Searcher):
        raise BadSettings("player.option", given=shorten(otherwise.name))
    return AlphaBetaPlayer(
        nodes=limits.nodes,
        seconds=limits.seconds,
        memory=memory << 20,
        otherwise=otherwise,
        net=net,
    )


def value_of(score: int) -> float:
    """A score as a value from -1 (lost) to 1 (won)."""
    return max(-1.0, min(1.0, score / BAND))


def knowledge_of(state: State, net: str = "0") -> Knowledge | None:
    """The game's knowledge, by a net if one is wanted and there is one; None if it cannot evaluate
    this position."""
    game: AnyGame = state.game
    knowledge = None
    if net != "0":
        knowledge = game.net_knowledge(None if net == "1" else Path(net))
    knowledge = knowledge or game.knowledge()
    return knowledge if knowledge and knowledge.evaluation(state) is not None else None


def cannot_search(game: AnyGame, has_hidden: bool) -> BadSettings:
    """The error for a position that cannot be searched."""
    return BadSettings("player.hidden" if has_hidden else "player.knowledge", game=game.title)


def hides_from(state: State, seat: int) -> bool:
    """May information be hidden from this seat now?"""
    if len(state.acting()) > 1:
        return True
    return state.game.hides and state.game.guess(state, seat, Random(0)) is not state
