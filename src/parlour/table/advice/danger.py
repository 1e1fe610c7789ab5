"""Does an action lose at once? The rules are asked, by trying it on a copy."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Literal

from parlour.table.sentences import Sentence
from parlour.table.state import CHANCE, State

if TYPE_CHECKING:
    from parlour.table.game import Game

End = Literal["", "out", "lost", "drawn"]


def danger_of(game: Game[Any, Any], state: State, action: int, seat: int) -> Sentence | None:
    """What an action of a seat certainly leads to at once, if that is bad.

    Where something is hidden from the seat, the action is tried on a guess: what depends on the
    truth must not be told. Chance may still have to decide, then all that it can bring counts.
    """
    trial = game.guess(state, seat, Random(0)) if game.hides else state
    after = trial.after(action, seat)
    if after.seat == CHANCE:
        ends = {_end(game, trial, after.after(drawn), seat) for drawn, _ in after.odds()}
    else:
        ends = {_end(game, trial, after, seat)}
    return Sentence(f"table.danger_{ends.pop()}") if len(ends) == 1 and "" not in ends else None


def _end(game: Game[Any, Any], before: State, after: State, seat: int) -> End:
    """How a match has ended for a seat between two positions; nothing if it plays on or wins."""
    if not after.over:
        return "out" if game.alive(before, seat) and not game.alive(after, seat) else ""
    ranks = game.ranks(after)
    if ranks[seat] > min(ranks):
        return "lost"
    return "drawn" if ranks.count(ranks[seat]) > 1 else ""
