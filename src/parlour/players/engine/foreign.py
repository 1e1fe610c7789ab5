"""`ugi:./bot --flag` and `py:bot.py`: programs of others, as players are written."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from parlour.players.engine import english as english  # its sentences are said here
from parlour.players.engine.program import Bounds
from parlour.players.engine.ugi_player import UgiPlayer
from parlour.table.errors import BadSettings
from parlour.table.registry import AnyGame
from parlour.table.sentences import shorten

RUN_BOT = """\
import json, sys
sys.path[:] = json.loads(sys.argv.pop(1))
from parlour.players.engine.python_bot import main
main()"""
"""The environment is empty, so the places of modules are told otherwise."""


def read_foreign(
    text: str,
    seed: int | None = None,
    within: float | None = None,
    bounds: Bounds | None = None,
    logs: Path | None = None,
) -> UgiPlayer:
    """The player of a text; a sentence where there can be no such program."""
    if sys.platform != "linux":
        raise BadSettings("engine.linux")
    kind, _, rest = text.strip().partition(":")
    command = _command_of(rest) if kind.lower() == "ugi" else None
    bot = _bot_of(rest) if command is None else []

    def started_for(game: AnyGame) -> Sequence[str]:
        if command is not None:
            return command
        return [sys.executable, "-c", RUN_BOT, json.dumps(sys.path), *bot, game.slug]

    return UgiPlayer(text.strip(), started_for, seed=seed, within=within, bounds=bounds, logs=logs)


def _command_of(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError:  # a quotation without its end
        words = []
    if not words or "\0" in text:
        raise BadSettings("engine.command", given=shorten(text))
    found = shutil.which(words[0])
    if found is None:
        raise BadSettings("engine.no_program", given=shorten(words[0]))
    return [str(Path(found).absolute()), *words[1:]]


def _bot_of(text: str) -> list[str]:
    """The file and the name of the class, which may be empty."""
    file, _, name = text.strip().rpartition(":")
    if not file:
        file, name = name, ""
    try:
        there = Path(file).is_file()
    except ValueError:  # no file can have such a name
        there = False
    if not text.strip() or (name and not name.isidentifier()):
        raise BadSettings("engine.bot_file", given=shorten(text))
    if not there:
        raise BadSettings("engine.no_file", given=shorten(file))
    return [str(Path(file).absolute()), name]
