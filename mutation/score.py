"""The mutation score and its confidence interval."""

from __future__ import annotations

from math import sqrt

Z = 1.96  # 95 %


def interval(killed: int, tried: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a proportion, valid for small samples and near 0 and 1 too."""
    if tried == 0:
        return 0.0, 1.0
    share = killed / tried
    middle = (share + Z * Z / (2 * tried)) / (1 + Z * Z / tried)
    half = Z / (1 + Z * Z / tried) * sqrt(share * (1 - share) / tried + (Z / (2 * tried)) ** 2)
    return max(0.0, middle - half), min(1.0, middle + half)


def sentence(name: str, killed: int, tried: int, total: int) -> str:
    """The report line of an area."""
    low, high = interval(killed, tried)
    share = killed / tried if tried else 0.0
    return (
        f"{name}: {killed} of {tried} killed, {share:.1%} "
        f"(95 % interval {low:.1%} to {high:.1%}); {total} mutants in all."
    )
