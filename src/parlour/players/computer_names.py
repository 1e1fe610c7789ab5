"""The display names of computer players: `level:2` is "Computer, level 2".

A name can be converted back to its player, so that a saved match can be resumed.
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
"""Player texts, a pattern for their variable part, and display names; the first match counts."""


def name_of(player: str) -> str:
    """The display name of a player text; external programs keep their own."""
    for written, gap, called in _FORMS:
        if found := _fits(player, written, gap):
            return called.format(found[1])
    return player


def player_of(name: str) -> str:
    """The player text of a display name; any other name stays as it is."""
    for written, gap, called in _FORMS:
        if found := _fits(name, called, gap):
            return written.format(found[1])
    return name


def _fits(text: str, form: str, gap: str) -> re.Match[str] | None:
    before, after = map(re.escape, form.split("{}"))
    return re.fullmatch(f"{before}({gap}){after}", text)
