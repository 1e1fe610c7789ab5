"""Comparisons whose two sides alternate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import NamedTuple

Rate = Callable[[float], float]
"""Measures for about this many seconds; returns the number of items per second."""


class Comparison(NamedTuple):
    """Two rates of the same work."""

    what: str
    ours: Rate
    theirs: Rate


def measure(
    comparisons: Sequence[Comparison], seconds: float, rounds: int
) -> Iterator[dict[str, object]]:
    """Run all comparisons in each round, so that a disturbance affects one round of several instead
    of all rounds of one; then yield a row for each. Its ratio is the median of the rounds."""
    found = [[(each.ours(seconds), each.theirs(seconds)) for each in comparisons]
             for _ in range(rounds)]  # fmt: skip
    for number, each in enumerate(comparisons):
        pairs = [taken[number] for taken in found]
        ours, theirs = (median(pair[side] for pair in pairs) for side in (0, 1))
        ratio = median(mine / other for mine, other in pairs)
        yield {
            "what": each.what,
            "ours": round(ours),
            "theirs": round(theirs),
            "ratio": float(f"{ratio:.3g}"),
        }
