"""How long a player may think, and what it found when it did."""

from __future__ import annotations

from typing import TypeVar

import msgspec

N = TypeVar("N", int, float)


class Limits(msgspec.Struct, frozen=True):
    """What ends a search, whichever comes first; None is no limit."""

    nodes: int | None = None
    seconds: float | None = None
    left: float | None = None  # on its clock, in seconds
    gain: float = 0.0  # what the clock gives back for each turn, in seconds
    depth: int | None = None  # actions ahead, for a search that looks ever deeper

    @property
    def time(self) -> float | None:
        """The seconds for this one decision: a clock is spread over the decisions to come."""
        if self.left is None:
            return self.seconds
        share = min(self.left / 25 + 0.8 * self.gain, 0.5 * self.left)
        return share if self.seconds is None else min(self.seconds, share)

    def within(self, other: Limits) -> Limits:
        """Both: of each limit the tighter one."""
        return Limits(
            _least(self.nodes, other.nodes),
            _least(self.time, other.time),
            depth=_least(self.depth, other.depth),
        )

    def without_depth(self) -> Limits:
        """For a search that cannot count it: where nothing else would end that, a second does."""
        alone = self.depth is not None and self.nodes is None and self.time is None
        return Limits(self.nodes, 1.0 if alone else self.time)


def _least(one: N | None, other: N | None) -> N | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


class SearchResult(msgspec.Struct, frozen=True):
    """What a search found, from the view of the seat that asked."""

    action: int
    value: float  # from -1 (lost) to 1 (won)
    nodes: int  # how many positions, or simulations, were looked at
    visits: dict[int, int]  # how often each action was looked at
    values: dict[int, float] = {}  # what each of them is worth, where that was found out
    line: tuple[int, ...] = ()  # what is expected to be played, this action first
    end: int | None = None  # proved: the match ends as `value` says within so many actions
    depth: int | None = None  # how many actions ahead all was looked at, where that is counted
