"""The mathematics of a series: shares, error bars, Elo, and when enough has been played.

A win gives a point, shared by all who came first. Everything is computed from rounds, not from
matches: an opening that favours a seat makes the matches of its round differ, but not the round's
sum, and so rounds vary less than their matches would. (At two seats a round is a pair, and its five
possible sums are what chess programmers call the pentanomial.)
"""

from __future__ import annotations

from math import inf, log, log10, sqrt
from statistics import NormalDist
from typing import Literal, NamedTuple

ALPHA = BETA = 0.05
"""How often an SPRT may be wrong, either way."""
SIGMAS = NormalDist().inv_cdf(0.975)
"""Error bars hold what is true in 95 of 100 series."""


class Estimate(NamedTuple):
    """A value and the ends of its error bar."""

    value: float
    low: float
    high: float


class Sample(NamedTuple):
    """What one player got in the rounds, each as a share of its points: from 0 to 1."""

    matches: int = 2  # in a round
    part: int = 1  # how many of them it wins if all play alike
    rounds: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, share: float) -> Sample:
        """The sample with one round more."""
        sums = self.rounds + 1, self.total + share, self.squares + share * share
        return Sample(self.matches, self.part, *sums)

    @property
    def parity(self) -> float:
        """The share that it gets if all play alike."""
        return self.part / self.matches

    @property
    def mean(self) -> float:
        return self.total / self.rounds

    def variance(self, around: float | None = None) -> float:
        """Of a round's share. One imaginary round is counted in, of matches that know nothing of
        each other, so that two rounds that happen to be alike do not look like certainty."""
        middle = self.mean if around is None else around
        free = self.rounds if around is None else self.rounds + 1  # the mean has used one of them
        guess = (self.total + self.parity) / (self.rounds + 1)
        tosses = guess * (1 - guess) / self.matches
        squares = self.squares - 2 * middle * self.total + self.rounds * middle * middle
        return (max(0.0, squares) + tosses) / free


def share(sample: Sample) -> Estimate:
    """A player's share of the points, with Wilson's interval: for so many wins and losses as would
    vary like these rounds do. Without any variety, for the matches as they are."""
    mean = sample.mean
    if 0 < mean < 1:
        tosses = mean * (1 - mean) * sample.rounds / sample.variance()
    else:
        tosses = sample.rounds * sample.matches
    z = SIGMAS**2 / tosses
    middle = (mean + z / 2) / (1 + z)
    half = sqrt(z * mean * (1 - mean) + z * z / 4) / (1 + z)
    low, high = middle - half, middle + half
    return Estimate(mean, low if mean > 0 else 0.0, high if mean < 1 else 1.0)


def elo(share: float) -> float:
    """The difference in strength that makes somebody get this share of the points against one."""
    if not 0 < share < 1:
        return inf if share > 0.5 else -inf
    return -400 * log10(1 / share - 1)


def expected(elo: float) -> float:
    """The share of the points that a difference in strength gives."""
    return 1 / (1 + 10 ** (-elo / 400))


def strength(sample: Sample) -> Estimate:
    """How much stronger a player is than its one opponent, in Elo."""
    return Estimate(*map(elo, share(sample)))


def superiority(sample: Sample) -> float:
    """How likely it is that a player is the stronger one, without knowing more than this (LOS)."""
    error = sqrt(sample.variance() / sample.rounds)
    return NormalDist().cdf((sample.mean - sample.parity) / error)


# ---- has enough been played? ---------------------------------------------------------------------

Verdict = Literal["weaker", "stronger"]
LOWER, UPPER = log(BETA / (1 - ALPHA)), log((1 - BETA) / ALPHA)
"""An SPRT ends when the likelihood ratio of its hypotheses, as a logarithm, leaves these."""


def likelihood_ratio(sample: Sample, hypotheses: tuple[float, float]) -> float:
    """How much better the second strength explains the rounds than the first, as a logarithm: the
    generalised SPRT, by its normal approximation. The variance is taken around the middle of both
    hypotheses, so that a few rounds that are all won do not decide at once."""
    if not sample.rounds:
        return 0.0
    low, high = map(expected, hypotheses)
    middle = (low + high) / 2
    return sample.rounds * (high - low) * (sample.mean - middle) / sample.variance(middle)


def verdict(ratio: float) -> Verdict | None:
    """Which hypothesis is accepted, if any: the player is weaker than the first strength, or at
    least as strong as the second (with the errors that were allowed)."""
    if ratio >= UPPER:
        return "stronger"
    return "weaker" if ratio <= LOWER else None
