"""Access that is withdrawn ends at once, on open connections too."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from parlour.cli import main
from parlour.hall.api.streams import StreamListener
from parlour.hall.connections.frames import closing
from parlour.hall.connections.socket import NOT_SIGNED_IN, Connection
from parlour.hall.people import admin, moderation
from parlour.hall.people import authorise as policies
from parlour.hall.rooms.hall import Hall
from parlour.hall.services import Services
from parlour.wire.operations import Sit
from proofs.harness.postgresql import Server
from proofs.harness.transport import LocalTransport
from tests.hall.api.asgi import Client, guest, make_services, member
from tests.hall.people.test_access import Both
from tests.hall.people.test_access import services_and_app as services_and_app
from tests.hall.small_rooms import SessionClient
from tests.hall.visitors import until

# ---- what is withdrawn --------------------------------------------------------------------------


class FakeTransport(LocalTransport):
    """Remembers what was sent to a browser."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def close(self) -> None:
        pass

    def abort(self) -> None:
        pass


class Socket:
    """A socket that somebody has open in this process."""

    def __init__(self, services: Services, token: str) -> None:
        self.transport = FakeTransport()
        self.connection = Connection(services.sockets, SimpleNamespace(connections=set()))
        self.connection.connection_made(self.transport)
        self.connection.data_received(
            b"GET /socket HTTP/1.1\r\nhost: localhost\r\nsec-websocket-version: 13\r\n"
            b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            b"authorization: Bearer " + token.encode() + b"\r\n\r\n"
        )

    @property
    def is_open(self) -> bool:
        return b"hello" in self.transport.sent and not self.is_closed

    @property
    def is_closed(self) -> bool:
        return closing(NOT_SIGNED_IN) in self.transport.sent


async def a_socket(services: Services, token: str) -> Socket:
    socket = Socket(services, token)
    await until(lambda: socket.is_open)
    return socket


async def test_until_its_socket_is_closed_a_deleted_account_leaves_its_name_nowhere(
    services_and_app: Both,
):
    """Another process deletes it: this one hears of that within a second."""
    services, app = services_and_app
    ann, bob = [await member(services, app, name) for name in ("annabel", "bobby")]
    made = (await bob.post("/api/matches", {"game": "brique", "seats": ["me", "anyone"]})).json()
    talk = SessionClient(services.hall, (await services.accounts.user(ann.token))[0])
    await talk.send("enter", match=made["match"])
    await admin.ban(services.database, services.hall.writer, "annabel", 1.0)
    await admin.forget(services.database, services.hall.writer, "annabel")
    for refused in (await talk.do(Sit("annabel"), seat=1), await talk.send("say", text="hello")):
        assert [frame["d"]["code"] for frame in refused] == ["forbidden"]
    tables = ("seats", "events", "chat")
    rows = [await services.database.read(f"select * from {table}") for table in tables]
    assert "annabel" not in str(rows)


async def test_a_deleted_name_is_gone_from_rooms_in_memory_and_from_lists(services_and_app: Both):
    services, app = services_and_app
    ann, bob = [await member(services, app, name) for name in ("annabel", "bobby")]
    made = (await bob.post("/api/matches", {"game": "brique", "seats": ["me", "anyone"]})).json()
    match = made["match"]
    await ann.post(f"/api/matches/{match}/seats/1", {})
    talk = SessionClient(services.hall, (await services.accounts.user(bob.token))[0])
    await talk.send("enter", match=match)
    await talk.send("watch", lists=["mine"])
    assert "annabel" in talk.listener.texts[-1]
    await moderation.forget(services.hall, "annabel")
    talk.listener.clear()
    await services.revocations.apply_new()
    await until(lambda: "room" in talk.listener.kinds())
    await until(lambda: not services.hall.rooms[match].room_lock.locked)
    await services.hall.lists.own.update()
    shown = [talk.listener.frames(kind)[-1] for kind in ("room", "mine")]
    assert "annabel" not in str(shown)
    assert all("deleted" in str(frame) for frame in shown)


