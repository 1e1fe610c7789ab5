"""A database and a backup of an earlier version open, and their running matches go on."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.hall.operating.config import Config
from parlour.hall.rooms.hall import Hall
from parlour.hall.services import Services, open_services
from parlour.hall.storage.databases.database_url import open_database
from parlour.hall.storage.upkeep import backup
from parlour.wire.operations import Act
from tests import ROOT
from tests.hall.doubles import ManualClock

DATA = ROOT / "tests/data/hall"
SAVED: dict[str, Any] = msgspec.json.decode((DATA / "hall.json").read_bytes())


@pytest.fixture(params=["database", "backup"])
async def services(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Services]:
    """The hall of that time, from its SQLite file or restored from its backup."""
    file = tmp_path / "hall.db"
    if request.param == "database":
        file.write_bytes(gzip.decompress((DATA / "hall.db.gz").read_bytes()))
    else:
        database = open_database(f"sqlite:{file}")
        assert await backup.restore(database, DATA / "hall.backup") == SAVED["rows"]
        await database.close()
    services = await open_services(Config(database=f"sqlite:{file}"), ManualClock(SAVED["wall"]))
    yield services
    await services.close()


async def rooms(hall: Hall) -> dict[str, tuple[str, int]]:
    """Status and number of entries of each saved match."""
    found: dict[str, tuple[str, int]] = {}
    for name in ("open", "running", "over"):
        async with hall.locked_room(SAVED[name]["match"]) as open_room:
            found[name] = (open_room.room.status, open_room.room.seq)
    return found


async def test_the_matches_are_there_and_the_running_one_goes_on(services: Services):
    hall, match = services.hall, SAVED["running"]["match"]
    assert await rooms(hall) == {name: tuple(SAVED[name]["is"]) for name in SAVED["kinds"]}
    for seq, (seat, action) in enumerate([(1, "c1"), (0, "a3")], start=SAVED["running"]["is"][1]):
        done = await hall.do(match, seat, Act(action), f"continued {seq}")
        assert done[0] == seq + 1
    assert (await rooms(hall))["running"] == ("over", SAVED["running"]["is"][1] + 2)


async def test_the_account_and_the_chat_are_there(services: Services):
    account = SAVED["account"]
    assert await services.accounts.sign_in(account["name"], account["password"])
    said = await services.hall.database.read("select name, text from chat")
    assert [tuple(row) for row in said] == [("Ann", "good luck")]
