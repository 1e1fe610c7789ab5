"""Detection of actions that lose at once, by playing them on a copy of the state."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Literal

from parlour.table.sentences import Sentence
from parlour.table.state import CHANCE, State

if TYPE_CHECKING:
    from parlour.table.game_parts.rules import GameRules

End = Literal["", "out", "lost", "drawn"]


def danger_of(game: GameRules[Any, Any], state: State, action: int, seat: int) -> Sentence | None:
    """Why an action of a seat is bad, if it certainly ends the match for the seat at once.

    If something is hidden from the seat, the action is tried on a guess, so that the answer does
    not reveal it. If chance decides next, all its outcomes must end the same way.
    """
    trial = game.guess(state, seat, Random(0)) if game.hides else state
    after = trial.after(action, seat)
    if after.seat == CHANCE:
        ends = {_end(game, trial, after.after(drawn), seat) for drawn, _ in after.odds()}
    else:
        ends = {_end(game, trial, after, seat)}
    return Sentence(f"table.danger_{ends.pop()}") if len(ends) == 1 and "" not in ends else None


def _end(game: GameRules[Any, Any], before: State, after: State, seat: int) -> End:
    """How the match ended for a seat between two positions; "" if the seat plays on or won."""
    if not after.over:
        return "out" if game.alive(before, seat) and not game.alive(after, seat) else ""
    ranks = game.ranks(after)
    if ranks[seat] > min(ranks):
        return "lost"
    return "drawn" if ranks.count(ranks[seat]) > 1 else ""
