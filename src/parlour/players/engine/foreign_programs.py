"""The player texts of external programs: `ugi:./bot --flag` and `py:bot.py`.

`py@5s:bot.py` has five seconds per move where there is no clock.
"""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from collections.abc import Sequence
from hashlib import file_digest, sha256
from pathlib import Path

from parlour.players.engine import english as english  # its sentences are said here
from parlour.players.engine.program import ProgramLimits
from parlour.players.engine.ugi_player import UgiPlayer
from parlour.players.player import read_limits
from parlour.table.errors import BadSettings
from parlour.table.registry import AnyGame
from parlour.table.sentences import shorten

RUN_BOT = """\
import json, sys
sys.path[:] = json.loads(sys.argv.pop(1))
from parlour.players.engine.python_bot import main
main()"""
"""The environment is empty, so `sys.path` is passed as an argument."""


def read_foreign(
    text: str,
    seed: int | None = None,
    within: float | None = None,
    bounds: ProgramLimits | None = None,
    logs: Path | None = None,
) -> UgiPlayer:
    """The player of a text; raises BadSettings if there is no such program."""
    if sys.platform != "linux":
        raise BadSettings("engine.linux")
    kind, limit, rest = _split(text)
    limits = read_limits(text, limit, within)
    command = _command_of(rest) if kind == "ugi" else None
    bot = _bot_of(rest) if command is None else []

    def started_for(game: AnyGame) -> Sequence[str]:
        if command is not None:
            return command
        return [sys.executable, "-c", RUN_BOT, json.dumps(sys.path), *bot, game.slug]

    return UgiPlayer(text.strip(), started_for, seed=seed, limits=limits, bounds=bounds, logs=logs)


def content_hash(text: str) -> str:
    """A hash of the files named in a player text, which changes when the program does. Files that
    these load are not included."""
    kind, _, rest = _split(text)
    words = _command_of(rest) if kind == "ugi" else _bot_of(rest)[:1]
    files = [Path(word) for word in words if _is_file(word)]
    return sha256("".join(_digest(file) for file in files).encode()).hexdigest()


def _split(text: str) -> tuple[str, str, str]:
    """The kind, the time per move or nothing, and the program: `py`, `5s` and `bot.py`."""
    head, _, rest = text.strip().partition(":")
    kind, _, limit = head.lower().partition("@")
    return kind, limit, rest


def _digest(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return file_digest(opened, "sha256").hexdigest()
    except OSError:  # executable but not readable
        return ""


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # not a possible file name
        return False


def _command_of(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError:  # an unclosed quotation
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
    if not text.strip() or (name and not name.isidentifier()):
        raise BadSettings("engine.bot_file", given=shorten(text))
    if not _is_file(file):
        raise BadSettings("engine.no_file", given=shorten(file))
    return [str(Path(file).absolute()), name]
