"""What the computer would do in somebody's place."""

from __future__ import annotations

from parlour.players.analysis import certainty, chances
from parlour.players.player import read_thinker
from parlour.table.sentences import Sentence
from parlour.table.state import State

PLAYER = "best:0.5s"


def hint(state: State, seat: int) -> Sentence:
    """The choice of a search, and how it sees the chances of this seat."""
    thought = read_thinker(PLAYER).think(state, seat)
    if proved := certainty(state, thought):
        return proved
    text = state.game.write(state, thought.action)
    return Sentence("terminal.hint", text=text, chances=chances(thought.value))
