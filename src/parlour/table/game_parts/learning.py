"""Observation tensors and masks for learning, and the symmetries of a game.

A game may implement `encoding` (with the hook `encode` of its state), `features`, `symmetries`,
`turned`, `turned_action`, `net_input` and `curriculum`; each has a default. Derived: `encode`,
`mask`, `planes`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, final

from parlour.table.game_parts.presentation import Presentation
from parlour.table.game_parts.rules import AnySettings, AnyState
from parlour.table.learning import views
from parlour.table.learning.curriculum import Curriculum
from parlour.table.learning.encoder import Encoder
from parlour.table.learning.encoding import Encoding
from parlour.table.learning.net_input import NetInput
from parlour.table.learning.symmetry import Symmetry


class Learning(Presentation[AnyState, AnySettings]):
    """Positions as arrays. By default they are made from the view."""

    # ---- a game may implement -----------------------------------------------------------------

    @cached_property
    def encoding(self) -> Encoding:
        """What the numbers mean that `encode` writes."""
        return views.encoding(self)

    def features(self, state: AnyState, seat: int) -> Sequence[int]:
        """For the default encoding: numbers from 0 to 127 that the pieces do not show."""
        return ()

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the positions of the game, the identity first."""
        return (Symmetry.identity(self.action_count, len(self.seats)),)

    def turned(self, state: AnyState, symmetry: Symmetry) -> AnyState:
        """What a symmetry makes of a position; maybe one that no match leads to."""
        return state.copy()

    def turned_action(self, state: AnyState, symmetry: Symmetry, action: int) -> int:
        """What a legal action becomes."""
        return symmetry.actions[action]

    curriculum: ClassVar[Curriculum | None] = None  # how a net is trained, if one can be

    def net_input(self) -> NetInput | None:
        """How a net sees positions, with buffers of its own; None if no net can."""
        return None

    # ---- derived ------------------------------------------------------------------------------

    @cached_property
    def encoder(self) -> Encoder:
        return Encoder(self)

    @final
    def encode(self, state: AnyState, seat: int, out: object) -> None:
        """Write the position as a seat may know it into a buffer of `encoding.size` bytes or 32-bit
        floats."""
        self.encoder.encode(state, seat, out)

    @final
    def mask(self, state: AnyState, out: object, seat: int | None = None) -> None:
        """Write a 1 for each legal action of the seat to act (or of `seat`) and a 0 for all others
        into a buffer of `action_count` bytes, booleans or 32-bit floats."""
        self.encoder.mask(state, state.seat if seat is None else seat, out)

    @final
    def planes(self, state: AnyState, seat: int) -> memoryview[float]:
        """The encoding as 32-bit floats, planes x rows x columns; each feature fills a plane."""
        numbers = array("f", bytes(4 * self.encoding.size))
        self.encode(state, seat, numbers)
        planes, rows, columns = self.encoding.shape
        shown = planes * rows * columns
        constants = (array("f", [feature]) * (rows * columns) for feature in numbers[shown:])
        numbers[shown:] = sum(constants, array("f"))
        shape = (planes + len(self.encoding.features), rows, columns)
        return memoryview(numbers).cast("B").cast("f", shape)

    @final
    def encoded_view(self, state: AnyState, seat: int) -> list[int]:
        """The default encoding, for states that do not write one."""
        return views.encode(self, state, seat)
