"""Advice about playing well: the computer's players and levels, knowledge, dangerous actions.

A game may implement `max_payoff`, `best_player`, `net_player`, `levels`, `knowledge`,
`shipped_knowledge`, `net_knowledge`, `book`, `risky` and `danger`. Derived: `dangers`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, final

from parlour.table.advice.danger import danger_of
from parlour.table.advice.knowledge import Knowledge
from parlour.table.advice.level import LADDER, Level
from parlour.table.game_parts.rules import AnySettings, AnyState, GameRules
from parlour.table.sentences import Sentence


class Advice(GameRules[AnyState, AnySettings]):
    """Knowledge for searches, levels for opponents, and warnings for people."""

    max_payoff: ClassVar[float] = 1.0  # the most that a seat can get
    best_player: ClassVar[str] = "mcts"  # the specification of the strongest search
    net_player: ClassVar[str] = ""  # the same, where the net beside the rules can be used
    levels: ClassVar[tuple[Level, ...]] = LADDER  # the computer's, from the weakest

    def knowledge(self) -> Knowledge | None:
        """A new evaluator for one search; None if the game has none."""
        return None

    def shipped_knowledge(self) -> Knowledge | None:
        """As `knowledge`, without files that a user has added, such as larger tables: players that
        use it play the same on every machine."""
        return self.knowledge()

    def net_knowledge(self, path: Path | None = None) -> Knowledge | None:
        """The same with the evaluation of a net: the one that the game brings, or of a file; None
        if the game has none for these settings. A file that is no such net is a ParlourError."""
        return None

    def book(self, state: AnyState, seat: int) -> Sequence[int]:
        """The actions that are known to be best for a seat, from what it may see; `()` if none
        are. The best player chooses among them."""
        return ()

    def risky(self, state: AnyState, seat: int) -> Sequence[int]:
        """The actions of a seat that `dangers` tests: a superset of the dangerous ones. Each test
        plays the action on a copy, so a game without dangerous actions should return `()`."""
        return state.actions(seat)

    def danger(self, state: AnyState, action: int, seat: int) -> Sentence | None:
        """Why a person should think twice about a legal action. By default: it loses or ends the
        match at once. The sentence must not reveal what is hidden from the seat."""
        return danger_of(self, state, action, seat)

    @final
    def dangers(self, state: AnyState, seat: int) -> dict[int, Sentence]:
        """The dangerous actions of a seat, and why; empty if all actions are dangerous."""
        found: dict[int, Sentence] = {}
        for action in self.risky(state, seat):
            if (reason := self.danger(state, action, seat)) is not None:
                found[action] = reason
        return {} if found and len(found) == len(state.actions(seat)) else found
