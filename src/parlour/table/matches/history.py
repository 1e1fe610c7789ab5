"""The positions that a match went through, so that going back costs a few actions, not the match.

Every position would take too much memory where thousands of matches are live. Kept are the actions
and each sixteenth position; those between are played again from the one before them.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.table.state import NOBODY, State

EVERY = 16
"""Steps between two positions that are kept."""


class History:
    """The steps of a match. The positions are shared with the match, and nobody changes them."""

    def __init__(self, first: Callable[[], State]) -> None:
        """`first` makes the first position, which is not kept: most matches never go back to it."""
        self._first = first
        self._checkpoints: list[State] = []
        self._steps: list[tuple[int, int | None]] = []

    def __len__(self) -> int:
        return len(self._steps)

    def append(self, seat: int, action: int | None, after: State) -> None:
        """A seat has chosen an action, or, without one, has left the match. An end that changes no
        position is a step of NOBODY."""
        self._steps.append((seat, action))
        if len(self._steps) % EVERY == 0:
            self._checkpoints.append(after)

    def actions(self) -> list[int | None]:
        """The action of each step; None for one that was no action."""
        return [action for _, action in self._steps]

    def position_after(self, count: int) -> State:
        """The position after the first `count` steps."""
        kept = count // EVERY
        state = self._checkpoints[kept - 1] if kept else self._first()
        for seat, action in self._steps[kept * EVERY : count]:
            if action is not None:
                state = state.after(action, seat)
            elif seat != NOBODY:
                state = state.game.after_withdrawal(state, seat) or state
        return state

    def truncate(self, count: int) -> None:
        """Forget everything after the first `count` steps."""
        del self._steps[count:]
        del self._checkpoints[count // EVERY :]
