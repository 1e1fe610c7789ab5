"""A player that searches with alpha-beta, for a number of nodes or for a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter

from parlour.players.alphabeta.ply import DEEPEST
from parlour.players.alphabeta.scores import BAND, PROOF, WIN
from parlour.players.alphabeta.search import Search
from parlour.players.alphabeta.transposition_table import Transpositions
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
    """One thread; repeatable where the limit is a number of nodes: then every search starts from
    nothing, while by time it remembers what it saw in the match.

    Where something is hidden there is no position to search, and where a game has no opinion it
    finds nothing: there `otherwise` plays.
    """

    def __init__(
        self,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        memory: int = 64 * 1024 * 1024,
        otherwise: Searcher | None = None,
        time: Callable[[], float] = perf_counter,
    ) -> None:
        if nodes is None and seconds is None:
            seconds = 1.0
        self.limits = Limits(nodes, seconds)
        self.memory = memory
        self.otherwise = otherwise
        self.time = time
        self.stopped = False
        self.alphabeta: Search | None = None
        self.traps: Traps | None = None
        self.game: AnyGame | None = None
        self.last: tuple[State | None, int] = None, 0  # the last decision
        self.name = f"alphabeta:{nodes}" if nodes else f"alphabeta:{seconds:g}s"

    def check(self, game: AnyGame) -> None:
        """Two seats, no chance, and a first position to have an opinion on: else `otherwise`."""
        if len(game.seats) != 2:
            raise BadSettings("player.seats", game=game.title, count=len(game.seats))
        if game.chance:
            raise BadSettings("player.chance", game=game.title)
        if self.otherwise is not None:
            self.otherwise.check(game)
            return
        start = game.start()
        secret = hidden(start, start.seat)
        if secret or opinion_on(start) is None:
            raise blind(game, secret)

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
            self.alphabeta.stopped = True
        if self.traps is not None:
            self.traps.stopped = True
        if self.otherwise is not None:
            self.otherwise.stop()

    def search(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        """Search for the seat that decides, within its own limits and those that are given; at the
        root only `among` these actions."""
        begun = self.time()
        within = self.limits if limits is None else self.limits.within(limits)
        game: AnyGame = state.game
        if len(game.seats) != 2:
            raise BadSettings("player.seats", game=game.title, count=len(game.seats))
        secret = hidden(state, seat)
        search = None if secret else self._search_for(state)
        if search is None and self.otherwise is not None:
            return self.otherwise.search(state, seat, limits, among)
        if search is None:
            raise blind(game, secret)
        actions = state.actions(seat) if among is None else sorted(among)
        deadline = None if within.time is None else begun + within.time
        search.recall(*self.last, state)
        search.begin(state, actions, within.nodes or ENDLESS, deadline, within.nodes is not None)
        if self.stopped:
            search.stopped = True
        depth = 0
        while depth != within.depth and search.deepen(depth + 1):
            depth += 1
            if self._settled(search, depth):
                break
        if search.proved and search.score == 0:
            self._tempt(search, state, actions, within.nodes, deadline)
        result = self._thought(search, depth)
        self.last = state.copy(), result.action
        return result

    def _tempt(
        self,
        search: Search,
        state: State,
        actions: Sequence[int],
        nodes: int | None,
        deadline: float | None,
    ) -> None:
        """All that is certain is a draw: what is left of the time goes into traps."""
        if self.traps is not None:
            most = nodes - search.nodes if nodes else ENDLESS
            action = self.traps.best(state, actions, most, deadline)
            if action >= 0:
                search.prefer(action)

    def _search_for(self, state: State) -> Search | None:
        """The search for a game, with all that it remembers of it; None if the game has no opinion
        on its positions, or not yet."""
        if self.alphabeta is None or self.game != state.game:
            self.alphabeta, self.game, self.last = None, state.game, (None, 0)
            knowledge = opinion_on(state)
            if knowledge is not None:
                # A larger table than a search can fill costs time: its memory is never at hand.
                nodes = self.limits.nodes or int(FASTEST * (self.limits.seconds or 1.0))
                memory = min(self.memory, 64 * nodes)
                self.alphabeta = Search(state, knowledge, Transpositions(memory), self.time)
                self.traps = Traps(state, knowledge, self.time)
                self.traps.stopped = self.stopped
        return self.alphabeta

    def _settled(self, search: Search, depth: int) -> bool:
        """Could a deeper look find anything new? A win may still be found to be nearer."""
        if search.proved:
            return abs(search.score) < PROOF or WIN - abs(search.score) <= depth
        return depth + 1 == DEEPEST

    def _thought(self, search: Search, depth: int) -> SearchResult:
        found = search.found()
        return SearchResult(
            found[0][0],
            value_of(search.score),
            search.nodes,
            {action: nodes for action, nodes, _ in found},
            {action: value_of(score) for action, _, score in found if score is not None},
            tuple(search.expected()),
            WIN - abs(search.score) if abs(search.score) > PROOF else None,
            depth,
        )


def read_alphabeta(limits: Limits, options: Sequence[str], seed: int | None) -> AlphaBetaPlayer:
    """`memory=256`, in MiB; `otherwise=uct`, with the same limits."""
    memory, otherwise = 64, None
    for option in options:
        name, _, given = option.partition("=")
        if name == "memory" and re.fullmatch("[1-9][0-9]{0,4}", given) and int(given) <= 16_384:
            memory = int(given)
        elif name == "otherwise" and given != "alphabeta":
            limit = f":{limits.nodes}" if limits.nodes else ""
            otherwise = read_player(f"{given}{limit}", seed, limits.seconds)
        else:
            raise BadSettings("player.option", given=shorten(option))
    if otherwise is not None and not isinstance(otherwise, Searcher):
        raise BadSettings("player.option", given=shorten(otherwise.name))
    return AlphaBetaPlayer(
        nodes=limits.nodes, seconds=limits.seconds, memory=memory << 20, otherwise=otherwise
    )


def value_of(score: int) -> float:
    """A score as a number from -1 (lost) to 1 (won)."""
    return max(-1.0, min(1.0, score / BAND))


def opinion_on(state: State) -> Knowledge | None:
    """What a game knows, if that says anything about this position."""
    knowledge = state.game.knowledge()
    return knowledge if knowledge and knowledge.evaluation(state) is not None else None


def blind(game: AnyGame, secret: bool) -> BadSettings:
    """Why there is nothing to search."""
    return BadSettings("player.hidden" if secret else "player.knowledge", game=game.title)


def hidden(state: State, seat: int) -> bool:
    """May anything be kept from this seat now?"""
    if len(state.acting()) > 1:
        return True
    return state.game.hides and state.game.guess(state, seat, Random(0)) is not state