async def test_a_ban_closes_open_sockets_and_streams_and_leaves_the_seats(services_and_app: Both):
    services, app = services_and_app
    boss, eve = await member(services, app, "boss", "admin"), await member(services, app, "eve")
    ann = await guest(app)
    new_match = {"game": "brique", "settings": {"size": 5}, "seats": ["me", "link"]}
    open_one = (await eve.post("/api/matches", new_match)).json()
    begun = (await eve.post("/api/matches", new_match)).json()
    code = begun["seats"][1]["code"]
    assert (await ann.post(f"/api/matches/{begun['match']}/seats/1", {"code": code})).status == 201
    socket, other = await a_socket(services, eve.token), await a_socket(services, ann.token)
    async with eve.stream(f"/api/matches/{begun['match']}/stream") as stream:
        await stream.next("room")
        assert (await boss.post("/api/admin/people/eve/ban")).status == 204
        await asyncio.wait_for(stream.ended.wait(), 5)
    assert socket.is_closed
    assert other.is_open
    assert (await eve.get("/api/account")).status == 403
    shown = (await ann.get(f"/api/matches/{begun['match']}")).json()
    assert shown["news"]["status"] == "over"
    left = (await ann.get(f"/api/matches/{open_one['match']}")).json()["news"]["chairs"]
    assert "name" not in left[0]
    act = {"command": "1", "deed": {"do": "rematch"}, "seat": 0}
    secret = open_one["seats"][0]["code"]
    path = f"/api/matches/{open_one['match']}/deeds"
    assert (await Client(app).post(path, act, parlour_code=secret)).status == 403
    assert (await boss.post("/api/admin/people/eve/unban")).status == 204


async def begun_by(eve: Client, ann: Client) -> tuple[str, str]:
    """A match of two that is being played, and the secret of the first seat."""
    new_match = {"game": "brique", "settings": {"size": 5}, "seats": ["me", "anyone"]}
    made = (await eve.post("/api/matches", new_match)).json()
    assert (await ann.post(f"/api/matches/{made['match']}/seats/1", {})).status == 201
    return made["match"], made["seats"][0]["code"]


async def test_a_ban_leaves_the_seats_whatever_their_commands_were_called(services_and_app: Both):
    services, app = services_and_app
    boss, eve = await member(services, app, "boss", "admin"), await member(services, app, "eve")
    ann = await guest(app)
    match, _ = await begun_by(eve, ann)
    act = {"command": "banned", "deed": {"do": "act", "action": "c3"}}
    assert (await eve.post(f"/api/matches/{match}/deeds", act)).status == 200
    assert (await boss.post("/api/admin/people/eve/ban")).status == 204
    assert (await ann.get(f"/api/matches/{match}")).json()["news"]["status"] == "over"


async def test_a_second_ban_leaves_the_seat_again(services_and_app: Both):
    services, app = services_and_app
    boss, ann = await member(services, app, "boss", "admin"), await guest(app)
    await member(services, app, "eve")
    new_match = {"game": "brique", "seats": ["anyone", "anyone"]}
    match = (await ann.post("/api/matches", new_match)).json()["match"]
    for _ in range(2):
        token, session = services.accounts._new_session("id-of-eve")
        await services.hall.writer.commit([session])
        assert (await Client(app, token).post(f"/api/matches/{match}/seats/0", {})).status == 201
        assert (await boss.post("/api/admin/people/eve/ban")).status == 204
        assert "name" not in (await ann.get(f"/api/matches/{match}")).json()["news"]["chairs"][0]
        assert (await boss.post("/api/admin/people/eve/unban")).status == 204


async def test_a_ban_prevents_a_rematch_by_the_code_of_a_seat(services_and_app: Both):
    services, app = services_and_app
    boss, eve = await member(services, app, "boss", "admin"), await member(services, app, "eve")
    ann = await guest(app)
    match, secret = await begun_by(eve, ann)
    path = f"/api/matches/{match}/deeds"
    resign = {"command": "r", "deed": {"do": "resign"}}
    assert (await ann.post(path, resign)).status == 200
    assert (await boss.post("/api/admin/people/eve/ban")).status == 204
    again = {"command": "a", "deed": {"do": "rematch"}}
    nobody = await Client(app).post(path, again, parlour_code=secret)
    assert (nobody.status, nobody.json()["code"]) == (403, "hall.player_banned")
    ours = await ann.post(path, again)
    assert (ours.status, ours.json()["code"]) == (403, "hall.player_banned")


