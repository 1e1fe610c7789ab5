"""A game: its rules with their settings, and the interface for front ends, players and servers.

`Game` combines five parts, each in a file of `game_parts` whose docstring lists the methods that a
game must implement, those that it may implement, and those that are derived:

    rules         settings, start, position lines, results, withdrawal, hidden information
    notation      actions as texts and as paths of sites
    presentation  the board, pieces, views, prompts and reports
    learning      arrays and symmetries
    advice        knowledge, levels and dangerous actions

A small game is one class that derives from `Game`. A large one may implement its parts in separate
files (`class ChessicleNotation(Notation[...])`) and combine them in a class with `Game` as its last
base.
"""

from __future__ import annotations

from parlour.table.game_parts.advice import Advice
from parlour.table.game_parts.learning import Learning
from parlour.table.game_parts.rules import AnySettings, AnyState


class Game(Learning[AnyState, AnySettings], Advice[AnyState, AnySettings]):
    """A set of rules with its settings. Two games with equal settings are equal."""
