"""Real databases for the hall's tests: SQLite in a file, and a PostgreSQL of our own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from parlour.hall.proofs.postgresql import Server
from tests.hall.people import Halls


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty database is, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'hall.db'}"
    return request.getfixturevalue("server").new_database()


@pytest.fixture
async def halls(address: str) -> AsyncIterator[Halls]:
    """Opens halls on that database, and closes them."""
    halls = Halls(address)
    yield halls
    await halls.close()