class SlowBody:
    """Sends the head of a request, and the end of its body when it is told to."""

    def __init__(self) -> None:
        self.sent, self.finish = asyncio.Event(), asyncio.Event()
        self.status = 0

    async def receive(self) -> Any:
        self.sent.set()
        await self.finish.wait()
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(self, message: Any) -> None:
        self.status = message.get("status", self.status)


async def test_a_request_that_began_before_a_ban_is_not_answered_after_it(services_and_app: Both):
    services, app = services_and_app
    boss, eve = await member(services, app, "boss", "admin"), await member(services, app, "eve")
    slow = SlowBody()
    scope = eve.scope("GET", "/api/account/matches", {})
    asking = asyncio.create_task(app(scope, slow.receive, slow.send))
    await slow.sent.wait()
    assert (await boss.post("/api/admin/people/eve/ban")).status == 204
    slow.finish.set()
    await asyncio.wait_for(asking, 5)
    assert slow.status == 403


async def test_a_banned_user_cannot_sit_down_on_an_open_socket(
    services_and_app: Both,
):
    """Another process may hear of a ban a second later."""
    services, app = services_and_app
    eve, ann = await member(services, app, "eve"), await guest(app)
    new_match = {"game": "brique", "seats": ["anyone", "anyone"]}
    match = (await ann.post("/api/matches", new_match)).json()["match"]
    talk = SessionClient(services.hall, (await services.accounts.user(eve.token))[0])
    await talk.send("enter", match=match)
    await admin.ban(services.database, services.hall.writer, "eve", 0.0)
    (refusal,) = await talk.do(Sit("Eve"), seat=0)
    assert refusal["d"]["sentence"]["id"] == "hall.banned"


async def test_connections_end_before_the_seats_are_left(
    services_and_app: Both, monkeypatch: pytest.MonkeyPatch
):
    services, app = services_and_app
    boss, eve = await member(services, app, "boss", "admin"), await member(services, app, "eve")
    await begun_by(eve, await guest(app))
    socket = await a_socket(services, eve.token)
    was_closed: list[bool] = []
    leave = moderation._leave

    async def watched(hall: Hall, match: str, seat: int) -> None:
        was_closed.append(socket.is_closed)
        await leave(hall, match, seat)

    monkeypatch.setattr(moderation, "_leave", watched)
    assert (await boss.post("/api/admin/people/eve/ban")).status == 204
    assert was_closed == [True]


async def test_a_stream_that_begins_after_its_session_has_ended_ends_at_once(
    services_and_app: Both,
):
    services, app = services_and_app
    ann = await member(services, app, "ann")
    match = (await ann.post("/api/matches", {"game": "brique"})).json()["match"]
    user, _ = await services.accounts.user(ann.token)
    lines = services.streams.of_room(match, StreamListener(user), user.person)
    await services.accounts.sign_out(ann.token)
    async with asyncio.timeout(5):
        assert [line async for line in lines] == []
    assert len(services.streams) == 0


async def test_a_ban_by_the_verb_closes_what_is_open_in_the_hall(
    services_and_app: Both, tmp_path: Path
):
    services, app = services_and_app
    eve = await member(services, app, "eve")
    socket = await a_socket(services, eve.token)
    address = f"sqlite:{tmp_path / 'hall.db'}"
    words = ["hall", "ban", "eve", "--database", address]
    result = await asyncio.to_thread(CliRunner().invoke, main, words)
    assert result.exit_code == 0, result.output
    await until(lambda: socket.is_closed)


async def test_a_ban_in_one_process_closes_what_is_open_in_another(server: Server, tmp_path: Path):
    database = server.new_database()
    async with (
        make_services(tmp_path, database=database) as (one, app),
        make_services(tmp_path, database=database) as (other, _),
    ):
        eve, boss = await member(one, app, "eve"), await member(one, app, "boss", "admin")
        socket = await a_socket(other, eve.token)
        assert (await boss.post("/api/admin/people/eve/ban")).status == 204
        await until(lambda: socket.is_closed)


