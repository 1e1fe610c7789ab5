"""A UGI engine: it answers line by line while a search runs in its own thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Event, Lock, Thread
from time import perf_counter
from typing import BinaryIO, Protocol

import msgspec

from parlour import __version__
from parlour.players.engine import protocol
from parlour.players.engine.protocol import Go
from parlour.players.player import Player, Searcher
from parlour.players.search_result import Limits, SearchResult
from parlour.table import registry
from parlour.table.errors import BadSettings, BadText, IllegalAction, ParlourError
from parlour.table.registry import AnyGame
from parlour.table.sentences import shorten
from parlour.table.settings import Setting
from parlour.table.state import CHANCE, State

FIRST_INFO = 1.0
"""Seconds until the first `info` of an infinite search."""


class PlayerSource(Protocol):
    """Makes the players of an engine."""

    @property
    def name(self) -> str: ...

    def options(self, game: AnyGame) -> tuple[Setting, ...]:
        """The player's options in this game."""
        ...

    def set(self, name: str, value: str, game: AnyGame) -> None:
        """Set an option; raises BadSettings if the value is not possible in this game."""
        ...

    def check(self, game: AnyGame) -> None:
        """Raises BadSettings if the player cannot play this game."""
        ...

    def player(self) -> Player:
        """A new player, with no limits but those in its name."""
        ...


