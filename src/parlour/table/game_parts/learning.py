"""Observation tensors for learning, and the symmetries of a game.

A game may implement `features`, `planes` and `symmetries`; each has a default.
"""

from __future__ import annotations

from parlour.table.game_parts.presentation import Presentation
from parlour.table.game_parts.rules import AnySettings, AnyState
from parlour.table.learning.planes import planes_of_view
from parlour.table.learning.symmetry import Symmetry


class Learning(Presentation[AnyState, AnySettings]):
    """Arrays and symmetries. By default the planes are derived from the view."""

    def features(self, state: AnyState, seat: int) -> tuple[float, ...]:
        """Scalar features of the state that the pieces do not show."""
        return ()

    def planes(self, state: AnyState, seat: int) -> memoryview[float]:
        """The position as `seat` sees it: planes x rows x columns of 32-bit floats."""
        return planes_of_view(self, state, seat)

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the game, the identity first."""
        return (Symmetry.identity(self.action_count, len(self.seats)),)