async def test_signing_out_closes_the_sockets_of_that_session_alone(services_and_app: Both):
    services, app = services_and_app
    ann = await member(services, app, "ann")
    token, session = services.accounts._new_session("id-of-ann")
    await services.hall.writer.commit([session])
    here, there = await a_socket(services, ann.token), await a_socket(services, token)
    assert (await ann.ask("DELETE", "/api/sessions")).status == 204
    assert here.is_closed
    assert there.is_open


async def test_a_socket_ends_with_its_session(
    services_and_app: Both, monkeypatch: pytest.MonkeyPatch
):
    services, app = services_and_app
    ann = await guest(app)
    socket = await a_socket(services, ann.token)
    wall = services.hall.time.wall_clock.wall
    monkeypatch.setattr(services.hall.time.wall_clock, "wall", lambda: wall() + 31 * 86_400)
    await until(lambda: socket.is_closed)


async def test_sessions_are_listed_and_withdrawn_by_their_owner(services_and_app: Both):
    services, app = services_and_app
    ann, eve = await member(services, app, "ann"), await member(services, app, "eve")
    token = (await ann.post("/api/token")).json()["access_token"]
    program = Client(app, token)
    socket = await a_socket(services, token)
    listed = (await ann.get("/api/account/sessions")).json()
    assert sorted((one["kind"], one["current"]) for one in listed) == [
        ("session", True),
        ("token", False),
    ]
    assert token not in str(listed)
    (id,) = [one["id"] for one in listed if one["kind"] == "token"]
    assert (await eve.ask("DELETE", f"/api/account/sessions/{id}")).status == 400
    assert socket.is_open
    assert (await ann.ask("DELETE", f"/api/account/sessions/{id}")).status == 204
    assert socket.is_closed
    assert (await program.get("/api/account")).status == 403
    assert (await ann.get("/api/account")).status == 200


async def test_a_new_password_ends_what_the_old_one_has_opened(services_and_app: Both):
    services, app = services_and_app
    session = await services.accounts.register("ann", "the first password")
    ann = Client(app, session.token)
    other = Client(app, (await services.accounts.sign_in("ann", "the first password")).token)
    passwords = {"old": "not the first one", "new": "the second password"}
    assert (await ann.post("/api/account/password", passwords)).status == 403
    passwords["old"] = "the first password"
    assert (await ann.post("/api/account/password", {**passwords, "new": "short"})).status == 400
    assert (await ann.post("/api/account/password", passwords)).status == 204
    assert (await ann.get("/api/account")).status == 200
    assert (await other.get("/api/account")).status == 403
    again = {"name": "ann", "password": "the second password"}
    assert (await Client(app).post("/api/sessions", again)).status == 201


async def test_signing_in_with_the_old_password_during_its_change_fails(
    services_and_app: Both, monkeypatch: pytest.MonkeyPatch
):
    """Comparing a password takes long, and even longer where many wait for it."""
    services, _ = services_and_app
    people = services.accounts
    ann = await people.register("ann", "the first password")
    user, _ = await people.user(ann.token)
    compare = people._verify

    def changed_meanwhile(kept: str, password: str) -> bool:
        right = compare(kept, password)
        monkeypatch.undo()
        changing = people.change_password(user, "the first password", "the second password")
        asyncio.run_coroutine_threadsafe(changing, loop).result(20)
        return right

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(people, "_verify", changed_meanwhile)
    with pytest.raises(policies.Forbidden):
        await people.sign_in("ann", "the first password")
    assert [one.id for one in await people.sessions_of(user)] == [user.session]


async def test_a_session_that_has_ended_opens_no_other(services_and_app: Both):
    services, app = services_and_app
    people = services.accounts
    ann = await member(services, app, "ann")
    user, _ = await people.user(ann.token)
    await people.sign_out(ann.token)
    for opening in (people.rotate(ann.token, user), people.api_token(user)):
        with pytest.raises(policies.Forbidden):
            await opening
    assert await people.sessions_of(user) == []


async def test_an_admin_closes_a_match(services_and_app: Both):
    services, app = services_and_app
    boss, ann = await member(services, app, "boss", "admin"), await guest(app)
    match = (await ann.post("/api/matches", {"game": "brique"})).json()["match"]
    assert (await boss.post(f"/api/admin/matches/{match}/close")).status == 204
    assert (await ann.get(f"/api/matches/{match}")).json()["news"]["status"] == "over"
