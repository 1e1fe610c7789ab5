"""How a hall is set up: options, environment, files with secrets; and what docs say of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest
from click.testing import CliRunner, Result

from parlour.cli import main
from parlour.hall import server
from parlour.hall.operating import open_files
from parlour.hall.operating.config import BOUNDS, Config
from parlour.hall.serve_verb import serve
from parlour.hall.storage.databases.database_url import with_password, without_password
from parlour.table.errors import BadSettings
from tests import ROOT
from tests.hall.api.asgi import Client, guest, make_services

PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Config]:
    """The settings of halls that would have been opened."""
    found: list[Config] = []

    async def remember(config: Config, _opened: Any) -> None:
        found.append(config)

    monkeypatch.setattr(server, "serve", remember)
    return found


def start(*words: str, **environment: str) -> Result:
    return CliRunner().invoke(main, ["serve", *words], env=environment)


def test_every_setting_comes_from_the_environment_too(opened: list[Config]):
    result = start(
        PARLOUR_HOST="::1",
        PARLOUR_PORT="8000",
        PARLOUR_DATABASE="postgresql://parlour:secret@database/parlour",
        PARLOUR_PUBLIC="https://play.example.org",
        PARLOUR_PROXY="127.0.0.1",
        PARLOUR_LAN="1",
        PARLOUR_METRICS_TOKEN="a token",
        PARLOUR_COMPUTERS="3",
        PARLOUR_SOCKETS="500",
        PARLOUR_SOCKETS_PER_ADDRESS="5",
        PARLOUR_STREAMS="50",
        PARLOUR_STREAMS_PER_PERSON="4",
        PARLOUR_REQUESTS_PER_SECOND="7",
        PARLOUR_SIGN_INS_PER_MINUTE="6",
        PARLOUR_OPEN_MATCHES="9",
    )
    assert result.exit_code == 0, result.output
    assert opened == [
        Config(
            host="::1",
            port=8000,
            database="postgresql://parlour:secret@database/parlour",
            public="https://play.example.org",
            proxy="127.0.0.1",
            lan=True,
            metrics_token="a token",
            computers=3,
            sockets=500,
            sockets_per_address=5,
            streams=50,
            streams_per_person=4,
            requests_per_second=7,
            sign_ins_per_minute=6,
            open_matches=9,
        )
    ]


def test_an_option_counts_more_than_the_environment(opened: list[Config]):
    assert start("--sockets", "7", PARLOUR_SOCKETS="500").exit_code == 0
    assert opened[0].sockets == 7


def changed(name: str, number: int) -> Config:
    return msgspec.structs.replace(Config(), **{name: number})


@pytest.mark.parametrize("name", BOUNDS)
def test_a_number_out_of_bounds_is_a_sentence(name: str, opened: list[Config]):
    least, most = BOUNDS[name]
    option = "--" + name.replace("_", "-")
    for wrong in (least - 1, most + 1):
        with pytest.raises(BadSettings, match=f"^{option} is {least} to {most}, not {wrong}.$"):
            changed(name, wrong).check()
        result = start(**{f"PARLOUR_{name.upper()}": str(wrong)})
        assert result.exit_code == 2
        assert f"PARLOUR_{name.upper()}" in result.output
    changed(name, least).check()
    changed(name, most).check()
    assert opened == []


# ---- secrets ------------------------------------------------------------------------------------


def test_secrets_come_from_files(opened: list[Config], tmp_path: Path):
    (tmp_path / "password").write_text("pass&word/?\n")
    (tmp_path / "token").write_text("a token\n")
    files = {
        "PARLOUR_DATABASE": "postgresql://parlour@database/parlour",
        "PARLOUR_DATABASE_PASSWORD_FILE": str(tmp_path / "password"),
        "PARLOUR_METRICS_TOKEN_FILE": str(tmp_path / "token"),
    }
    assert start(**files).exit_code == 0
    address = "postgresql://parlour@database/parlour?password=pass%26word%2F%3F"
    assert opened[0].database == address
    assert opened[0].metrics_token == "a token"
    assert start(**files, PARLOUR_METRICS_TOKEN="another").exit_code == 0
    assert opened[1].metrics_token == "another"


def test_a_password_is_added_to_what_the_address_says_already():
    address = "postgresql://parlour@database/parlour?sslmode=require"
    assert with_password(address, "a b") == f"{address}&password=a%20b"
    assert with_password("sqlite:hall.db", "a b") == "sqlite:hall.db"
    assert with_password(address, "") == address


@pytest.mark.parametrize("kind", ["PARLOUR_DATABASE_PASSWORD_FILE", "PARLOUR_METRICS_TOKEN_FILE"])
@pytest.mark.parametrize("content", [None, b"", b"\n", b"two\nlines", b"x" * 5_000, b"\xff"])
def test_a_file_without_a_secret_is_a_sentence(
    kind: str, content: bytes | None, opened: list[Config], tmp_path: Path
):
    path = tmp_path / "secret"
    if content is not None:
        path.write_bytes(content)
    result = start(**{kind: str(path), "PARLOUR_DATABASE": "postgresql://a@b/c"})
    assert result.exit_code == 2
    assert str(path) in result.output
    assert "two" not in result.output
    assert result.output.count("\n") == 1
    assert opened == []


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://parlour:secret@host/name",
        "postgresql://parlour:sec%2Fret@host/name",
        "postgresql://parlour@host/name?password=secret",
        "postgresql://parlour@host/name?sslmode=require&password=secret&connect_timeout=3",
        "postgres://:secret@/name?PASSWORD=secret&sslpassword=secret",
        "banana:secret@host",
    ],
)
def test_no_password_is_shown(address: str):
    assert "sec" not in without_password(address)
    assert without_password("postgresql://parlour@host/name") == "postgresql://parlour@host/name"


# ---- what they do -------------------------------------------------------------------------------

PROXIED: dict[str, Any] = {"public": "https://play.example.org", "proxy": "127.0.0.1"}


async def test_requests_are_limited_as_the_settings_say(tmp_path: Path):
    async with make_services(tmp_path, **PROXIED, requests_per_second=2) as (_, app):
        stranger = Client(app, client=("192.0.2.1", 1))
        answers = [await stranger.get("/healthz") for _ in range(12)]
    assert {answer.status for answer in answers[:10]} == {200}
    assert answers[-1].status == 429
    assert answers[-1].headers["retry-after"] == "1"


async def test_sign_ins_are_limited_as_the_settings_say(tmp_path: Path):
    async with make_services(tmp_path, **PROXIED, sign_ins_per_minute=1) as (_, app):
        stranger = Client(app, client=("192.0.2.1", 1))
        answers = [await stranger.post("/api/guests", {}) for _ in range(11)]
    assert {answer.status for answer in answers[:10]} == {201}
    assert answers[-1].status == 429
    assert 50 < int(answers[-1].headers["retry-after"]) <= 60


async def test_there_are_as_many_computers_as_the_settings_say(tmp_path: Path):
    async with make_services(tmp_path, computers=3) as (services, _):
        assert services.workers is not None
        assert services.workers.count == 3


async def test_streams_and_open_matches_are_limited_as_the_settings_say(tmp_path: Path):
    limits: dict[str, Any] = {"streams_per_person": 1, "open_matches": 1}
    async with make_services(tmp_path, **limits) as (_, app):
        ann = await guest(app)
        match = (await ann.post("/api/matches", {"game": "brique"})).json()["match"]
        refused = await ann.post("/api/matches", {"game": "brique"})
        assert (refused.status, refused.json()["code"]) == (429, "hall.too_many_open")
        async with ann.stream(f"/api/matches/{match}/stream") as stream:
            await stream.next("room")
            second = await ann.get(f"/api/matches/{match}/stream")
            assert (second.status, second.json()["code"]) == (429, "hall.too_many_streams")
            other = await guest(app, "Bob")
            async with other.stream(f"/api/matches/{match}/stream") as allowed:
                await allowed.next("room")
    async with make_services(tmp_path / "other", streams=1) as (_, app):
        ann, bob = await guest(app), await guest(app, "Bob")
        match = (await ann.post("/api/matches", {"game": "brique"})).json()["match"]
        async with ann.stream(f"/api/matches/{match}/stream") as stream:
            await stream.next("room")
            second = await bob.get(f"/api/matches/{match}/stream")
            assert (second.status, second.json()["code"]) == (429, "hall.too_many_streams")


def test_sockets_leave_files_for_everything_else(monkeypatch: pytest.MonkeyPatch):
    limits = [1_024, 4_096]
    monkeypatch.setattr(open_files, "getrlimit", lambda _: tuple(limits))
    monkeypatch.setattr(open_files, "setrlimit", lambda _, given: limits.__setitem__(0, given[0]))
    assert open_files.affordable_sockets(1_000) == 1_000
    assert limits[0] == 1_000 + open_files.RESERVED
    assert open_files.affordable_sockets(18_000) == 4_096 - open_files.RESERVED
    assert limits[0] == 4_096
    limits[:] = [256, 1_024]
    assert open_files.affordable_sockets(18_000) == 512, "half of a few, not nearly all"


# ---- what is written about them -----------------------------------------------------------------


def test_the_page_lists_every_setting_with_its_default():
    rows = re.findall(r"^\| `(--[a-z-]+)` \| `(PARLOUR_[A-Z_]+)` \| (.*?) \| (.+) \|$", PAGE, re.M)
    options = [param for param in serve.params if isinstance(param, click.Option)]
    assert {row[0]: row[1] for row in rows} == {o.opts[0]: o.envvar for o in options}
    config = Config()
    for option, _, default, _ in rows:
        name = option.removeprefix("--").replace("-", "_")
        if name in BOUNDS:
            assert int(default.replace(",", "")) == getattr(config, name), option


def test_the_page_names_no_variable_that_is_not_read():
    known = {str(option.envvar) for option in serve.params if isinstance(option, click.Option)}
    known |= {"PARLOUR_DATA", "PARLOUR_DATABASE_PASSWORD_FILE", "PARLOUR_METRICS_TOKEN_FILE"}
    assert set(re.findall(r"PARLOUR_[A-Z_]+", PAGE)) <= known
