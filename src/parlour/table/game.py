"""A game: its rules with their settings, and the interface for front ends, players and servers.

`Game` combines five parts, each in a file of `game_parts` whose docstring lists the methods that a
game must implement, those that it may implement, and those that are derived:

    rules         settings, start, position lines, results, withdrawal, hidden information
    notation      actions as texts and as paths of sites
    presentation  the board, pieces, views, prompts and reports
    learning      arrays and symmetries
    advice        knowledge, levels and dangerous actions

Derived from several parts is `preview`: what an action would do.

A small game is one class that derives from `Game`. A large one may implement its parts in separate
files (`class ChessicleNotation(Notation[...])`) and combine them in a class with `Game` as its last
base.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from parlour.table.game_parts.advice import Advice
from parlour.table.game_parts.learning import Learning
from parlour.table.game_parts.rules import AnySettings, AnyState
from parlour.table.preview import Preview, preview_path


class Game(Learning[AnyState, AnySettings], Advice[AnyState, AnySettings]):
    """A set of rules with its settings. Two games with equal settings are equal."""

    @final
    def preview(
        self,
        state: AnyState,
        seat: int,
        path: Sequence[str],
        *,
        names: Sequence[str] | None = None,
    ) -> Preview | None:
        """What these touched sites would do, as far as the seat may know; `table/preview.py`."""
        return preview_path(self, state, seat, path, self.seats if names is None else names)
