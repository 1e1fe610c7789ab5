"""The statistics of a series: shares of points, error bars, Elo, LOS and SPRT.

A win is one point, shared by all seats that came first. All statistics are computed over rounds,
not matches: an opening that favours a seat changes the results inside a round but not their sum, so
rounds vary less than independent matches. (With two seats a round is a game pair, and its five
possible sums are the pentanomial of chess programmers.)
"""

from __future__ import annotations

from math import inf, log, log10, sqrt
from statistics import NormalDist
from typing import Literal, NamedTuple

ALPHA = BETA = 0.05
"""The error rates of an SPRT."""
SIGMAS = NormalDist().inv_cdf(0.975)
"""Error bars are 95 % intervals."""


class Estimate(NamedTuple):
    """A value and the ends of its error bar."""

    value: float
    low: float
    high: float


class Sample(NamedTuple):
    """The results of one player, one share of the points (0 to 1) per round."""

    matches: int = 2  # in a round
    part: int = 1  # points expected of equally strong players
    rounds: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, share: float) -> Sample:
        """The sample with one round more."""
        sums = self.rounds + 1, self.total + share, self.squares + share * share
        return Sample(self.matches, self.part, *sums)

    @property
    def parity(self) -> float:
        """The expected share among equally strong players."""
        return self.part / self.matches

    @property
    def mean(self) -> float:
        return self.total / self.rounds

    def variance(self, around: float | None = None) -> float:
        """The variance of a round's share. One pseudo-round of independent matches is included, so
        that two equal rounds do not yield a variance of zero."""
        middle = self.mean if around is None else around
        free = self.rounds if around is None else self.rounds + 1  # degrees of freedom
        guess = (self.total + self.parity) / (self.rounds + 1)
        independent = guess * (1 - guess) / self.matches
        squares = self.squares - 2 * middle * self.total + self.rounds * middle * middle
        return (max(0.0, squares) + independent) / free


def share(sample: Sample) -> Estimate:
    """A player's share of the points with its Wilson interval, for the number of independent
    matches that would have the variance of these rounds (or all matches if there is none)."""
    mean = sample.mean
    if 0 < mean < 1:
        independent = mean * (1 - mean) * sample.rounds / sample.variance()
    else:
        independent = sample.rounds * sample.matches
    z = SIGMAS**2 / independent
    middle = (mean + z / 2) / (1 + z)
    half = sqrt(z * mean * (1 - mean) + z * z / 4) / (1 + z)
    low, high = middle - half, middle + half
    return Estimate(mean, low if mean > 0 else 0.0, high if mean < 1 else 1.0)


def elo(share: float) -> float:
    """The Elo difference that corresponds to an expected share of the points."""
    if not 0 < share < 1:
        return inf if share > 0.5 else -inf
    return -400 * log10(1 / share - 1)


def expected(elo: float) -> float:
    """The expected share of the points at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_estimate(sample: Sample) -> Estimate:
    """The Elo difference to the opponent, with its error bar."""
    return Estimate(*map(elo, share(sample)))


def los(sample: Sample) -> float:
    """LOS: the probability that the player is the stronger one."""
    error = sqrt(sample.variance() / sample.rounds)
    return NormalDist().cdf((sample.mean - sample.parity) / error)


# ---- the SPRT ------------------------------------------------------------------------------------

Verdict = Literal["weaker", "stronger"]
LOWER, UPPER = log(BETA / (1 - ALPHA)), log((1 - BETA) / ALPHA)
"""An SPRT stops when the log-likelihood ratio leaves these bounds."""


def likelihood_ratio(sample: Sample, hypotheses: tuple[float, float]) -> float:
    """The log-likelihood ratio of the second hypothesis over the first: a generalised SPRT in its
    normal approximation. The variance is taken around the middle of the hypotheses, so that a few
    rounds that are all won do not decide at once."""
    if not sample.rounds:
        return 0.0
    low, high = map(expected, hypotheses)
    middle = (low + high) / 2
    return sample.rounds * (high - low) * (sample.mean - middle) / sample.variance(middle)


def verdict(ratio: float) -> Verdict | None:
    """The accepted hypothesis, if any: at most the first Elo difference, or at least the second."""
    if ratio >= UPPER:
        return "stronger"
    return "weaker" if ratio <= LOWER else None