class Engine:
    """One game, one position, at most one search at a time."""

    def __init__(
        self,
        slug: str,
        settings: Mapping[str, object],
        players: PlayerSource,
        say: Callable[[str], None],
    ) -> None:
        self.slug = slug
        self.settings = dict(settings)
        self.players = players
        self.game: AnyGame = registry.game(slug, **self.settings)
        players.check(self.game)
        self.state: State | None = self.game.start()  # None: the last `position` was refused
        self.player: Player | None = None
        self.searching = False
        self.stopped = Event()
        self._thread: Thread | None = None
        self._say, self._speaking = say, Lock()

    def serve(self, source: BinaryIO) -> None:
        """Answer until `quit` or the end of the input."""
        going = True
        try:
            while going:
                try:
                    line = protocol.read_line(source)
                    going = line is not None and self.answer(line)
                except ParlourError as error:
                    self._complain(error)
        finally:
            self._stop()
            self.wait(1.0)

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the search has ended."""
        if self._thread is not None:
            self._thread.join(seconds)

    def say(self, line: str) -> None:
        """Write one line; lines of two threads never mix."""
        with self._speaking:
            self._say(line)

    def answer(self, line: str) -> bool:
        """Execute a line; False for `quit`. Unknown commands are ignored."""
        word, *words = line.split() or [""]
        match word:
            case "quit":
                return False
            case "stop":
                self._stop()
            case "ugi":
                self._introduce()
            case "isready":
                self.say("readyok")
            case "query":
                self._respond(words)
            case "go":
                self._end_search()
                self._go(words)
            case "position" | "setoption" | "uginewgame":
                self._end_search()
                self._prepare(word, words, line)
            case _:
                pass
        return True

    # ---- between searches ---------------------------------------------------------------------

    def _introduce(self) -> None:
        self.say(f"id name Parlour {__version__} {self.game.title} ({self.players.name})")
        self.say("id author The Parlour authors")
        for setting in (*self.players.options(self.game), *self.game.describe()):
            self.say(protocol.option_line(setting))
        self.say("ugiok")

    def _prepare(self, word: str, words: list[str], line: str) -> None:
        if word == "position":
            self.state = None
            self.state = protocol.read_position(self.game, words)
            return
        if word == "setoption":
            self._set(*protocol.read_option(line))
        self.player = None

    def _set(self, name: str, value: str) -> None:
        """Set an option of the player, or a setting of the game, which then restarts."""
        if name in (option.name for option in self.players.options(self.game)):
            self.players.set(name, value, self.game)
            return
        if name not in (setting.name for setting in self.game.describe()):
            raise BadText("engine.option", name=shorten(name))
        game = registry.game(self.slug, **(self.settings | {name: value}))
        self.players.check(game)
        self.game = game
        self.settings[name] = value
        self.state = self.game.start()

    def _respond(self, words: list[str]) -> None:
        state, asked = self._position(), words[0] if words else ""
        if asked == "gameover":
            answer = str(state.over).lower()
        elif asked == "result":
            answer = protocol.result(state)
        elif asked.endswith("turn") and asked[:1] == "p" and asked[1:-4].isdecimal():
            answer = str(int(asked[1:-4][:9]) - 1 in state.acting()).lower()
        else:
            raise BadText("engine.query")
        self.say(f"response {answer}")

    def _position(self) -> State:
        if self.state is None:
            raise IllegalAction("engine.no_position")
        return self.state

    def _complain(self, error: ParlourError) -> None:
        self.say(f"info string {error}")

    # ---- searching ----------------------------------------------------------------------------

    def _go(self, words: list[str]) -> None:
        """Start a search. Every `go` is answered by exactly one `bestmove`."""
        try:
            state = self._position()
            if state.over:
                raise IllegalAction("table.over")
            if state.seat == CHANCE:
                raise IllegalAction("engine.chance")
            go = protocol.read_go(words, state)
            self.player = self.player or self.players.player()
        except ParlourError as error:
            self._complain(error)
            self.say(f"bestmove {protocol.NONE}")
            return
        position = state.copy()
        position.seat = go.seat
        self.searching = True
        self.stopped.clear()
        self._thread = Thread(target=self._search, args=(self.player, position, go), daemon=True)
        self._thread.start()

    def _search(self, player: Player, state: State, go: Go) -> None:
        best = protocol.NONE
        with suppress(OSError):  # the other end has closed the pipe
            try:
                best = state.game.token(state, self._found(player, state, go))
            except ParlourError as error:
                self._complain(error)
            if go.infinite:
                self.stopped.wait()
            self.searching = False  # before the answer, since another `go` may follow it at once
            self.say(f"bestmove {best}")

    def _found(self, player: Player, state: State, go: Go) -> int:
        """Search, write `info`, and return the action; complain about what the player cannot do."""
        if not isinstance(player, Searcher):
            if go.among is not None:
                self._complain(BadSettings("engine.all_moves"))
            return player.choose(state, go.seat, go.limits)
        begun = perf_counter()
        if go.infinite:
            result = self._search_until_stopped(player, state, go, begun)
        else:
            result = player.search(state, go.seat, go.limits, go.among)
        if go.limits.depth is not None and result.depth is None:
            self._complain(BadSettings("engine.no_depth"))
        self.say(protocol.info_line(state, result, perf_counter() - begun))
        return result.action

    def _search_until_stopped(
        self, player: Searcher, state: State, go: Go, begun: float
    ) -> SearchResult:
        """Search until `stop` or until nothing is left to search, with an `info` now and then. Each
        iteration takes as long as all before it, because some players restart their search."""
        best, seconds, nodes = None, FIRST_INFO, 0
        while True:
            since = perf_counter()
            limits = go.limits.within(Limits(seconds=seconds))
            result = player.search(state, go.seat, limits, go.among)
            nodes += result.nodes
            if best is None or _weight(result) >= _weight(best):
                best = result
            best = msgspec.structs.replace(best, nodes=nodes)
            if self.stopped.is_set() or perf_counter() - since < seconds:
                return best
            self.say(protocol.info_line(state, best, perf_counter() - begun))
            seconds = perf_counter() - begun

    def _end_search(self) -> None:
        """Stop a running search and wait for its `bestmove`."""
        self._stop()
        self.wait()

    def _stop(self) -> None:
        """Stop the search, if there is one. A stopped player cannot be used again."""
        self.stopped.set()
        if self.searching and self.player is not None:
            self.player.stop()
            self.player = None


def _weight(result: SearchResult) -> tuple[int, int]:
    """How much search is behind a result; an interrupted one has less."""
    return result.depth or 0, sum(result.visits.values())
