"""`parlour hall ...`, as somebody who runs a hall types it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from parlour.cli import main
from parlour.hall.storage.databases.database_url import open_database
from parlour.hall.storage.schema import migrate
from parlour.table.state import NOBODY
from parlour.wire.operations import Abort
from tests.hall.visitors import Halls, kept, set_up


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["hall", *words])


@pytest.fixture
def filled(address: str) -> str:
    """A database with a match in it, and no hall that is open."""

    async def fill() -> None:
        halls = Halls(address)
        await set_up(await halls.new(), "m")
        await halls.close()

    asyncio.run(fill())
    return address


def empty_hall(path: Path) -> None:
    """A database as a hall makes it."""

    async def make() -> None:
        database = open_database(f"sqlite:{path}")
        await migrate(database)
        await database.close()

    asyncio.run(make())


def test_a_hall_moves_to_another_place(filled: str, tmp_path: Path):
    file, copy = str(tmp_path / "backup"), f"sqlite:{tmp_path / 'folder' / 'copy.db'}"
    written = run("backup", file, "--database", filled)
    assert written.exit_code == 0
    restored = run("restore", file, "--database", copy)
    assert restored.output == written.output.replace(" rows saved", " rows restored")
    assert run("close", "m", "--database", copy).output == "Match m is closed.\n"


def test_close_ends_a_match(filled: str):
    assert run("close", "m", "--database", filled).exit_code == 0

    async def last() -> object:
        halls = Halls(filled)
        entries = await kept(await halls.new(start=False), "m")
        await halls.close()
        return entries[-1].seat, entries[-1].operation

    assert asyncio.run(last()) == (NOBODY, Abort())
    repeated = run("close", "m", "--database", filled)
    assert repeated.exit_code == 0  # it is


def test_without_an_address_the_data_folder_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    assert str(tmp_path / "data" / "parlour.db") in run("backup", str(tmp_path / "a")).output
    empty_hall(tmp_path / "data" / "parlour.db")
    assert run("backup", str(tmp_path / "a")).exit_code == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["backup", "{tmp}/no/where", "--database", "sqlite:{tmp}/a.db"], "No such file"),
        (["restore", "{tmp}", "--database", "sqlite:{tmp}/a.db"], "Is a directory"),
        (["restore", "{tmp}/a", "--database", "sqlite:{tmp}"], "unable to open"),
        (
            ["close", "m", "--database", "sqlite:/dev/null/a"],
            "There is no server database at sqlite:/dev/null/a.",
        ),
        (["restore", "{tmp}/a", "--database", "sqlite:/dev/null/a"], "File exists"),
        (["close", "m", "--database", "sqlite:{tmp}/a.db"], "There is no match m."),
        (["close", "m", "--database", "postgresql://a@127.0.0.1:1/b"], "refused"),
        (["close", "m", "--database", "postgresql://a@127.0.0.1:port/b"], "port"),
        (["close", "m", "--database", "hall.db"], "write sqlite:PATH"),
    ],
)
def test_what_goes_wrong_is_a_sentence(words: list[str], sentence: str, tmp_path: Path):
    empty_hall(tmp_path / "a.db")
    result = run(*(word.replace("{tmp}", str(tmp_path)) for word in words))
    assert result.exit_code == 2
    assert result.output.startswith("Error: ")
    assert sentence in result.output
    assert result.output.count("\n") == 1
