"""A hall as a process: it starts, answers, shuts down in time, and logs no secret."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import psycopg
import pytest
import structlog
from click.testing import CliRunner
from websockets.sync.client import connect

from parlour.cli import main
from parlour.hall.api.identity import cookie_name
from parlour.hall.operating import admin_verbs
from parlour.hall.operating.config import Config
from parlour.hall.people import admin
from parlour.hall.people.accounts import DAY
from parlour.hall.storage.database import Statement
from parlour.hall.storage.databases.database_url import open_database
from parlour.hall.storage.upkeep import retention
from parlour.table.errors import BadSettings
from tests.hall.api.asgi import Client, guest, make_services, member


@contextmanager
def a_process(folder: Path) -> Generator[tuple[subprocess.Popen[str], str]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "parlour", "serve", "--port", str(port)]
    command += ["--database", f"sqlite:{folder / 'hall.db'}"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder
    )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            try:
                urlopen(f"{address}/readyz").close()
                break
            except OSError:
                time.sleep(0.1)
        yield process, address
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def post(address: str, path: str, body: Any, token: str = "") -> Any:
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = json.dumps(body).encode()
    with urlopen(Request(address + path, data, headers, method="POST")) as answer:
        return json.load(answer)


def test_on_sigterm_everybody_is_told_when_to_come_back(tmp_path: Path):
    with a_process(tmp_path) as (process, address):
        made = post(address, "/api/guests", {"name": "Ann"})
        new_match = {"game": "brique", "settings": {"size": 5}}
        match = post(address, "/api/matches", new_match, made["token"])["match"]
        stream = urlopen(f"{address}/api/matches/{match}/stream")
        assert json.loads(stream.readline())["t"] == "room"
        with connect(address.replace("http", "ws") + "/socket", compression=None) as ws:
            assert json.loads(ws.recv())["t"] == "hello"
            process.send_signal(signal.SIGTERM)
            bye = json.loads(ws.recv(timeout=5))
            assert bye["t"] == "bye"
            assert bye["d"]["retry"] > 0
        assert [line for line in stream if line.strip()] == [], "the stream has ended"
        said, _ = process.communicate(timeout=5)
        assert process.returncode == 0
        assert "Traceback" not in said
        lines = [json.loads(line) for line in said.splitlines()[1:]]
        assert [line["event"] for line in lines] == ["open", "closing", "closed"]
        assert made["token"] not in said


def test_an_address_that_is_taken_is_a_sentence(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "parlour", "serve", "--port", port]
        command += ["--database", f"sqlite:{tmp_path / 'hall.db'}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"Error: The server cannot listen at 127.0.0.1:{port}: ")
    assert len(done.stderr.splitlines()) == 1


async def test_no_secret_gets_into_the_log(
    tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
):
    async with make_services(tmp_path) as (services, app):
        ann = await guest(app, "Ann")
        new_match = {"game": "turncoat"}
        made = (await ann.post("/api/matches", new_match)).json()
        codes = [place["code"] for place in made["seats"]]

        async def wrong(*given: object, **_: object) -> None:
            raise ValueError(f"{given} {codes} {ann.token}")

        monkeypatch.setattr(services.hall, "do", wrong)
        operation = {"command": "c", "deed": {"do": "act", "action": "my hidden plan"}, "seat": 0}
        answer = await ann.post(
            f"/api/matches/{made['match']}/deeds", operation, parlour_code=codes[0]
        )
        assert answer.status == 500
        monkeypatch.setattr(services.accounts, "sign_in", wrong)
        keys = {"name": "ann", "password": "my own password"}
        assert (await Client(app).post("/api/sessions", keys)).status == 500
    logging.getLogger("uvicorn.error").error("odd request %s", ann.token)
    race = psycopg.errors.UniqueViolation(f"Key (token)=({ann.token}) already exists.")
    logging.getLogger("psycopg").warning("retry %d after %s in %r", 2, race, ann.token)
    logging.getLogger("parlour.hall.computers.workers").warning("in match %s: %s", "m", "KeyError")
    structlog.get_logger("parlour.hall").info("said", token=ann.token, code=codes[0])
    said = log.getvalue()
    lines = [json.loads(line) for line in said.splitlines()]
    assert [line["event"] for line in lines] == [
        "request failed",
        "request failed",
        "odd request <str>",
        "retry 2 after UniqueViolation 23505 in <str>",
        "in match m: KeyError",
        "said",
    ]
    assert lines[0]["error"] == "ValueError"
    assert any("do_operation" in step for step in lines[0]["where"])
    for secret in (ann.token, *filter(None, codes), "my own password", "my hidden plan"):
        assert secret not in said


# ---- looking after people ------------------------------------------------------------------------


async def test_a_banned_user_is_signed_out(tmp_path: Path):
    async with make_services(tmp_path) as (services, app):
        ann = await member(services, app, "ann")
        await admin.ban(services.database, services.hall.writer, "Ann", 1.0)
        assert (await ann.get("/api/account")).json()["code"] == "hall.unknown_token"
        await admin.unban(services.database, services.hall.writer, "ann")
        assert await services.accounts.by_name("ann") is not None


async def test_an_old_session_cookie_is_replaced_by_an_http_answer(tmp_path: Path):
    async with make_services(tmp_path) as (services, app):
        ann = await member(services, app, "ann")
        older = Statement("update sessions set created = created - :age", {"age": 2 * DAY})
        await services.database.write([older])
        name = cookie_name(services.config)
        cookie = f"{name}={ann.token}"
        browser = Client(app)
        own = {"cookie": cookie, "origin": "http://127.0.0.1:8722"}
        socket = browser.scope("GET", "/socket", own)
        await services.identity.user({**socket, "type": "websocket"})
        assert await services.database.read("select count(*) from sessions") == [(1,)]
        answer = await browser.ask("GET", "/api/account", cookie=cookie)
        assert answer.json()["name"] == "ann"
        fresh = SimpleCookie(answer.headers["set-cookie"])[name].value
        assert fresh != ann.token
        assert (await services.accounts.user(fresh))[0].name == "ann"
        (soon,) = await services.database.read("select min(expires) from sessions")
        assert soon[0] <= services.hall.time.wall_clock.wall() + 60


async def test_deleted_data_is_gone_and_the_match_remains(tmp_path: Path):
    async with make_services(tmp_path) as (services, app):
        ann = await member(services, app, "annabel")
        made = (await ann.post("/api/matches", {"game": "brique", "seats": ["me", "link"]})).json()
        await ann.post(f"/api/matches/{made['match']}/chat", {"text": "hello"})
        taken = {"code": made["seats"][1]["code"], "name": "bob"}
        await (await guest(app)).post(f"/api/matches/{made['match']}/seats/1", taken)
        found = await admin.export(services.database, "annabel")
        assert [own["match"] for own in found["matches"]] == [made["match"]]
        assert [line["text"] for line in found["chat"]] == ["hello"]
        assert ann.token not in json.dumps(found)
        await admin.forget(services.database, services.hall.writer, "annabel")
        tables = ("people", "sessions", "seats", "events", "chat", "matches")
        rows = [await services.database.read(f"select * from {table}") for table in tables]
        assert "annabel" not in str(rows)
    async with make_services(tmp_path) as (_, app):
        shown = (await Client(app).get(f"/api/matches/{made['match']}")).json()["news"]
        assert [chair["name"] for chair in shown["chairs"]] == ["deleted", "bob"]
        assert shown["status"] == "running"


async def test_old_guests_sessions_chat_and_matches_are_deleted(tmp_path: Path):
    async with make_services(tmp_path) as (services, app):
        ann = await guest(app)
        made = (await ann.post("/api/matches", {"game": "brique"})).json()
        await ann.post(f"/api/matches/{made['match']}/chat", {"text": "hello"})
        await member(services, app, "kept")
        now = services.hall.time.wall_clock.wall()
        assert (
            await retention.delete_old_rows(services.database, services.hall.writer, now + 20 * DAY)
            == 0
        )
        assert (await ann.get("/api/account")).json()["kind"] == "guest"
        assert (
            await retention.delete_old_rows(
                services.database, services.hall.writer, now + 200 * DAY
            )
            == 1
        )
        assert await services.database.read("select name from people") == [("kept",)]
        for table in ("sessions", "chat", "matches"):
            assert await services.database.read(f"select * from {table}") == []


def test_the_commands_report_what_they_did_or_why_not(tmp_path: Path):
    async def fill() -> None:
        async with make_services(tmp_path) as (services, app):
            await member(services, app, "ann")

    asyncio.run(fill())
    address = ["--database", f"sqlite:{tmp_path / 'hall.db'}"]

    def run(verb: str, *arguments: str) -> Any:
        command = next(one for one in admin_verbs.COMMANDS if one.name == verb)
        return CliRunner().invoke(command, [*arguments, *address])

    assert "ann is banned" in run("ban", "ann").output
    assert "The ban on ann is lifted." in run("unban", "ann").output
    assert "is an admin" in run("admin", "ann").output
    assert json.loads(run("export", "ann").output)["person"]["kind"] == "admin"
    assert run("forget", "ann").exit_code == 1, "it asks first"
    assert "undone" not in run("forget", "bob").output, "there is nobody to forget"
    assert "has been deleted" in run("forget", "ann", "--yes").output
    assert "nobody called ann" in str(run("export", "ann").exception)


@pytest.mark.parametrize("kept", ["nothing", "something else"])
@pytest.mark.parametrize("words", [["backup", "copy"], ["export", "ann"], ["close", "m"]])
def test_commands_refuse_a_database_without_a_hall(tmp_path: Path, kept: str, words: list[str]):
    """A mistyped address would else be a hall in which nobody has been, and a backup of that would
    take the place of a good one."""
    path, copy = tmp_path / "typo" / "hall.db", tmp_path / "copy"
    copy.write_bytes(b"a good backup")
    if kept == "something else":
        path.parent.mkdir()
        with closing(sqlite3.connect(path)) as other:
            other.execute("create table recipes (name text)")
    words = [str(copy) if word == "copy" else word for word in words]
    done = CliRunner().invoke(main, ["hall", *words, "--database", f"sqlite:{path}"])
    assert (done.exit_code, done.stderr) == (
        2,
        f"Error: There is no server database at sqlite:{path}.\n",
    )
    assert copy.read_bytes() == b"a good backup"
    assert path.parent.exists() == (kept == "something else")


def test_only_an_account_can_be_an_admin(tmp_path: Path):
    async def fill() -> None:
        async with make_services(tmp_path) as (_, app):
            await guest(app, "Bob")

    asyncio.run(fill())
    address = f"sqlite:{tmp_path / 'hall.db'}"
    with closing(sqlite3.connect(tmp_path / "hall.db")) as database:
        ((name,),) = database.execute("select name from people")
    done = CliRunner().invoke(main, ["hall", "admin", name, "--database", address])
    assert done.exit_code == 2
    assert f"{name} is a guest; only accounts can be admins." in done.stderr


@pytest.mark.parametrize("kind", ["a file", "a folder"])
def test_a_path_that_is_no_database_is_refused_at_once(tmp_path: Path, kind: str):
    path = tmp_path / "my.json"
    if kind == "a file":
        path.write_text("{}" * 1_000)
    else:
        path.mkdir()
    with pytest.raises(BadSettings, match="cannot be opened as a server database"):
        open_database(f"sqlite:{path}")


@pytest.mark.parametrize("proxy", ["banana", "localhost", "10.0.0.0/8", "127.0.0.1:80"])
def test_a_proxy_is_an_address_as_sockets_tell_it(proxy: str):
    with pytest.raises(BadSettings, match="write the proxy's address as a number"):
        Config(public="https://play.example", proxy=proxy).check()
    Config(public="https://play.example", proxy="::1").check()
