"""What computers are called where people read it: `level:2` is "Computer, level 2".

The name leads back to the player, so that a kept match can be resumed.
"""

from __future__ import annotations

import re

_KINDS = "random|wary|glance|best|uct|mcts|alphabeta"

_FORMS: tuple[tuple[str, str, str], ...] = (
    ("level:{}", "[0-9]+", "Computer, level {}"),
    ("elo:{}", "[0-9]+", "Computer, rating {}"),
    ("best:{}s", "[0-9.]+", "Computer, {} s per move"),
    ("{}", rf"(?:{_KINDS})\b.*", "Computer, {}"),
)
"""How players are written, what stands in the gap, and what they are called; the first fits."""


def name_of(player: str) -> str:
    """What the player is called that is written like this; programs of others have their own."""
    for written, gap, called in _FORMS:
        if found := _fits(player, written, gap):
            return called.format(found[1])
    return player


def player_of(name: str) -> str:
    """How the player is written who is called like this; any other name stays as it is."""
    for written, gap, called in _FORMS:
        if found := _fits(name, called, gap):
            return written.format(found[1])
    return name


def _fits(text: str, form: str, gap: str) -> re.Match[str] | None:
    before, after = map(re.escape, form.split("{}"))
    return re.fullmatch(f"{before}({gap}){after}", text)
