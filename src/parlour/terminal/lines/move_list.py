"""The moves that a player can choose from, in lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from shutil import get_terminal_size

from parlour.table.sentences import Sentence
from parlour.terminal.lines.questions import WIDEST

MOST_SHOWN = 240


def move_list(count: int, moves: Iterable[str]) -> Iterator[str]:
    """How many moves there are, then the first of them."""
    yield str(Sentence("terminal.moves", count=count))
    more = ["..."] if count > MOST_SHOWN else []
    yield from in_lines([*islice(moves, MOST_SHOWN), *more])


def in_lines(words: Iterable[str]) -> Iterator[str]:
    """Words in lines, none of them broken."""
    line, width = "", min(WIDEST, get_terminal_size().columns) - 1
    for word in words:
        if line and len(line) + 2 + len(word) > width:
            yield line
            line = ""
        line = f"{line}  {word}" if line else f"  {word}"
    if line:
        yield line
