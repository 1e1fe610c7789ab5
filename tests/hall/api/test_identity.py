"""Who a browser is: the cookie of a hall with and without encryption, and pages of others."""

from __future__ import annotations

from collections.abc import AsyncIterator
from http.cookies import Morsel, SimpleCookie
from pathlib import Path
from typing import Any

import pytest

from parlour.hall.operating.config import Config
from parlour.hall.people.accounts import DAY
from parlour.hall.services import Services
from parlour.hall.storage.database import Statement
from tests.hall.api.asgi import Answer, Client, make_services

Both = tuple[Services, Any]
LAN = {"lan": True, "host": "0.0.0.0"}
HOST = "192.0.2.2:8722"
OWN = {"host": HOST, "origin": f"http://{HOST}"}
PUBLIC = "https://play.example"


@pytest.fixture
async def lan(tmp_path: Path) -> AsyncIterator[Both]:
    async with make_services(tmp_path, **LAN) as both:
        yield both


@pytest.fixture
async def encrypted(tmp_path: Path) -> AsyncIterator[Both]:
    async with make_services(tmp_path, public=PUBLIC, proxy="192.0.2.1") as both:
        yield both


def cookie(answer: Answer) -> Morsel[str]:
    (kept,) = SimpleCookie(answer.headers["set-cookie"]).values()
    return kept


async def come_in(app: Any, **headers: str) -> Morsel[str]:
    answer = await Client(app).post("/api/guests", {"name": "Gus"}, **headers)
    assert answer.status == 201, answer.body
    return cookie(answer)


def sent(kept: Morsel[str], **headers: str) -> dict[str, Any]:
    return {"cookie": f"{kept.key}={kept.value}", **headers}


async def name_of(app: Any, **headers: str) -> str:
    return (await Client(app).get("/api/account", **headers)).json().get("name", "")


async def test_without_encryption_the_cookie_is_one_that_browsers_keep(lan: Both):
    kept = await come_in(lan[1], **OWN)
    assert kept.key == "parlour-8722"
    assert not kept["secure"]
    assert kept["httponly"]
    assert (kept["samesite"], kept["path"], kept["domain"]) == ("Strict", "/", "")
    assert (await name_of(lan[1], **sent(kept, host=HOST))).startswith("Gus")


async def test_with_encryption_the_cookie_never_travels_without(encrypted: Both):
    kept = await come_in(encrypted[1], origin=PUBLIC)
    assert kept.key == "__Host-parlour"
    assert kept["secure"]
    assert kept["httponly"]
    assert (kept["samesite"], kept["path"], kept["domain"]) == ("Strict", "/", "")
    assert (await name_of(encrypted[1], **sent(kept))).startswith("Gus")


async def test_each_hall_reads_its_own_cookie_only(lan: Both, tmp_path: Path):
    _, app = lan
    token = (await Client(app).post("/api/guests", {"name": "Gus"})).json()["token"]
    assert (await name_of(app, cookie=f"parlour-8722={token}")).startswith("Gus")
    for name in ("__Host-parlour", "parlour-8723", "parlour"):
        assert not await name_of(app, cookie=f"{name}={token}")


async def test_an_encrypted_hall_takes_no_cookie_that_could_have_been_read_on_the_way(
    encrypted: Both,
):
    _, app = encrypted
    token = (await Client(app).post("/api/guests", {"name": "Gus"})).json()["token"]
    assert (await name_of(app, cookie=f"__Host-parlour={token}")).startswith("Gus")
    assert not await name_of(app, cookie=f"parlour-8722={token}")


async def test_a_second_cookie_set_by_another_server_signs_nobody_in(lan: Both):
    """Another port of the same machine may set cookies for ours, also before our own."""
    _, app = lan
    mallory = (await Client(app).post("/api/guests", {"name": "Mallory"})).json()["token"]
    kept = await come_in(app, **OWN)
    both = f"parlour-8722={mallory}; {kept.key}={kept.value}"
    assert not await name_of(app, cookie=both)


@pytest.mark.parametrize("origin", ["http://192.0.2.2:9999", "http://evil.example", "null", ""])
async def test_pages_of_others_change_nothing_with_our_cookie(lan: Both, origin: str):
    _, app = lan
    kept = await come_in(app, **OWN)
    foreign = {"host": HOST, **({"origin": origin} if origin else {})}
    answer = await Client(app).ask("DELETE", "/api/sessions", **sent(kept, **foreign))
    assert answer.status == 403, answer.body
    assert (await name_of(app, **sent(kept, **OWN))).startswith("Gus")


async def test_a_page_of_others_opens_no_socket_and_signs_nobody_in(lan: Both):
    services, app = lan
    kept = await come_in(app, **OWN)
    for foreign in ({"origin": "http://192.0.2.2:9999"}, {}):
        headers = sent(kept, host=HOST, **foreign)
        assert b" 403 " in await open_socket(services, headers)
    assert b" 101 " in await open_socket(services, sent(kept, **OWN))
    answer = await Client(app).post("/api/guests", {}, host=HOST, origin="http://192.0.2.2:9999")
    assert (answer.status, "set-cookie" in answer.headers) == (403, False)


async def open_socket(services: Services, headers: dict[str, str]) -> bytes:
    wanted = {"sec-websocket-version": "13", "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="}
    lines = "".join(f"{name}: {value}\r\n" for name, value in {**wanted, **headers}.items())
    request = f"GET /socket HTTP/1.1\r\n{lines}\r\n".encode()
    answer, _, _ = await services.sockets.answer(request, ("192.0.2.3", 1))
    return answer.partition(b"\r\n")[0]


async def test_programs_need_no_origin(lan: Both):
    _, app = lan
    token = (await Client(app).post("/api/guests", {"name": "Gus"})).json()["token"]
    assert token
    assert (await Client(app, token).post("/api/matches", {"game": "brique"})).status == 201


async def test_who_signs_in_anew_keeps_the_new_session_even_if_the_old_one_was_due(lan: Both):
    services, app = lan
    old = await come_in(app, **OWN)
    older = Statement("update sessions set created = created - :age", {"age": 2 * DAY})
    await services.database.write([older])
    answer = await Client(app).post(
        "/api/accounts", {"name": "annabel", "password": "long enough"}, **sent(old, **OWN)
    )
    assert await name_of(app, **sent(cookie(answer), host=HOST)) == "annabel"
    assert cookie(answer).value != old.value  # nobody else can have known it before


async def test_signing_out_takes_the_cookie_away(lan: Both):
    _, app = lan
    kept = await come_in(app, **OWN)
    answer = await Client(app).ask("DELETE", "/api/sessions", **sent(kept, **OWN))
    assert answer.status == 204
    gone = cookie(answer)
    assert (gone.key, gone.value, gone["max-age"]) == ("parlour-8722", "", "0")
    assert not await name_of(app, **sent(kept, host=HOST))


def test_a_hall_at_an_ipv6_address_knows_its_own_pages():
    config = Config(host="::1", port=9000)
    assert config.own_origin("http://[::1]:9000", "[::1]:9000")
    assert not config.own_origin("http://[::1]:9001", "[::1]:9000")
