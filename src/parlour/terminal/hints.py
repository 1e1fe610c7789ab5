"""What the computer would do in somebody's place."""

from __future__ import annotations

from typing import NamedTuple

from parlour.players.analysis import chances
from parlour.players.player import read_searcher
from parlour.table.sentences import Sentence
from parlour.table.state import State

PLAYER = "best:0.5s"


class Hint(NamedTuple):
    """An action, the sites one touches for it, and a sentence that always names it."""

    action: int
    path: tuple[str, ...]
    sentence: Sentence


def hint(state: State, seat: int) -> Hint:
    """The choice of a search, and how it sees the chances of this seat."""
    result = read_searcher(PLAYER).search(state, seat)
    game, action = state.game, result.action
    text = game.write(state, action)
    if result.end is None:
        said = Sentence("terminal.hint", text=text, chances=chances(result.value))
    elif result.value > 0:
        said = Sentence("terminal.hint_win", text=text, count=result.end)
    elif result.value < 0:
        said = Sentence("terminal.hint_loss", text=text, count=result.end)
    else:
        said = Sentence("terminal.hint_draw", text=text, count=result.end)
    return Hint(action, game.path(state, action), said)
