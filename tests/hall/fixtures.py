"""Real databases for the hall's tests: SQLite in a file, and a PostgreSQL of our own."""

from __future__ import annotations

import io
import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog

from parlour.hall.operating import logs
from proofs.harness.postgresql import Server
from tests.hall.visitors import Halls


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


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What is logged, as it would be written."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    written = io.StringIO()
    logs.set_up(written)
    yield written
    root.handlers[:] = before
    root.setLevel(level)
    structlog.reset_defaults()
