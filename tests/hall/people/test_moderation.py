"""What operators and admins do with people and matches."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from parlour.cli import main
from parlour.hall.people import moderation
from parlour.hall.services import Services
from parlour.hall.storage.schema import TABLES
from tests.hall.api.asgi import Client, guest, make_services, member
from tests.hall.people.test_revocation import a_socket
from tests.hall.visitors import until

Both = tuple[Services, Any]
WISH = {"game": "brique", "settings": {"size": 5}, "seats": ["me", "link"]}


@pytest.fixture
async def services_and_app(address: str, tmp_path: Path) -> AsyncIterator[Both]:
    async with make_services(tmp_path, database=address) as both:
        yield both


async def a_match(app: Any, one: Client, other: Client) -> str:
    made = (await one.post("/api/matches", WISH)).json()
    code = made["seats"][1]["code"]
    await other.post(f"/api/matches/{made['match']}/seats/1", {"code": code})
    return made["match"]


# ---- forgetting ---------------------------------------------------------------------------------


async def test_a_deleted_account_is_disconnected_and_leaves_its_seats(services_and_app: Both):
    services, app = services_and_app
    eve, ann = await member(services, app, "eve"), await guest(app)
    match = await a_match(app, eve, ann)
    open_one = (await eve.post("/api/matches", WISH)).json()["match"]
    socket = await a_socket(services, eve.token)
    await moderation.forget(services.hall, "eve")
    await until(lambda: socket.is_closed)
    assert (await ann.get(f"/api/matches/{match}")).json()["news"]["status"] == "over"
    left = (await ann.get(f"/api/matches/{open_one}")).json()["news"]["chairs"]
    assert "name" not in left[0]


async def test_deletion_covers_former_seats_and_spares_the_next_occupant(
    services_and_app: Both,
):
    services, app = services_and_app
    eve, ann = await member(services, app, "evelyn"), await member(services, app, "annabel")
    offer = (await eve.post("/api/matches", {**WISH, "seats": ["me", "anyone"]})).json()["match"]
    stand = {"command": "1", "deed": {"do": "stand"}}
    path = f"/api/matches/{offer}"
    assert (await eve.post(f"{path}/deeds", stand)).status == 200
    code = (await eve.post(f"{path}/seats/0/invitation")).json()["code"]
    assert (await ann.post(f"{path}/seats/0", {"code": code})).status == 201
    await moderation.forget(services.hall, "evelyn")
    tables = [table for table in TABLES if table != "revocations"]  # which have the id, for a day
    rows = [await services.database.read(f"select * from {table}") for table in tables]
    assert "evelyn" not in str(rows)
    shown = (await ann.get(path)).json()["news"]["chairs"]
    assert shown[0]["name"] == "annabel"


# ---- over HTTP ----------------------------------------------------------------------------------


async def test_an_admin_looks_somebody_up_with_their_matches(services_and_app: Both):
    services, app = services_and_app
    boss, eve = await member(services, app, "boss", "admin"), await member(services, app, "eve")
    match = await a_match(app, eve, await guest(app))
    shown = (await boss.get("/api/admin/people/EVE")).json()
    assert (shown["name"], shown["kind"], shown["banned"]) == ("eve", "account", False)
    assert [own["match"] for own in (await boss.get("/api/admin/people/eve/matches")).json()] == [
        match
    ]
    assert (await boss.post("/api/admin/people/eve/ban")).status == 204
    assert (await boss.get("/api/admin/people/eve")).json()["banned"] is True
    missing = await boss.get("/api/admin/people/nobody")
    assert (missing.status, missing.json()["code"]) == (404, "hall.no_person")


async def test_an_admin_reads_what_was_said(services_and_app: Both):
    services, app = services_and_app
    boss, eve = await member(services, app, "boss", "admin"), await member(services, app, "eve")
    match = await a_match(app, eve, await guest(app))
    for text in ("first", "second"):
        assert (await eve.post(f"/api/matches/{match}/chat", {"text": text})).status == 204
    said = (await boss.get(f"/api/admin/matches/{match}/chat")).json()
    assert [(line["name"], line["text"], line["seat"]) for line in said] == [
        ("eve", "first", 0),
        ("eve", "second", 0),
    ]
    assert (await boss.get("/api/admin/matches/0123456789/chat")).status == 404
    assert (await eve.get(f"/api/admin/matches/{match}/chat")).status == 403


async def test_admins_are_not_banned_over_http(services_and_app: Both):
    services, app = services_and_app
    boss = await member(services, app, "boss", "admin")
    await member(services, app, "chief", "admin")
    for name in ("boss", "chief"):
        refused = await boss.post(f"/api/admin/people/{name}/ban")
        assert (refused.status, refused.json()["code"]) == (403, "hall.admins_stay")
    assert (await boss.get("/api/admin/people/chief")).json()["banned"] is False


async def test_what_admins_do_is_logged(services_and_app: Both, log: io.StringIO):
    services, app = services_and_app
    boss, eve = await member(services, app, "boss", "admin"), await member(services, app, "eve")
    match = await a_match(app, eve, await guest(app))
    await boss.post(f"/api/admin/matches/{match}/close")
    await boss.post("/api/admin/people/eve/ban")
    await boss.post("/api/admin/people/eve/unban")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [(line["event"], line["admin"], line["about"]) for line in lines] == [
        ("close", "boss", match),
        ("ban", "boss", "eve"),
        ("unban", "boss", "eve"),
    ]


async def test_somebody_with_many_matches_leaves_all_of_them(
    services_and_app: Both, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(moderation, "BATCH_SIZE", 2)
    services, app = services_and_app
    eve = await member(services, app, "eve")
    made = [(await eve.post("/api/matches", {**WISH, "seats": ["me", "me"]})).json()["match"]
            for _ in range(2)]  # fmt: skip
    made += [(await eve.post("/api/matches", WISH)).json()["match"] for _ in range(3)]
    await moderation.ban(services.hall, "eve")
    assert await services.database.read(
        "select count(*) from seats s join matches m on m.id = s.match"
        " where s.person = 'id-of-eve' and m.status <> 'over'"
    ) == [(0,)]


# ---- from the command line ----------------------------------------------------------------------


def run(database: str, *words: str, typed: str = "") -> Result:
    return CliRunner().invoke(
        main, ["hall", *words], input=typed, env={"PARLOUR_DATABASE": database}
    )


async def test_an_operator_sets_a_password(address: str, tmp_path: Path):
    async with make_services(tmp_path, database=address) as (services, _):
        token = (await services.accounts.register("ann", "the first password")).token
    done = await asyncio.to_thread(run, address, "password", "ann", typed="another one\n" * 2)
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, "ann has a new password.")
    assert "another one" not in done.output
    short = await asyncio.to_thread(run, address, "password", "ann", typed="short\n" * 2)
    assert short.output.splitlines()[-1] == "Error: A password has 8 to 200 characters."
    nobody = await asyncio.to_thread(run, address, "password", "bob", typed="another one\n" * 2)
    assert nobody.output.splitlines()[-1] == "Error: There is no account called bob here."
    async with make_services(tmp_path, database=address) as (services, app):
        assert (await Client(app, token).get("/api/account")).status == 403
        for word, status in (("the first password", 403), ("another one", 201)):
            answer = await Client(app).post("/api/sessions", {"name": "ann", "password": word})
            assert answer.status == status


async def test_an_admin_becomes_an_ordinary_account_again(address: str, tmp_path: Path):
    async with make_services(tmp_path, database=address) as (services, app):
        await member(services, app, "ann")
    verbs = [["admin", "ann"], ["admin", "ann", "--revoke"], ["admin", "ann", "--revoke"]]
    said = [(await asyncio.to_thread(run, address, *words)).output for words in verbs]
    assert said == [
        "ann is an admin.\n",
        "ann is no longer an admin.\n",
        "Error: ann is not an admin.\n",
    ]


async def test_an_export_has_ratings_tokens_and_matches(address: str, tmp_path: Path):
    async with make_services(tmp_path, database=address) as (services, app):
        ann = await member(services, app, "ann")
        await ann.post("/api/token")
        match = (await ann.post("/api/matches", WISH)).json()["match"]
        await ann.post(f"/api/matches/{match}/deeds", {"command": "1", "deed": {"do": "stand"}})
    found = json.loads((await asyncio.to_thread(run, address, "export", "ann")).output)
    assert sorted(one["kind"] for one in found["sessions"]) == ["session", "token"]
    assert [one["id"] for one in found["created"]] == [match]
    assert found["left"] == [{"match": match, "seat": 0}]
    assert found["ratings"] == []
