"""Halls in processes of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hall.running import RunningHall


@pytest.fixture
def own_hall(tmp_path: Path) -> Iterator[RunningHall]:
    """With nobody else in its lobby; it may be killed."""
    with RunningHall(tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def shared_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    with RunningHall(tmp_path_factory.mktemp("hall")) as running:
        yield running


@pytest.fixture
def hall(shared_hall: RunningHall, tmp_path: Path) -> Iterator[RunningHall]:
    """For who comes with a link, and needs nothing of the lobby."""
    with shared_hall.visited_from(tmp_path) as visited:
        yield visited
