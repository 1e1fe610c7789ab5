"""The HTTP interface: what it answers, whom it refuses, and that all of it is a sentence."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from litestar import get

from parlour.hall.api import streams
from parlour.hall.app import policy_of
from parlour.hall.people.limits import RateLimited, RateLimiter
from parlour.hall.services import Services
from parlour.hall.storage.database import DatabaseUnavailable
from parlour.table.sentences import catalogue
from tests.hall.api.asgi import Client, guest, make_services, member
from tests.hall.doubles import RecordingListener

Both = tuple[Services, Any]
SMALL = {"game": "brique", "settings": {"size": 5}}


@pytest.fixture
async def services_and_app(tmp_path: Path) -> AsyncIterator[Both]:
    async with make_services(tmp_path) as both:
        yield both


async def two_seats(app: Any) -> tuple[Client, str, list[str]]:
    """A match in which one person has both seats, by their codes."""
    ann = await guest(app)
    made = (await ann.post("/api/matches", {**SMALL, "seats": ["me", "link"]})).json()
    codes = [seat["code"] for seat in made["seats"]]
    answer = await ann.post(
        f"/api/matches/{made['match']}/seats/1", {"code": codes[1], "name": "B"}
    )
    assert answer.status == 201
    return ann, made["match"], codes


def is_problem(answer: Any, status: int) -> None:
    assert answer.status == status, answer.body
    assert answer.headers["content-type"].startswith("application/problem+json")
    shape = answer.json()
    assert shape["status"] == status
    assert shape["detail"].strip()
    assert "Traceback" not in shape["detail"]


async def test_every_route_says_who_may_use_it(services_and_app: Both):
    _, app = services_and_app
    handlers = [handler for route in app._http.routes for handler in route.route_handlers]
    assert len(handlers) > 40
    assert [str(handler) for handler in handlers if policy_of(handler) is None] == []


async def test_a_route_without_a_policy_is_for_nobody(services_and_app: Both):
    @get("/api/forgotten")
    async def forgotten() -> str:
        return "a secret"

    services, app = services_and_app
    app._http.register(forgotten)
    admin = await member(services, app, "boss", "admin")
    for asker in (Client(app), admin):
        answer = await asker.get("/api/forgotten")
        is_problem(answer, 403)
        assert answer.json()["code"] == "hall.forbidden"


async def test_the_interface_describes_itself(services_and_app: Both):
    _, app = services_and_app
    answer = await Client(app).get("/api/schema")
    assert answer.status == 200
    schema = answer.json()
    assert schema["openapi"].startswith("3.1")
    assert "/api/matches/{match}/deeds" in schema["paths"]


@pytest.mark.parametrize(
    ("method", "path", "body", "kind", "status"),
    [
        ("GET", "/nothing", b"", "", 404),
        ("DELETE", "/api/games", b"", "", 405),
        ("POST", "/api/guests", b"{", "application/json", 400),
        ("POST", "/api/guests", b'{"name": 3}', "application/json", 400),
        ("POST", "/api/guests", b'{"name": "' + b"x" * 70_000 + b'"}', "application/json", 413),
        ("POST", "/api/guests", b"<a/>", "text/xml", 415),
        ("POST", "/api/matches", b'{"game": "brique"}', "application/json", 403),
        ("GET", "/api/matches/0123456789", b"", "", 404),
        ("GET", "/api/matches/x", b"", "", 400),
        ("GET", "/api/words/xx", b"", "", 404),
    ],
)
async def test_what_is_refused_is_a_sentence(
    services_and_app: Both, method: str, path: str, body: bytes, kind: str, status: int
):
    _, app = services_and_app
    headers: dict[str, Any] = {"content_type": kind} if kind else {}
    is_problem(await Client(app).ask(method, path, body=body, **headers), status)


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("/api/guests", b"{", "The request is not JSON: Input data was truncated."),
        ("/api/guests", b'"\xff"', "The request is not UTF-8 text."),
        ("/api/guests", b"", "The request is missing."),
        ("/api/guests", b'{"name": 3}', "name must be a text, not a whole number."),
        ("/api/guests", b'{"name": "' + b"x" * 41 + b'"}', "name is too long: the limit is 40."),
        ("/api/guests", b'{"nome": "x"}', "nome is not a known field."),
        ("/api/accounts", b'{"name": "x"}', "password is missing."),
        ("/api/matches/0123456789/deeds", b'{"command": "1", "deed": {"do": "fly"}}',
         "deed.do cannot be 'fly'."),
        ("/api/matches/0123456789/deeds", b'{"command": "1", "deed": {"do": "draw"}, "known": -1}',
         "known is too low: the minimum is 0."),
        ("/api/matches/0123456789/chat", b'{"text": ""}', "text is too short: the minimum is 1."),
        ("/api/matches/x/deeds", b'{"command": "1", "deed": {"do": "draw"}}',
         "match has the wrong format."),
    ],
)  # fmt: skip
async def test_a_type_error_in_a_request_is_explained_in_words(
    services_and_app: Both, path: str, body: bytes, said: str
):
    _, app = services_and_app
    ann = await guest(app)
    answer = await ann.ask("POST", path, body=body, content_type="application/json")
    is_problem(answer, 400)
    assert answer.json()["detail"] == said


async def test_refusals_are_as_the_interface_describes_them(services_and_app: Both):
    _, app = services_and_app
    paths = (await Client(app).get("/api/schema")).json()["paths"]
    shapes = [
        operation["responses"]["4XX"]["content"]["application/problem+json"]["schema"]
        for path in paths.values()
        for operation in path.values()
    ]
    assert len(shapes) > 20
    assert all("400" not in o["responses"] for path in paths.values() for o in path.values())
    refused = (await Client(app).post("/api/guests", {"name": 3})).json()
    for shape in shapes:
        assert set(shape["required"]) <= set(refused) <= set(shape["properties"])


async def test_an_invalid_token_is_refused_and_a_guest_can_read_its_account(services_and_app: Both):
    _, app = services_and_app
    for token, code in (("", "hall.sign_in"), ("made up", "hall.unknown_token")):
        answer = await Client(app, token).get("/api/account")
        is_problem(answer, 403)
        assert answer.json()["code"] == code
    ann = await guest(app)
    assert (await ann.get("/api/account")).json()["person"]


async def test_an_internal_error_reveals_no_details(
    services_and_app: Both, monkeypatch: pytest.MonkeyPatch
):
    services, app = services_and_app

    async def wrong(*_: object) -> None:
        raise KeyError("a secret")

    monkeypatch.setattr(services.matchmaking, "lobby", wrong)
    answer = await Client(app).get("/api/matches")
    is_problem(answer, 500)
    assert b"secret" not in answer.body


async def test_while_the_database_is_unavailable_the_answer_says_when_to_retry(
    services_and_app: Both, monkeypatch: pytest.MonkeyPatch
):
    services, app = services_and_app

    async def away(*_: object, **__: object) -> None:
        raise DatabaseUnavailable("hall.store_away", reason="gone")

    monkeypatch.setattr(services.database, "read", away)
    for path in ("/readyz", "/api/matches"):
        answer = await Client(app).get(path)
        is_problem(answer, 503)
        assert answer.headers["retry-after"]
    is_problem(await Client(app, "some token").get("/api/games"), 503)
    assert (await Client(app).get("/healthz")).status == 200


async def test_an_operation_is_done_once_and_a_stale_one_is_answered_with_what_was_missed(
    services_and_app: Both,
):
    _, app = services_and_app
    ann, match, codes = await two_seats(app)
    path = f"/api/matches/{match}/deeds"
    command = {"command": "1", "deed": {"do": "act", "action": "a1"}, "known": 2, "seat": 0}
    first = await ann.post(path, command, parlour_code=codes[0])
    assert first.status == 200, first.body
    assert first.json() == {"seq": 3, "fresh": True}
    again = await ann.post(path, command, parlour_code=codes[0])
    assert again.json() == {"seq": 3, "fresh": False}
    late = {"command": "2", "deed": {"do": "act", "action": "b1"}, "known": 1, "seat": 1}
    stale = await ann.post(path, late, parlour_code=codes[1])
    is_problem(stale, 409)
    assert stale.json()["room"]["news"]["moves"]["events"][0]["what"] == "a1"


async def test_nobody_acts_for_another_seat(services_and_app: Both):
    _, app = services_and_app
    _, match, codes = await two_seats(app)
    bob = await guest(app, "Bob")
    path = f"/api/matches/{match}/deeds"
    command = {"command": "1", "deed": {"do": "act", "action": "a1"}, "seat": 0}
    is_problem(await bob.post(path, command), 403)
    is_problem(await bob.post(path, command, parlour_code=codes[1]), 403)
    is_problem(await bob.post(path, command, parlour_code="guessed"), 403)
    is_problem(
        await bob.post(path, {**command, "deed": {"do": "flag"}}, parlour_code=codes[0]), 403
    )
    assert (await bob.post(path, command, parlour_code=codes[0])).status == 200


async def test_a_stream_begins_with_everything_and_goes_on_with_news(
    services_and_app: Both, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0.05)
    services, app = services_and_app
    ann, match, _codes = await two_seats(app)
    async with Client(app).stream(f"/api/matches/{match}/stream") as stream:
        room = await stream.next("room")
        assert room["d"]["terms"]["match"] == match
        assert await stream.line() == "", "a sign of life"
        command = {"command": "1", "deed": {"do": "act", "action": "a1"}, "seat": 0}
        await ann.post(f"/api/matches/{match}/deeds", command)
        did = await stream.next("did")
        assert did["d"]["moves"]["events"][0]["what"] == "a1"
        await ann.post(f"/api/matches/{match}/chat", {"text": "hello\u202e there"})
        assert (await stream.next("said"))["d"]["text"] == "hello there"
    async with Client(app).stream(f"/api/matches/{match}/stream?since=3") as stream:
        assert "view" not in (await stream.next("room"))["d"]["news"], "nothing is new to it"
    assert len(services.streams) == 0
    async with services.hall.locked_room(match) as open_room:
        assert not open_room.audience.listeners


async def test_chat_is_the_same_over_every_interface(services_and_app: Both):
    services, app = services_and_app
    ann = await member(services, app, "ann")
    match = (await ann.post("/api/matches", {"game": "brique"})).json()["match"]
    path = f"/api/matches/{match}/chat"
    for answer in (
        await ann.post(path, {"text": "\u200b"}),
        await ann.post(f"/api/bot/game/{match}/chat", form={"text": "\u200b"}),
    ):
        assert (answer.status, answer.json()["code"]) == (400, "hall.nothing_said")
    answers = [
        await ann.post(path, {"text": "one"}),
        *[await ann.post(f"/api/bot/game/{match}/chat", form={"text": "more"}) for _ in range(5)],
        await ann.post(path, {"text": "two"}),
    ]
    assert [answer.status for answer in answers] == [204, *[200] * 4, 429, 429]


async def test_a_stream_that_is_not_read_ends():
    listener = streams.StreamListener()
    for _ in range(100):
        listener.send("x" * 10_000)
    assert listener.closed
    assert await listener.receive(0.1) == []


async def test_streams_of_one_person_are_counted(services_and_app: Both):
    services, _ = services_and_app
    for _ in range(services.config.streams_per_person):
        await services.streams.admit(streams.StreamListener(), "ann")
    with pytest.raises(RateLimited):
        services.streams.check("ann")
    services.streams.check("bob")


async def paired(app: Any, name: str) -> str:
    answer = await (await guest(app, name)).post("/api/pairing", SMALL)
    assert answer.status == 201
    return answer.json()["match"]


async def test_pairing_ignores_players_who_have_left(
    services_and_app: Both, monkeypatch: pytest.MonkeyPatch
):
    services, app = services_and_app
    monkeypatch.setattr("parlour.hall.matchmaking.matchmaking.TO_CONNECT", 0.0)
    left = await paired(app, "Ann")
    waiting = await paired(app, "Bob")
    assert waiting != left
    async with services.hall.locked_room(waiting) as open_room:
        open_room.audience.add(RecordingListener(0))
    assert await paired(app, "Cy") == waiting


async def test_pairing_does_not_load_abandoned_matches(
    services_and_app: Both, monkeypatch: pytest.MonkeyPatch
):
    """With a lobby full of them, a request took 70 ms, most of it on the loop."""
    services, app = services_and_app
    monkeypatch.setattr("parlour.hall.matchmaking.matchmaking.TO_CONNECT", 0.0)
    ann, bob = await guest(app, "Ann"), await guest(app, "Bob")
    open_to_all, own = {**SMALL, "seats": ["anyone"] * 2}, {**SMALL, "seats": ["me", "anyone"]}
    empty = (await bob.post("/api/matches", open_to_all)).json()["match"]
    left = (await ann.post("/api/matches", own)).json()["match"]
    services.hall.rooms.clear()  # as after a while
    assert await paired(app, "Cy") == empty, "nobody has left it"
    assert left not in services.hall.rooms


async def test_two_simultaneous_pairing_requests_are_paired_with_each_other(services_and_app: Both):
    """Both found an empty lobby, and each of them waited in a match of their own."""
    _, app = services_and_app
    assert len(set(await asyncio.gather(paired(app, "Ann"), paired(app, "Bob")))) == 1


async def test_pairing_ignores_a_player_who_left_at_once(services_and_app: Both):
    services, app = services_and_app
    left = await paired(app, "Ann")
    listener = RecordingListener(0)
    async with services.hall.locked_room(left) as open_room:
        open_room.audience.add(listener)
    services.hall.presence.leave(left, listener)
    assert await paired(app, "Bob") != left


async def test_pairing_ignores_a_seat_that_its_player_has_left(services_and_app: Both):
    _, app = services_and_app
    ann = await guest(app, "Ann")
    left = (await ann.post("/api/pairing", SMALL)).json()["match"]
    stand = {"command": "s", "deed": {"do": "stand"}, "seat": 0}
    assert (await ann.post(f"/api/matches/{left}/deeds", stand)).status == 200
    assert await paired(app, "Bob") != left


async def test_guests_are_called_what_they_ask_for_where_they_create_or_are_paired(
    services_and_app: Both,
):
    _, app = services_and_app
    ann, bob = await guest(app, "Ann"), await guest(app, "Bob")
    made = (await ann.post("/api/pairing", {**SMALL, "name": "Ann"})).json()["match"]
    offers = (await bob.get("/api/matches")).json()
    assert [offer["owner"] for offer in offers if offer["match"] == made] == ["Ann"]
    await bob.post("/api/pairing", {**SMALL, "name": "Bob"})
    seat_infos = (await ann.get(f"/api/matches/{made}")).json()["news"]["chairs"]
    assert [info["name"] for info in seat_infos] == ["Ann", "Bob"]
    new_match = {**SMALL, "name": "Ann", "seats": ["me", "link"]}
    made = (await ann.post("/api/matches", new_match)).json()["match"]
    seat_infos = (await ann.get(f"/api/matches/{made}")).json()["news"]["chairs"]
    assert seat_infos[0]["name"] == "Ann"
    account = {"name": "Cleo", "password": "a long password"}
    assert (await Client(app).post("/api/accounts", account)).status == 201
    made = (await ann.post("/api/matches", {**new_match, "name": "cle0"})).json()["match"]
    seat_infos = (await ann.get(f"/api/matches/{made}")).json()["news"]["chairs"]
    assert seat_infos[0]["name"] == "cle0 (guest)", "that of an account is nobody else's"


async def test_a_player_who_has_just_requested_a_match_counts_as_connecting(services_and_app: Both):
    _, app = services_and_app
    assert await paired(app, "Ann") == await paired(app, "Bob")


async def test_playing_again_leads_to_a_new_match(services_and_app: Both):
    _, app = services_and_app
    ann, match, codes = await two_seats(app)
    path = f"/api/matches/{match}/deeds"
    both = " ".join(codes)
    resign = {"command": "r", "deed": {"do": "resign"}, "seat": 0}
    assert (await ann.post(path, resign, parlour_code=both)).status == 200
    want = {"command": "a", "deed": {"do": "rematch"}, "seat": 0}
    assert "next" not in (await ann.post(path, want, parlour_code=both)).json()
    made = (await ann.post(path, {**want, "seat": 1}, parlour_code=both)).json()
    shown = (await ann.get(f"/api/matches/{made['next']}")).json()
    assert shown["news"]["status"] == "running"
    mine = (await ann.get("/api/account/matches")).json()
    assert {own["match"] for own in mine} == {match, made["next"]}


async def test_all_sentences_can_be_downloaded(services_and_app: Both):
    _, app = services_and_app
    assert (await Client(app).get("/api/words/en")).json() == catalogue("en")


async def test_rate_limits_delay_only_the_client_that_exceeds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with make_services(tmp_path, public="https://play.example") as (services, app):
        monkeypatch.setattr(services.hall.time, "wall_clock", SimpleNamespace(wall=lambda: 1e9))
        one, other = (Client(app, client=(f"192.0.2.{i}", 1)) for i in (1, 2))
        answers = [await one.get("/healthz") for _ in range(120)]
        assert [a.status for a in answers[:100]] == [200] * 100
        is_problem(answers[-1], 429)
        assert answers[-1].headers["retry-after"]
        assert (await other.get("/healthz")).status == 200
        guests = [await other.post("/api/guests", {}) for _ in range(12)]
        assert [a.status for a in guests].count(201) == 10
        assert guests[-1].headers["retry-after"] == "5", "a guest every five seconds"


def test_the_number_of_rate_limit_buckets_is_bounded():
    buckets = RateLimiter(1, 1, most=10)
    for i in range(100):
        buckets.take(str(i), 0.0)
    assert len(buckets) == 10
    buckets.take("0", 0.0)
    with pytest.raises(RateLimited):
        buckets.take("0", 0.0)


async def test_requests_from_another_origin_are_refused(services_and_app: Both):
    _, app = services_and_app
    is_problem(await Client(app).get("/api/games", origin="https://evil.example"), 403)
    assert (await Client(app).get("/api/games", origin="http://127.0.0.1:8722")).status == 200


async def open_socket(services: Services, client: str = "127.0.0.1", **headers: str) -> bytes:
    """The first line of the answer to a request to open a socket."""
    wanted = {"host": "localhost", "sec-websocket-version": "13", **headers}
    wanted["sec-websocket-key"] = "dGhlIHNhbXBsZSBub25jZQ=="
    lines = "".join(f"{name}: {value}\r\n" for name, value in wanted.items())
    request = f"GET /socket HTTP/1.1\r\n{lines}\r\n".encode()
    answer, _, _ = await services.sockets.answer(request, (client, 1))
    return answer.partition(b"\r\n")[0]


async def test_a_socket_from_another_page_is_refused(services_and_app: Both):
    services, _ = services_and_app
    assert b" 403 " in await open_socket(services, origin="https://evil.example")
    assert b" 101 " in await open_socket(services, origin="http://localhost:8722")


async def test_the_sockets_of_one_address_are_limited(tmp_path: Path):
    proxied = {"public": "https://play.example", "proxy": "192.0.2.9"}
    async with make_services(tmp_path, **proxied, sockets_per_address=2) as (services, _):
        services.sockets._of["192.0.2.1"] = 2
        assert b" 503 " in await open_socket(services, "192.0.2.1")
        assert b" 101 " in await open_socket(services, "192.0.2.2")
        forwarded = {"x-forwarded-for": "10.0.0.1, 192.0.2.1"}
        assert b" 503 " in await open_socket(services, "192.0.2.9", **forwarded)
        assert b" 101 " in await open_socket(services, "192.0.2.3", **forwarded)  # not our proxy


async def test_metrics_are_for_this_machine_or_with_the_token(tmp_path: Path):
    async with make_services(tmp_path, metrics_token="a long word") as (_, app):
        ann, match, _ = await two_seats(app)
        command = {"command": "1", "deed": {"do": "act", "action": "a1"}, "seat": 0}
        await ann.post(f"/api/matches/{match}/deeds", command)
        page = (await Client(app).get("/metrics")).body.decode()
        for name in ("parlour_moves_total", "parlour_sockets", "parlour_rooms", "parlour_commit"):
            assert name in page
        lines = dict(line.rsplit(" ", 1) for line in page.splitlines() if line[0] != "#")
        assert float(lines["parlour_moves_total"]) >= 1
        far = ("192.0.2.1", 1)
        is_problem(await Client(app, client=far).get("/metrics"), 403)
        assert (await Client(app, "a long word", client=far).get("/metrics")).status == 200


async def test_streams_end_when_the_hall_goes_away(services_and_app: Both):
    services, app = services_and_app
    _, match, _ = await two_seats(app)
    async with Client(app).stream(f"/api/matches/{match}/stream") as stream:
        await stream.next("room")
        services.streams.close_all()
        await asyncio.wait_for(stream.ended.wait(), 5)
    is_problem(await Client(app).get("/readyz"), 503)
