"""The mathematics of a series: by hand where that is possible, else by many simulated ones."""

from __future__ import annotations

from math import inf, isinf, log
from random import Random

import pytest

from parlour.players.series.scoring import (
    LOWER,
    UPPER,
    Sample,
    elo,
    elo_estimate,
    expected,
    likelihood_ratio,
    los,
    share,
    verdict,
)


def sample(*shares: float, seats: int = 2, part: int = 1) -> Sample:
    found = Sample(seats, part)
    for each in shares:
        found = found.add(each)
    return found


# ---- by hand -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "difference"),
    [(0.5, 0.0), (10 / 11, 400.0), (1 / 11, -400.0), (0.75, 190.85), (0.64, 99.95), (1, inf)],
)
def test_elo_is_the_logistic_scale_of_chess(points: float, difference: float):
    assert elo(points) == pytest.approx(difference, abs=0.005)
    if not isinf(difference):
        assert expected(difference) == pytest.approx(points, abs=1e-5)


def test_a_share_of_0_is_infinitely_weaker():
    assert elo(0.0) == -inf


def test_mean_and_variance_of_four_pairs():
    pairs = sample(1, 0.5, 0.75, 0.5)
    assert pairs.mean == 0.6875
    # Around 0.6875: 0.09765625 + 0.03515625 + 0.00390625 + 0.03515625 = 0.171875. The imaginary
    # pair: (2.75 + 0.5) / 5 = 0.65, and 0.65 * 0.35 / 2 = 0.11375. (0.171875 + 0.11375) / 4.
    assert pairs.variance() == pytest.approx(0.07140625)
    # Around 0.5: 0.25 + 0 + 0.0625 + 0 = 0.3125.
    assert pairs.variance(0.5) == pytest.approx((0.3125 + 0.11375) / 5)


def test_the_likelihood_ratio_of_four_pairs():
    pairs, low, high = sample(1, 0.5, 0.75, 0.5), 0.5, 10 / 11
    middle = (low + high) / 2  # 0.704545...
    squares = 2 * (0.5 - middle) ** 2 + (0.75 - middle) ** 2 + (1 - middle) ** 2
    ratio = 4 * (high - low) * (0.6875 - middle) / ((squares + 0.11375) / 5)
    assert likelihood_ratio(pairs, (0.0, 400.0)) == pytest.approx(ratio)
    assert ratio == pytest.approx(-0.4863, abs=1e-4)


def test_an_sprt_ends_at_the_bounds_of_wald():
    bounds = [LOWER, UPPER]
    assert bounds == pytest.approx([-log(19), log(19)])
    assert [verdict(ratio) for ratio in (-2.95, -2.94, 0.0, 2.94, 2.95)] == [
        "weaker",
        None,
        None,
        None,
        "stronger",
    ]


def test_nothing_played_says_nothing():
    assert likelihood_ratio(Sample(), (0.0, 20.0)) == 0.0


def test_a_hundred_wins_of_a_hundred_have_wilsons_error_bar():
    value, low, high = share(sample(*[1.0] * 50))
    assert (value, high) == (1.0, 1.0)
    assert low == pytest.approx(0.963, abs=0.0005)  # 100 / (100 + 1.96 * 1.96)
    assert elo_estimate(sample(*[1.0] * 50))[::2] == (inf, inf)


def test_nothing_won_is_the_mirror_of_everything_won():
    assert share(sample(*[0.0] * 50)).high == pytest.approx(1 - share(sample(*[1.0] * 50)).low)


def test_pairs_that_are_always_split_say_more_than_their_matches():
    """The opening decides each match, and the players are as strong as each other."""
    split, tossed = share(sample(*[0.5] * 50)), share(sample(*[0.0, 1.0] * 25))
    assert split.high - split.low < 0.25 * (tossed.high - tossed.low)
    assert split.low < 0.5 < split.high


def test_one_pair_is_no_certainty():
    assert share(sample(1.0)).low < 0.5
    assert 0.8 < los(sample(1.0)) < 0.999


def test_a_lead_of_2_2_sigmas_is_98_7_percent_likely():
    # 33 of 62; around the mean 0.68548, the imaginary pair 0.12450, the error of the mean 0.014516.
    drawn = sample(*[0.5] * 50, *[0.75] * 10, *[0.25] * 2)
    sigmas = (drawn.mean - 0.5) / (drawn.variance() / drawn.rounds) ** 0.5
    assert sigmas == pytest.approx(2.222, abs=0.001)
    assert los(drawn) == pytest.approx(0.9869, abs=0.0001)
    assert los(sample(0.0, 1.0, 0.5)) == 0.5


def test_at_four_seats_a_quarter_is_par():
    one = sample(*[0.25] * 40, seats=4)
    rest = sample(*[0.75] * 40, seats=4, part=3)
    assert los(one) == los(rest) == 0.5
    assert share(one).low < 0.25 < share(one).high


# ---- by simulation -------------------------------------------------------------------------------


DRAWS, BIAS = 0.3, 120.0  # the share of draws; what an opening is worth to one side, in Elo


def pair(strength: float, rng: Random) -> float:
    """Two matches from an opening that is good for one side, with the sides exchanged."""
    points = 0.0
    for side in (BIAS, -BIAS):
        points += 0.5 if rng.random() < DRAWS else rng.random() < expected(strength + side)
    return points / 2


def mean_of(strength: float) -> float:
    """The share that such pairs bring in the long run: draws and openings flatten it."""
    sides = expected(strength + BIAS) + expected(strength - BIAS)
    return DRAWS / 2 + (1 - DRAWS) * sides / 2


def sprt(strength: float, hypotheses: tuple[float, float], rng: Random) -> tuple[str, int]:
    found = Sample()
    while (said := verdict(likelihood_ratio(found, hypotheses))) is None:
        found = found.add(pair(strength, rng))
    return said, found.rounds


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, "stronger"), (1.0, "weaker")])
@pytest.mark.parametrize("high", [40.0, 200.0])
def test_an_sprt_is_wrong_about_as_often_as_it_promises(truth: float, wrong: str, high: float):
    rng, series = Random(7), 500
    hypotheses = (0.0, elo(mean_of(high)))
    said = [sprt(truth * high, hypotheses, rng) for _ in range(series)]
    errors = sum(verdict == wrong for verdict, _ in said) / series
    assert 0.005 <= errors <= 0.05 + 3 * (0.05 * 0.95 / series) ** 0.5


def test_an_sprt_of_a_much_stronger_player_ends_soon():
    rng = Random(3)
    lengths = [sprt(400.0, (0.0, 40.0), rng) for _ in range(50)]
    assert all(said == "stronger" for said, _ in lengths)
    assert max(rounds for _, rounds in lengths) < 60


@pytest.mark.parametrize("strength", [0.0, 150.0, 400.0])
@pytest.mark.parametrize("rounds", [20, 100])
def test_error_bars_hold_the_truth_in_about_95_of_100_series(strength: float, rounds: int):
    rng, series = Random(5), 1_000
    truth = mean_of(strength)
    held = 0
    for _ in range(series):
        _, low, high = share(sample(*(pair(strength, rng) for _ in range(rounds))))
        held += low <= truth <= high
    assert 0.93 <= held / series <= 0.985
