"""A game: its rules with their settings, and all that front ends, players and servers ask of it.

`Game` combines five parts, each in a file of `game_parts` that says at its top what a game must
write, what it may write, and what it is given:

    rules         settings, start, position lines, results, withdrawal, hidden information
    notation      actions as texts and as paths of sites
    presentation  the board, pieces, views, prompts and reports
    learning      arrays and symmetries
    advice        knowledge, levels and dangerous actions

A small game is one class that derives from `Game`. A large one may write its parts in files of
their own (`class ChessicleNotation(Notation[...])`) and combine them with `Game` at last.
"""

from __future__ import annotations

from parlour.table.game_parts.advice import Advice
from parlour.table.game_parts.learning import Learning
from parlour.table.game_parts.rules import AnySettings, AnyState


class Game(Learning[AnyState, AnySettings], Advice[AnyState, AnySettings]):
    """A set of rules with its settings. Two games with equal settings are equal."""
