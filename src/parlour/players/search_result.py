"""The limits and the result of a search."""

from __future__ import annotations

from typing import TypeVar

import msgspec

N = TypeVar("N", int, float)


class Limits(msgspec.Struct, frozen=True):
    """The limits of a search, which ends at the first it reaches; None is no limit."""

    nodes: int | None = None
    seconds: float | None = None
    left: float | None = None  # seconds on the clock
    gain: float = 0.0  # the increment of the clock, in seconds
    depth: int | None = None  # in actions, for iterative deepening

    @property
    def time(self) -> float | None:
        """The seconds for this decision: a part of the clock, since more decisions follow."""
        if self.left is None:
            return self.seconds
        share = min(self.left / 25 + 0.8 * self.gain, 0.5 * self.left)
        return share if self.seconds is None else min(self.seconds, share)

    def within(self, other: Limits) -> Limits:
        """The tighter of each two limits."""
        return Limits(
            _least(self.nodes, other.nodes),
            _least(self.time, other.time),
            depth=_least(self.depth, other.depth),
        )

    def without_depth(self) -> Limits:
        """For a search without a depth; one second if there is no other limit."""
        only_depth = self.depth is not None and self.nodes is None and self.time is None
        return Limits(self.nodes, 1.0 if only_depth else self.time)


def _least(one: N | None, other: N | None) -> N | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


class SearchResult(msgspec.Struct, frozen=True):
    """What a search found, with values for the seat that has to act."""

    action: int
    value: float  # from -1 (lost) to 1 (won)
    nodes: int  # positions searched, or simulations run
    visits: dict[int, int]  # nodes or simulations of each root action
    values: dict[int, float] = {}  # of root actions, as far as known
    line: tuple[int, ...] = ()  # the principal variation, which begins with the action
    end: int | None = None  # if `value` is proved: the most actions until the match ends
    depth: int | None = None  # completed by iterative deepening
