"""Scripts as files: read in blocks, with a progress bar on a terminal; the final state as JSON."""

from __future__ import annotations

import json
import os
import stat
from contextlib import suppress
from random import SystemRandom
from typing import IO

import click

from parlour.command_line.progress import ProgressLine, text_bar
from parlour.games.knights.game import Knights, KnightsSettings
from parlour.games.knights.presentation import ITEM_NAMES, STATUSES
from parlour.games.knights.rules import NOTHING, WATER, Rules
from parlour.games.knights.script_runner import ScriptRunner
from parlour.table.errors import BadText
from parlour.table.sentences import Sentence, shorten
from parlour.table.settings import read_settings
from parlour.table.texts.files import unreadable, unwritable, write_atomically

BLOCK = 1 << 18
ITEM_KEYS = ("magic_staff", "helmet", "dagger", "axe")  # the order of the page


def play_script(moves: str, output: str, item_choice: str, seed: int | None) -> None:
    """Play a script from a file (`-`: standard input) and write what it leads to."""
    chance = item_choice == "random"
    drawn = seed is None
    seed = SystemRandom().getrandbits(32) if seed is None else seed
    game = Knights(read_settings(KnightsSettings, {"item_choice": item_choice}))
    script = ScriptRunner(game.start(), seed)
    try:
        with click.open_file(moves, "rb") as stream:
            if drawn and chance:
                click.echo(str(Sentence("knights.script_seed", seed=seed)), err=True)
            feed(script, stream)
    except (OSError, ValueError) as error:
        raise BadText(unreadable(moves, error)) from None
    script.finish()
    write(output, final_state(script.rules).encode())
    if output != "-":
        done = Sentence("knights.script_done", lines=script.lines, path=shorten(output, 200))
        click.echo(str(done), err=True)


def feed(script: ScriptRunner, stream: IO[bytes]) -> None:
    size, done, line = size_of(stream), 0, ProgressLine()
    try:
        while block := stream.read(BLOCK):
            script.feed(block)
            done += len(block)
            line.show(progress(done, size, script.lines))
    finally:
        line.clear()


def size_of(stream: IO[bytes]) -> int:
    """The bytes of a file, 0 where nobody can know."""
    with suppress(OSError):
        facts = os.fstat(stream.fileno())
        return facts.st_size if stat.S_ISREG(facts.st_mode) else 0
    return 0


def progress(done: int, size: int, lines: int) -> str:
    """How much of a script has been played: `[########............]  41%  12,345,678 lines`"""
    bar = f"{text_bar(done, size)}  " if size else ""
    return f"{bar}{lines:,} lines"


def final_state(rules: Rules) -> str:
    """The JSON of §6, a line for each knight and each item."""
    entries: dict[str, list[object]] = {}
    for knight, name in enumerate(rules.game.seats):
        held = ITEM_NAMES[rules.hand[knight]] if rules.hand[knight] < NOTHING else None
        place, status = position(rules.place[knight]), STATUSES[rules.status[knight]]
        entries[name.lower()] = [place, status, held, *rules.strength(knight)]
    for key in ITEM_KEYS:
        item = ITEM_NAMES.index(key)
        held = item in rules.hand
        tile = rules.place[list(rules.hand).index(item)] if held else rules.spot[item]
        entries[key] = [position(tile), held]
    lines = (f"  {json.dumps(key)}: {json.dumps(entry)}" for key, entry in entries.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def position(tile: int) -> list[int] | None:
    return None if tile == WATER else [tile // 8, tile % 8]


def write(output: str, data: bytes) -> None:
    """Write to a file, at once or not at all, or to standard output if it is `-`."""
    if output == "-":
        click.echo(data, nl=False)
        return
    try:
        write_atomically(output, data)
    except OSError as error:
        raise BadText(unwritable(output, error)) from None
