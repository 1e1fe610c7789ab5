"""Hints: what the computer would play for a seat."""

from __future__ import annotations

from typing import NamedTuple

from parlour.players.analysis import chances
from parlour.players.player import read_searcher
from parlour.table.sentences import Sentence
from parlour.table.state import State

PLAYER = "best:0.5s"


class Hint(NamedTuple):
    """An action, its path, and a sentence that names it."""

    action: int
    path: tuple[str, ...]
    sentence: Sentence


def hint(state: State, seat: int) -> Hint:
    """The action that a search prefers, and its estimate of the winning chance of this seat."""
    result = read_searcher(PLAYER).search(state, seat)
    game, action = state.game, result.action
    text = game.write(state, action)
    if result.end is None:
        sentence = Sentence("terminal.hint", text=text, chances=chances(result.value))
    elif result.value > 0:
        sentence = Sentence("terminal.hint_win", text=text, count=result.end)
    elif result.value < 0:
        sentence = Sentence("terminal.hint_loss", text=text, count=result.end)
    else:
        sentence = Sentence("terminal.hint_draw", text=text, count=result.end)
    return Hint(action, game.path(state, action), sentence)
