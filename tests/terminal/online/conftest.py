"""Halls in processes of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hall.running import RunningHall


@pytest.fixture
def own_hall(tmp_path: Path) -> Iterator[RunningHall]:
    """With a lobby of its own; the test may kill it."""
    with RunningHall(tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def shared_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    with RunningHall(tmp_path_factory.mktemp("hall")) as running:
        yield running


@pytest.fixture
def hall(shared_hall: RunningHall, tmp_path: Path) -> Iterator[RunningHall]:
    """For tests that join by a link and do not use the lobby."""
    with shared_hall.visited_from(tmp_path) as visited:
        yield visited
