"""Bradley-Terry: the strengths of players on Elo's scale, from all their results at once.

The chance of a player to score against another one is the logistic function of the difference of
their strengths; a draw is half a point. The strengths maximise the likelihood of all results, with
one imaginary draw of each player against an average one, so that a player that won everything has a
finite rating. Error bars are 95 % intervals from the curvature of the likelihood.

A match of more than two is as many results as there are pairs of players, each with the weight that
every player has one result in all: results of one match depend on each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import exp, log, sqrt
from typing import NamedTuple

from parlour.players.series.scoring import SIGMAS, Estimate

UNIT = 400 / log(10)
"""Elo in one unit of the logistic scale."""
IMAGINARY = 1.0
"""The imaginary draws of each player."""
STEPS, PRECISION = 100, 1e-10


class PairResult(NamedTuple):
    """What two players scored against each other."""

    one: int
    other: int
    share: float  # of the first: 1, 0.5 or 0
    weight: float = 1.0


def match_results(seating: tuple[int, ...], ranks: tuple[int, ...]) -> list[PairResult]:
    """A match as results of pairs. A player cannot be compared with itself."""
    weight = 1 / max(1, len(seating) - 1)
    return [
        PairResult(
            seating[i], seating[k], (1 + (ranks[i] < ranks[k]) - (ranks[i] > ranks[k])) / 2, weight
        )
        for i in range(len(seating))
        for k in range(i)
        if seating[i] != seating[k]
    ]


def bradley_terry(players: int, results: Iterable[PairResult]) -> list[Estimate]:
    """The Elo of each player, 0 being the average, with its error bar: Newton's method."""
    pairs = _summed(results)
    strength = [0.0] * players
    inverse: list[list[float]] = []
    for _ in range(STEPS):
        gradient, curvature = _slopes(strength, pairs)
        inverse = _inverted(curvature)
        step = [sum(a * b for a, b in zip(row, gradient, strict=True)) for row in inverse]
        scale = 1 / max(1.0, *map(abs, step))  # far from the top, not more than e-fold odds
        strength = [old + scale * each for old, each in zip(strength, step, strict=True)]
        if max(map(abs, step)) < PRECISION:
            break
    middle = sum(strength) / players
    means = [sum(row) / players for row in inverse]
    level = sum(means) / players  # how uncertain the average is, which is 0 by definition
    estimates: list[Estimate] = []
    for i, value in enumerate(strength):
        half = SIGMAS * sqrt(inverse[i][i] - 2 * means[i] + level)
        low, centre, high = (UNIT * (value - middle + by) for by in (-half, 0.0, half))
        estimates.append(Estimate(centre, low, high))
    return estimates


def _summed(results: Iterable[PairResult]) -> dict[tuple[int, int], tuple[float, float]]:
    """For each pair: the points of the first, and the games."""
    sums: dict[tuple[int, int], tuple[float, float]] = {}
    for one, other, share, weight in results:
        if one > other:
            one, other, share = other, one, 1 - share
        points, games = sums.get((one, other), (0.0, 0.0))
        sums[one, other] = points + share * weight, games + weight
    return sums


def _slopes(
    strength: list[float], pairs: Mapping[tuple[int, int], tuple[float, float]]
) -> tuple[list[float], list[list[float]]]:
    """The gradient of the log-likelihood, and its negative second derivatives."""
    count = len(strength)
    gradient = [0.0] * count
    curvature = [[0.0] * count for _ in strength]
    for i, value in enumerate(strength):  # the imaginary draws
        chance = 1 / (1 + exp(-value))
        gradient[i] += IMAGINARY * (0.5 - chance)
        curvature[i][i] += IMAGINARY * chance * (1 - chance)
    for (i, k), (points, games) in sorted(pairs.items()):
        chance = 1 / (1 + exp(strength[k] - strength[i]))
        gradient[i] += points - games * chance
        gradient[k] -= points - games * chance
        bend = games * chance * (1 - chance)
        curvature[i][i] += bend
        curvature[k][k] += bend
        curvature[i][k] -= bend
        curvature[k][i] -= bend
    return gradient, curvature


def _inverted(matrix: list[list[float]]) -> list[list[float]]:
    """Gauss and Jordan; the matrix is symmetric and positive definite, so no pivot is needed."""
    count = len(matrix)
    rows = [[*row, *(float(i == k) for k in range(count))] for i, row in enumerate(matrix)]
    for i in range(count):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for k in range(count):
            factor = rows[k][i]
            if k != i and factor:
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[count:] for row in rows]
