"""Ratings as numbers: Glicko-2 against its paper, and what more than two do to each other."""

from __future__ import annotations

import pytest

from parlour.players.rating import FEW_MATCHES, Rating, after, period

NEW = Rating()


def test_the_example_of_the_paper():
    others = [Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)]
    found = period(Rating(1500, 200), list(zip(others, (1.0, 0.0, 0.0), strict=True)))
    assert found.value == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.059996, abs=1e-6)  # the package says 0.059993


def test_the_winner_gains_what_the_loser_loses():
    first, second = after([NEW, NEW], (1, 2))
    assert first.value - 1500 == pytest.approx(1500 - second.value)
    assert first.value > 1600
    assert first.deviation == pytest.approx(second.deviation)
    assert first.deviation < 300
    assert first.matches == second.matches == 1
    assert after([NEW, NEW], (2, 1)) == [second, first]


def test_a_draw_brings_two_together():
    strong, weak = after([Rating(1700, 80), Rating(1500, 80)], (1, 1))
    assert strong.value < 1700
    assert weak.value > 1500
    assert [round(rating.value, 6) for rating in after([NEW, NEW], (1, 1))] == [1500, 1500]


def test_four_are_ordered_by_their_ranks_and_equals_share():
    third, first, last, shared = after([NEW] * 4, (2, 1, 4, 2))
    assert first.value > third.value > last.value
    assert third.value == pytest.approx(shared.value)
    assert sum(rating.value for rating in (third, first, last, shared)) == pytest.approx(6000)
    assert all(rating.deviation < 350 for rating in (third, first, last, shared))
    assert all(rating.matches == 1 for rating in (third, first, last, shared))


def test_one_who_resigns_loses_to_three():
    *others, loser = after([NEW] * 4, (1, 1, 1, 4))
    assert loser.value < 1500 < min(other.value for other in others)


@pytest.mark.parametrize("seats", [2, 4])
def test_newcomers_are_provisional_for_a_while(seats: int):
    ratings = [NEW] * seats
    for match in range(60):
        assert match >= FEW_MATCHES or all(rating.provisional for rating in ratings)
        ranks = [1 + (seat + match) % seats for seat in range(seats)]
        ratings = after(ratings, ranks)
    assert not any(rating.provisional for rating in ratings)
    assert Rating(1500, 90, 0.06, 9).provisional
    assert not Rating(1500, 90, 0.06, 10).provisional
    assert Rating(1500, 250, 0.06, 30).provisional


def test_an_upset_of_the_greatest_kind_still_gives_numbers():
    low, high = after([Rating(100, 350), Rating(3500, 30)], (1, 2))
    assert 100 < low.value < 3500
    assert 3000 < high.value < 3500
