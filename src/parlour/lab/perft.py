"""Perft: the number of sequences of legal actions, to compare implementations of the same rules.

Chance counts like any seat. If several seats may act at once the lowest goes first, so that
equivalent orders are counted once.
"""

from __future__ import annotations

from parlour.table.state import State


def perft(state: State, depth: int) -> int:
    """The number of sequences of exactly `depth` actions; those that end earlier do not count."""
    if depth <= 0:
        return 1
    actions = state.actions()
    if depth == 1:
        return len(actions)
    return sum(perft(played(state, action), depth - 1) for action in actions)


def divide(state: State, depth: int) -> dict[str, int]:
    """The same number per first action, by its text; the depth is at least 1."""
    write = state.game.write
    return {
        write(state, action): perft(played(state, action), depth - 1) for action in state.actions()
    }


def played(state: State, action: int) -> State:
    other = state.copy()
    other.apply(action)
    return other
