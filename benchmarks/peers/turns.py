"""Comparisons in which two sides take turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import NamedTuple

Rate = Callable[[float], float]
"""What gets done in a second, measured for about so many seconds."""


class Comparison(NamedTuple):
    """Two rates of the same thing."""

    what: str
    ours: Rate
    theirs: Rate


def measure(
    comparisons: Sequence[Comparison], seconds: float, rounds: int
) -> Iterator[dict[str, object]]:
    """Every comparison once a round, so that a disturbance hits one round of each and not all
    rounds of one; then a row for each. The ratio is the median of the rounds' own ratios."""
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
