"""The transposition table: entries are found again, and full buckets replace the least valuable."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.table.compiled.as_written import as_written


@pytest.fixture
def source() -> Any:
    return as_written("players/alphabeta/transposition_table.py")


@pytest.fixture
def table(source: Any) -> Any:
    """Room for 64 positions: sixteen buckets of four."""
    made = source.TranspositionTable(1024)
    made.begin(False)
    return made


def told(table: Any, key: int) -> tuple[int, int, int, int] | None:
    slot = table.find(key)
    if slot < 0:
        return None
    return table.action(slot), table.depth(slot), table.bound(slot), table.score(slot)


def same_bucket(table: Any, number: int) -> int:
    """Keys that fall into one bucket, and differ above."""
    return 20 | (number + 1) << 32


def test_the_table_keeps_to_its_memory(source: Any):
    for memory in (64, 100, 1024, 1 << 20):
        assert memory / 2 < source.TranspositionTable(memory).count * 16 <= memory
    assert source.TranspositionTable(1).count == 4


def test_a_stored_entry_is_found_unchanged(table: Any):
    rng = Random(1)
    for _ in range(200):
        key = rng.getrandbits(64) | 1
        kept = (
            rng.choice([-1, 0, 1, 4205, 32_767]),
            rng.choice([0, 1, 64, 254, 255]),
            rng.choice([1, 2, 3]),
            rng.choice([0, 1, -1, 1_000_000, -1_000_000, rng.randrange(-(10**6), 10**6)]),
        )
        table.begin(True)
        table.store(key, *kept)
        assert told(table, key) == kept
        assert told(table, key ^ 1 << 40) is None


def test_every_bucket_holds_four(table: Any, source: Any):
    keys = [bucket * 4 | number << 20 for bucket in range(16) for number in range(1, 5)]
    for key in keys:
        table.store(key, 1, 5, source.EXACT, key & 63)
    assert [told(table, key) for key in keys] == [(1, 5, source.EXACT, key & 63) for key in keys]


def test_the_entry_of_least_depth_is_replaced(table: Any, source: Any):
    for number, depth in enumerate((7, 3, 9, 5)):
        table.store(same_bucket(table, number), number, depth, source.LOWER, 0)
    table.store(same_bucket(table, 4), 4, 1, source.LOWER, 0)
    left = [number for number in range(5) if told(table, same_bucket(table, number))]
    assert left == [0, 2, 3, 4]


def test_entries_of_older_searches_are_replaced_first(table: Any, source: Any):
    table.store(same_bucket(table, 0), 0, 200, source.LOWER, 0)
    table.begin(False)
    for number in (1, 2, 3):
        table.store(same_bucket(table, number), number, 2, source.LOWER, 0)
    assert told(table, same_bucket(table, 0)) is not None, "what is old still counts"
    table.store(same_bucket(table, 4), 4, 1, source.LOWER, 0)
    left = [number for number in range(5) if told(table, same_bucket(table, number))]
    assert left == [1, 2, 3, 4]


def test_only_a_proof_replaces_a_proof(table: Any, source: Any):
    table.store(9, 1, source.PROVED_DEPTH, source.EXACT, 100)
    table.store(9, 2, 30, source.EXACT, 50)
    assert told(table, 9) == (1, source.PROVED_DEPTH, source.EXACT, 100)
    table.store(9, 3, source.PROVED_DEPTH, source.EXACT, 70)
    assert told(table, 9) == (3, source.PROVED_DEPTH, source.EXACT, 70)


def test_a_newer_entry_of_a_position_replaces_the_older_one(table: Any, source: Any):
    table.store(9, 1, 30, source.UPPER, 100)
    table.store(9, 2, 4, source.LOWER, 50)
    assert told(table, 9) == (2, 4, source.LOWER, 50)


def test_a_fresh_search_ignores_older_entries(table: Any, source: Any):
    table.store(9, 1, source.PROVED_DEPTH, source.EXACT, 100)
    table.begin(True)
    assert told(table, 9) is None
    table.store(9, 2, 1, source.EXACT, 5)
    assert told(table, 9) == (2, 1, source.EXACT, 5)


def test_the_table_is_cleared_when_the_age_overflows(table: Any, source: Any):
    table.store(9, 1, 30, source.EXACT, 100)
    for _ in range(source.MAX_AGE - 1):
        table.begin(False)
    assert told(table, 9) is not None
    table.begin(False)
    assert told(table, 9) is None
    table.store(9, 1, 30, source.EXACT, 100)
    assert told(table, 9) == (1, 30, source.EXACT, 100)
