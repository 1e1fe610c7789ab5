"""The shell of the page and its files, as the hall answers for them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from parlour.hall.pages import PAGES, WEB
from parlour.hall.services import Services
from tests.hall.api.asgi import Client, make_services

pytestmark = pytest.mark.asyncio(loop_scope="module")

Both = tuple[Services, Any]
ELSEWHERE = ("192.0.2.9", 50_000)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def services_and_app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Both]:
    async with make_services(tmp_path_factory.mktemp("hall")) as both:
        yield both


@pytest.fixture
def anyone(services_and_app: Both) -> Client:
    return Client(services_and_app[1])


def policy(answer: Any) -> dict[str, str]:
    parts = answer.headers["content-security-policy"].split(";")
    return dict(part.strip().split(" ", 1) for part in parts)


@pytest.mark.parametrize("address", [page.replace("{name:str}", "x") for page in PAGES])
async def test_every_page_is_the_same_shell(anyone: Client, address: str):
    answer = await anyone.get(address)
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.body == (await anyone.get("/")).body
    assert b'src="/web/app.js"' in answer.body


async def test_a_page_allows_nothing_but_files_of_the_hall(anyone: Client):
    found = policy(await anyone.get("/"))
    assert found["default-src"] == "'none'"
    assert found["script-src"] == found["style-src"] == found["connect-src"] == "'self'"
    assert found["base-uri"] == found["frame-ancestors"] == "'none'"
    assert found["form-action"] == "'self'"
    assert "unsafe" not in str(found)


async def test_only_an_embedded_match_may_be_framed(anyone: Client):
    framed = policy(await anyone.get("/embed/0123456789"))
    assert framed.pop("frame-ancestors") == "*"
    usual = policy(await anyone.get("/match/0123456789"))
    assert usual.pop("frame-ancestors") == "'none'"
    assert framed == usual


async def test_answers_that_are_no_pages_allow_nothing_at_all(anyone: Client):
    for address in ("/api/games", "/api/account", "/nowhere", "/readyz"):
        found = policy(await anyone.get(address))
        assert found["default-src"] == found["frame-ancestors"] == "'none'"
        assert not {"script-src", "connect-src", "style-src"} & found.keys()


async def test_without_javascript_the_shell_says_how_to_play(anyone: Client):
    text = (await anyone.get("/")).body.decode()
    outside = re.search(r"<noscript>(.*)</noscript>", text, re.S)
    assert outside
    assert "parlour join http://127.0.0.1:8722</code>" in outside[1]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("/web/app.js", "text/javascript; charset=utf-8"),
        ("/web/core/api.js", "text/javascript; charset=utf-8"),
        ("/web/icons/icon.svg", "image/svg+xml"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ],
)
async def test_files_come_with_their_type_and_only_when_they_have_changed(
    anyone: Client, name: str, kind: str
):
    answer = await anyone.get(name)
    assert (answer.status, answer.headers["content-type"]) == (200, kind)
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.body == (WEB / name.removeprefix("/web/").removeprefix("/")).read_bytes()
    again = await anyone.get(name, if_none_match=answer.headers["etag"])
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize(
    "name",
    [
        "/web/",
        "/web/core",
        "/web/nothing.js",
        "/web/../hall/pages.py",
        "/web/core/../../hall/english.py",
        "/web/..%2f..%2fhall/pages.py",
        "/web/%2e%2e/cli.py",
        "/web//etc/passwd",
        "/web/\\..\\cli.py",
        "/web/.env",
        "/web/core/.api.js",
        "/web/app.js/",
        "/web/APP.js",
        "/web/app.js%00.svg",
    ],
)
async def test_no_name_leads_out_of_the_folder_of_the_page(anyone: Client, name: str):
    answer = await anyone.get(name)
    if answer.body == (WEB / "app.js").read_bytes():  # the same name, written in another way
        assert name == "/web/app.js/"
        return
    assert answer.status in (400, 404), answer.body
    assert answer.headers["content-type"] == "application/problem+json"


async def test_files_of_another_kind_are_not_served(
    anyone: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    web = tmp_path / "web"
    web.mkdir()
    (tmp_path / "secret.js").write_text("secret")
    for name in ("notes.md", "tool.py", "page.js", "service-worker.js"):
        (web / name).write_text("content")
    monkeypatch.setattr("parlour.hall.pages.WEB", web)
    assert (await anyone.get("/web/page.js")).status == 200
    assert (await anyone.get("/service-worker.js")).body == b"content"
    for name in ("notes.md", "tool.py", "../secret.js"):
        assert (await anyone.get(f"/web/{name}")).status == 404


async def test_pages_come_while_the_database_is_away(
    services_and_app: Both, monkeypatch: pytest.MonkeyPatch
):
    services, app = services_and_app

    async def away(*_: Any, **__: Any) -> Any:
        raise AssertionError("a page asked the database")

    monkeypatch.setattr(services.identity, "user", away)
    known = Client(app, token="whatever")
    for address in ("/", "/match/0123456789", "/embed/0123456789", "/web/app.js"):
        assert (await known.get(address)).status == 200
    with pytest.raises(AssertionError):  # an address of bots, which begins like one of the page
        await known.get("/game/export/0123456789")


async def test_the_many_files_of_a_page_do_not_use_up_the_requests_but_have_a_limit(tmp_path: Path):
    async with make_services(tmp_path, requests_per_second=1) as (_, app):
        visitor = Client(app, client=ELSEWHERE)
        files = [(await visitor.get("/web/nothing.js")).status for _ in range(70)]
        assert set(files[:50]) == {404}
        assert files[-1] == 429
        assert (await visitor.get("/api/games")).status == 200


async def test_another_spelling_of_an_address_does_not_get_around_the_limits(
    services_and_app: Both,
):
    spellings = ["/api/guests", "//api/guests", "/api//guests", "/api/guests//"]
    for number, spelling in enumerate(spellings):
        visitor = Client(services_and_app[1], client=(f"192.0.2.{number}", 50_000))
        statuses = [(await visitor.post(spelling, {"name": ""})).status for _ in range(11)]
        assert (statuses[0], statuses[-1]) == (201, 429), spelling
