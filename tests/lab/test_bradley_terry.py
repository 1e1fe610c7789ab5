"""Bradley-Terry: strengths that made the results come out again, with honest error bars."""

from __future__ import annotations

from itertools import combinations
from math import log10
from random import Random

import pytest

from parlour.lab.ratings.bradley_terry import PairResult, bradley_terry, match_results
from parlour.players.series.scoring import expected


def test_two_players_stand_as_far_apart_as_their_score_says():
    results = [PairResult(0, 1, 1.0)] * 7_500 + [PairResult(0, 1, 0.0)] * 2_500
    better, worse = bradley_terry(2, results)
    assert better.value - worse.value == pytest.approx(400 * log10(3), abs=1)
    assert better.value == pytest.approx(-worse.value)


def test_who_won_everything_has_a_finite_rating_above_all_others():
    results = [PairResult(0, other, 1.0) for other in (1, 2) for _ in range(10)]
    first, second, third = bradley_terry(3, results)
    assert 100 < first.value < 2_000
    assert first.low > 0 > second.value
    assert second.value == pytest.approx(third.value)


def test_without_results_all_are_average_and_nothing_is_known():
    for estimate in bradley_terry(4, []):
        assert estimate.value == 0
        assert estimate.high > 300


def test_a_draw_and_its_mirror_image_are_the_same_result():
    one = bradley_terry(2, [PairResult(0, 1, 0.5), PairResult(0, 1, 1.0)])
    other = bradley_terry(2, [PairResult(1, 0, 0.5), PairResult(1, 0, 0.0)])
    assert one[0].value == pytest.approx(other[0].value)


def test_error_bars_contain_the_truth_in_about_95_of_100_tournaments():
    truth = [-300.0, -100.0, 0.0, 150.0, 250.0]
    inside, tried = 0, 0
    for seed in range(120):
        rng, results = Random(seed), list[PairResult]()
        for one, other in combinations(range(5), 2):
            chance = expected(truth[one] - truth[other])
            results += [PairResult(one, other, float(rng.random() < chance)) for _ in range(40)]
        for estimate, value in zip(bradley_terry(5, results), truth, strict=True):
            inside += estimate.low <= value <= estimate.high
            tried += 1
    assert 0.92 <= inside / tried <= 0.98


def test_a_match_of_four_gives_each_player_one_result_in_all():
    results = match_results((3, 1, 0, 2), (1, 2, 2, 4))
    for player in range(4):
        weights = [each.weight for each in results if player in (each.one, each.other)]
        assert sum(weights) == pytest.approx(1)
    shares = {(each.one, each.other): each.share for each in results}
    assert shares[1, 3] == 0.0
    assert shares[0, 1] == 0.5


def test_a_player_is_not_compared_with_itself():
    assert all(each.one != each.other for each in match_results((0, 1, 0, 1), (1, 2, 3, 4)))
