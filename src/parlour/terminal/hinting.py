"""What the computer would do in somebody's place."""

from __future__ import annotations

from parlour.players.uct_player import UctPlayer
from parlour.table.sentences import Sentence
from parlour.table.state import State

SECONDS = 0.5


def hint(state: State, seat: int) -> Sentence:
    """The choice of a search, and how it sees the chances of this seat."""
    thought = UctPlayer(seconds=SECONDS).think(state, seat)
    text = state.game.write(state, thought.action)
    return Sentence("terminal.hint", text=text, chances=round(50 + 50 * thought.value))
