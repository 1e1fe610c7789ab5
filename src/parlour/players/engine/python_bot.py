"""A class with `choose(state, clock)` as an engine: run by `py:bot.py`, in a process of its own.

The clock is what the bot may take: `clock.left` and `clock.gain`, seconds on its clock and those it
gets for each turn, `clock.seconds` for this move, `clock.nodes`; None is no limit. What the bot
prints goes to its log. An exception ends it, and its traceback is in the log.
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
    """The bot as a player, and as the bench that it sits on alone."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.name = getattr(make, "__name__", "bot")
        self._make = make

    def options(self, game: AnyGame) -> tuple[Setting, ...]:
        """It has none."""
        return ()

    def set(self, name: str, value: str, game: AnyGame) -> None:
        """It has no options."""

    def check(self, game: AnyGame) -> None:
        """It is given whatever is played."""

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
        """It is ended from outside if it takes too long."""


def _refuse(chosen: object) -> int:
    raise ValueError(f"{shorten(chosen)} is not a legal action")


def _or_end(call: Callable[[], Any]) -> Any:
    """What a call of the bot gives; where it fails, its traceback, and the end."""
    try:
        return call()
    except BaseException:  # noqa: BLE001 - it may fail in any way, also by leaving
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)


def load(file: str, name: str) -> Callable[[], Any]:
    """The class of a bot: the one that is named, or the only one in the file."""
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
    sys.stdout = sys.stderr  # whatever a bot prints is no answer

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
    os._exit(0)  # the bot may be deep in a thought
