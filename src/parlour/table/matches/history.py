"""The positions of a match, so that a take-back replays a few actions instead of the whole match.

Keeping every position would take too much memory with thousands of live matches. Each sixteenth
position is a checkpoint; those between are replayed from the checkpoint before them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from parlour.table.matches.events import Event, Transition, next_state
from parlour.table.state import State

EVERY = 16
"""Events between two checkpoints."""


class History:
    """The events of a match with their actions. Positions are shared with the match, read-only."""

    def __init__(self, first: Callable[[], State]) -> None:
        """`first` makes the first position when it is needed: most matches never go back to it."""
        self._first = first
        self._checkpoints: list[State] = []
        self._steps: list[tuple[Event, int | None]] = []

    def __len__(self) -> int:
        return len(self._steps)

    def append(self, event: Event, action: int | None, after: State) -> None:
        """Add an event, the number of its action if it is one, and the position after it."""
        self._steps.append((event, action))
        if len(self._steps) % EVERY == 0:
            self._checkpoints.append(after)

    def actions(self) -> list[int | None]:
        """The action of each event; None for one that is no action."""
        return [action for _, action in self._steps]

    def position_after(self, count: int) -> State:
        """The position after the first `count` events."""
        checkpoint = count // EVERY
        state = self._checkpoints[checkpoint - 1] if checkpoint else self._first()
        for event, action in self._steps[checkpoint * EVERY : count]:
            state = next_state(state, event.kind, event.seat, action)
        return state

    def transitions(self, start: int, end: int) -> Iterator[Transition]:
        """The events from `start` up to `end`, with the positions before and after each."""
        state = self.position_after(start)
        for event, action in self._steps[start:end]:
            before, state = state, next_state(state, event.kind, event.seat, action)
            yield Transition(before, event, action, state)

    def truncate(self, count: int) -> None:
        """Forget everything after the first `count` events."""
        del self._steps[count:]
        del self._checkpoints[count // EVERY :]
