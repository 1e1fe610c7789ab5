"""A Python class with `choose(state, clock)` as an engine: `py:bot.py` runs it in its own process.

The clock holds the limits: `clock.left` and `clock.gain` (seconds on the clock and the increment),
`clock.seconds` for this move, `clock.nodes`; None means no limit. The bot's output goes to its log.
An exception ends the process, with the traceback in the log.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from inspect import getmembers, isclass
from pathlib import Path
from typing import Any

from parlour.players.engine.engine import Engine
from parlour.players.player import Player
from parlour.players.search_result import Limits
from parlour.table.errors import BadSettings, ParlourError
from parlour.table.registry import AnyGame
from parlour.table.sentences import listing, shorten
from parlour.table.settings import Setting
from parlour.table.state import State


class PythonBot:
    """The bot as a player, and as the source of the engine's only player."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.name = getattr(make, "__name__", "bot")
        self._make = make

    def options(self, game: AnyGame) -> tuple[Setting, ...]:
        """It has none."""
        return ()

    def set(self, name: str, value: str, game: AnyGame) -> None:
        """It has no options."""

    def check(self, game: AnyGame) -> None:
        """Any game is accepted."""

    def player(self) -> Player:
        """One bot for each match."""
        self._bot = _or_end(self._make)
        return self

    def choose(self, state: State, seat: int, limits: Limits | None = None) -> int:
        chosen = _or_end(lambda: self._bot.choose(state, limits))
        if isinstance(chosen, str):
            try:
                return state.game.read(state, chosen, seat)
            except ParlourError:
                return _or_end(lambda: _refuse(chosen))
        return chosen if chosen in state.actions(seat) else _or_end(lambda: _refuse(chosen))

    def stop(self) -> None:
        """A slow bot's process is ended from outside."""


def _refuse(chosen: object) -> int:
    raise ValueError(f"{shorten(chosen)} is not a legal action")


def _or_end(call: Callable[[], Any]) -> Any:
    """Call the bot; on any failure print the traceback and end the process."""
    try:
        return call()
    except BaseException:  # noqa: BLE001 - any failure, SystemExit too
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)


def load(file: str, name: str) -> Callable[[], Any]:
    """The class of the bot: the named one, or the only one in the file."""
    sys.path.insert(0, str(Path(file).parent))
    spec = spec_from_file_location("parlour_bot", file)
    if spec is None or spec.loader is None:
        raise BadSettings("engine.bot_file", given=shorten(file))
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    loader = spec.loader
    _or_end(lambda: loader.exec_module(module))
    bots = {
        name: bot
        for name, bot in getmembers(module, isclass)
        if bot.__module__ == spec.name and callable(getattr(bot, "choose", None))
    }
    given, names = shorten(Path(file).name), shorten(listing(bots), 200)
    if not bots:
        raise BadSettings("engine.bot_class", given=given)
    if name and name not in bots:
        raise BadSettings("engine.bot_lost", given=given, name=shorten(name), names=names)
    if not name and len(bots) > 1:
        raise BadSettings("engine.bot_several", given=given, names=names, first=next(iter(bots)))
    return bots[name or next(iter(bots))]


def main() -> None:
    file, name, slug = sys.argv[1:4]
    out = sys.stdout
    sys.stdout = sys.stderr  # the bot's prints must not mix with UGI

    def say(line: str) -> None:
        out.write(f"{line}\n")
        out.flush()

    try:
        engine = Engine(slug, {}, PythonBot(load(file, name)), say)
    except ParlourError as error:
        sys.exit(str(error))
    with suppress(BrokenPipeError, KeyboardInterrupt):
        engine.serve(sys.stdin.buffer)
    sys.stderr.flush()
    os._exit(0)  # the bot may still be computing
