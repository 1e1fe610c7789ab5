"""Dice: known numbers, fair throws, and the same ones in both modes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import parlour
from parlour.players.playouts import Playouts
from tests.table.compiled.as_written import as_written


@pytest.fixture(scope="module")
def rng_state() -> Any:
    return as_written("table/compiled/rng.py")


def test_the_numbers_are_those_of_splitmix64(rng_state: Any):
    shared = [1234567]  # the numbers that its author's C program prints for this seed
    assert [rng_state.next64(shared) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_random_below_is_uniform(rng_state: Any):
    shared = [7]
    counts = Counter(rng_state.random_below(shared, 6) for _ in range(6_000))
    assert sorted(counts) == list(range(6))
    assert all(800 < count < 1_200 for count in counts.values())
    assert {rng_state.random_below(shared, 1) for _ in range(10)} == {0}


@pytest.mark.parametrize("sides", [41, 225, 512])
def test_random_below_reaches_both_ends_of_a_large_range(rng_state: Any, sides: int):
    """With so many throws a fair side stays away about once in 10^17 runs."""
    shared = [7]
    counts = Counter(rng_state.random_below(shared, sides) for _ in range(40 * sides))
    assert sorted(counts) == list(range(sides))


def test_random_unit_is_below_one(rng_state: Any):
    shared = [7]
    spins = [rng_state.random_unit(shared) for _ in range(5_000)]
    assert all(0.0 <= random_unit < 1.0 for random_unit in spins)
    assert 0.45 < sum(spins) / len(spins) < 0.55
    shared = [2**64 - 1]
    assert 0.0 <= rng_state.random_unit(shared) < 1.0


def test_shuffling_reaches_every_order(rng_state: Any):
    shared, orders = [7], Counter()
    for _ in range(1_200):
        items = [1, 2, 3, 99]
        rng_state.shuffle(shared, items, 3)
        assert items[3] == 99
        orders[tuple(items[:3])] += 1
    assert len(orders) == 6
    assert all(count > 120 for count in orders.values())


def test_a_seed_of_any_size_is_a_seed():
    state = parlour.game("brique", size=3).start()
    for seed in (0, -1, 2**64, 2**200):
        runs = [Playouts(state, seed) for _ in range(2)]
        for run in runs:
            run.run(5)
        assert runs[0].totals == runs[1].totals
        assert sum(runs[0].totals) == 0.0
