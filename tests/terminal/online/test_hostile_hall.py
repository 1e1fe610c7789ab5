"""A hostile hall: whatever it sends, the client answers with a sentence."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from threading import Thread
from typing import Any

import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

import parlour
from parlour.client import client as clients
from parlour.client import decoding
from parlour.client.client import Client, enter_room
from parlour.client.http_client import HallUnreachable, HttpClient
from parlour.client.link import Link, MatchRef
from parlour.client.mirror import read_frame
from parlour.hall.audience.audience import Audience
from parlour.table.errors import ParlourError
from parlour.terminal.lines.console import StandardConsole
from parlour.terminal.online.board_app import OnlineBoardApp
from parlour.terminal.online.lines.async_console import AsyncConsole
from parlour.terminal.online.lines.dialogue import OnlineDialogue
from parlour.terminal.online.lobby import Lobby
from parlour.terminal.online.session import HallUser
from parlour.wire.messages import ChatMessage, Terms
from parlour.wire.operations import Act
from tests.hall.doubles import RecordingListener
from tests.hall.small_rooms import SeatedRoom, new_terms

NASTY = "\x1b]0;owned\x07\x9b31m\x85\u202eevil\u2066\u200b\x00\r\x7f"
ENTER = Link("http://127.0.0.1:1", MatchRef("m"))


def honest() -> list[dict[str, Any]]:
    """What a real hall tells somebody at the first seat: the room, then a move."""
    seated, listener = SeatedRoom(new_terms()), RecordingListener(0)
    audience = Audience(seated.room, lambda: 0.0)
    audience.add(listener)
    audience.publish(seated.do(0, Act("a1")))
    audience.broadcast(
        msgspec.json.encode({"t": "said", "d": {"name": "Bob", "text": "hm", "at": 1.0}}).decode()
    )
    return listener.frames()


class RecordingConsole(AsyncConsole):
    """Lines that nobody types, and what was said above them."""

    def __init__(self) -> None:
        super().__init__(StandardConsole())
        self.on_screen = False
        self.said: list[str] = []

    def say(self, text: str = "", tone: str = "") -> None:
        self.said.append(text)

    def line(self) -> asyncio.Future[str | None]:
        if self.pending is None:
            self.pending = asyncio.get_running_loop().create_future()
            self.pending.set_result(None)  # the end of the input
        return self.pending


async def shown_text(frames: list[Any]) -> str:
    """What a person reads who is told this, by the line dialogue; errors are sentences."""
    client, console = Client(ENTER), RecordingConsole()
    try:
        for frame in frames:
            text = frame if isinstance(frame, str | bytes) else msgspec.json.encode(frame)
            await client._receive(text)
        client._fail(HallUnreachable("hall.no_hall", address="here"))
        if client.room.terms is not None:
            dialogue = OnlineDialogue(client, client.client_events(), console)
            async with asyncio.timeout(20):
                await dialogue.play()
    except msgspec.MsgspecError as error:
        console.say(str(error))
    except ParlourError as error:
        console.say(str(error))
    return "\n".join(console.said)


def is_harmless(text: str) -> bool:
    return all(c == "\n" or c.isprintable() for c in text)


async def test_an_honest_hall_is_understood():
    shown = await shown_text(honest())
    assert "Brique" in shown
    assert "A (you) and B" in shown
    assert "Bob: hm" in shown


SHOWN = ("title", "name", "seat", "text", "prompt", "label", "what", "id", "player")


def spoiled(value: Any, text: str, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: spoiled(part, text, key) for key, part in value.items()}
    if isinstance(value, list):
        return [spoiled(part, text, name) for part in value]
    return f"{value}{text}" if isinstance(value, str) and name in SHOWN else value


async def test_no_escape_sequence_reaches_the_terminal():
    frames = [spoiled(frame, NASTY) | {"t": frame["t"]} for frame in honest()]
    shown = await shown_text(frames)
    assert "evil" in shown
    assert is_harmless(shown)


def test_all_that_is_told_is_cleaned_in_one_place():
    frame, said = read_frame(
        msgspec.json.encode({"t": "said", "d": {"name": NASTY, "text": NASTY, "at": 1.0}})
    )
    assert frame.t == "said"
    assert said == ChatMessage("]0;owned31mevil", "]0;owned31mevil", 1.0)


async def test_a_name_or_a_title_fills_no_screen():
    room, *_ = honest()
    for way in (("d", "terms", "title"), ("d", "news", "chairs", 1, "name")):
        with pytest.raises(msgspec.ValidationError):
            await Client(ENTER)._receive(msgspec.json.encode(changed_at(room, way, "x" * 10_000)))


async def test_no_text_makes_lines_of_its_own():
    """Else a name could write whatever it likes under what is said by us."""
    frames = [spoiled(frame, "\nYour password:") | {"t": frame["t"]} for frame in honest()]
    shown = await shown_text(frames)
    assert "Your password:" in shown
    assert not any(line.startswith("Your password:") for line in shown.splitlines())


def test_a_map_among_the_settings_keeps_its_lines():
    settings = {"map": "one\ntwo", "size": 5}
    terms = {"match": "m", "game": "g", "title": "T", "rules": 1, "settings": settings}
    assert decoding.decode(msgspec.json.encode(terms), Terms).settings == settings


JUNK: list[Any] = [
    None, True, -1, 3, 2**62, 10**400, 1e300, -0.5, "", "x", NASTY, "y" * 100_000, [], {}, [[[]]],
    {"id": "match.resign", "values": {}}, {"id": "table.turn", "values": {"player": [1]}},
    {"id": "terminal.moves", "values": {"count": "many"}}, [NASTY] * 50, {"a1": "no number"},
    {"a1": {"b1": None}}, [{"seat": 0, "what": "zz9"}], [{"seat": 1, "what": "a1"}] * 3,
]  # fmt: skip


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all values inside a message."""
    found = [way] if way else []
    parts: Any = ()
    if isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
    for name, part in parts:
        found += places(part, (*way, name))
    return found


def changed_at(value: Any, way: tuple[Any, ...], junk: Any) -> Any:
    """A copy with something else, or nothing, in one place."""
    changed = copy.deepcopy(value)
    *before, last = way
    inner = changed
    for name in before:
        inner = inner[name]
    if junk is JUNK:
        del inner[last]
    else:
        inner[last] = junk
    return changed


@pytest.mark.parametrize("seed", range(12))
async def test_whatever_is_wrong_in_a_message_is_answered_by_a_sentence(seed: int):
    rng = Random(seed)
    frames = honest()
    for _ in range(40):
        number = rng.randrange(len(frames))
        way = rng.choice(places(frames[number]))
        spoilt = list(frames)
        junk = rng.choice([*JUNK, JUNK])
        spoilt[number] = changed_at(frames[number], way, junk)
        assert is_harmless(await shown_text(spoilt)), (number, way, junk)


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"t":"did","d":' + b'{"a":' * 5_000 + b"1" + b"}" * 5_005,
        b'{"t":"did","d":{"status":"running","paths":' + b'{"a":' * 60 + b"1" + b"}" * 62,
        b'"' + b"x" * 10_000_000 + b'"',
        b'{"t":"chairs","d":[' + b"{}," * 300_000 + b"{}]}",
        b'{"t":"room","v":-1,"d":{}}',
        b'{"t":"room"}',
        b'{"t":5}',
        b"null",
    ],
    ids=range(11),
)
async def test_a_message_that_is_none_is_refused(message: bytes):
    with pytest.raises(msgspec.ValidationError):
        await Client(ENTER)._receive(message)


async def test_a_view_does_not_grow_without_end():
    client = Client(ENTER)
    room, did, *_ = honest()
    await client._receive(msgspec.json.encode(room))
    piece = {"site": "a1", "kind": "stone", "letter": "B"}

    async def grow() -> None:
        for number in range(200):
            put = [piece | {"id": f"p{number}-{i}"} for i in range(100)]
            news = did["d"] | {"changes": {"put": put}}
            await client._receive(msgspec.json.encode(did | {"d": news}))

    with pytest.raises(msgspec.ValidationError, match="no view shows so much"):
        await grow()


async def test_unread_events_do_not_accumulate():
    client = Client(ENTER)
    room, _, said = honest()
    await client._receive(msgspec.json.encode(room))
    for number in range(3 * clients.MAX_QUEUED_EVENTS):
        said["d"]["at"] = float(number)
        await client._receive(msgspec.json.encode(said))
        await client._receive(
            msgspec.json.encode({"t": "chairs", "d": room["d"]["news"]["chairs"]})
        )
    assert len(client._queued_events) <= clients.MAX_QUEUED_EVENTS


# ---- over a real socket --------------------------------------------------------------------------


@asynccontextmanager
async def hostile(behave: Callable[[ServerConnection], Any]) -> AsyncGenerator[Link]:
    """A server that answers everybody who connects by behaving like this."""
    async with serve(behave, "127.0.0.1", 0, max_size=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield Link(f"http://127.0.0.1:{port}", MatchRef("m"))


async def refusal(behave: Callable[[ServerConnection], Any]) -> ParlourError:
    """Why a client gives up."""
    try:
        async with (
            asyncio.timeout(30),
            hostile(behave) as link,
            enter_room(link) as (_, client_events),
        ):
            async for _ in client_events:
                pass
    except ParlourError as error:
        return error
    raise AssertionError("it went on")


async def test_a_message_of_ten_megabytes_ends_it_with_a_sentence():
    async def behave(connection: ServerConnection) -> None:
        await connection.send("x" * 10_000_000)
        await connection.wait_closed()

    error = await refusal(behave)
    assert isinstance(error, HallUnreachable)
    assert is_harmless(str(error))


@pytest.mark.parametrize("location", ["ws://127.0.0.1:1/", "http://127.0.0.1:1/", "x:y", "//[", ""])
async def test_a_redirected_socket_is_refused(location: str):
    async def elsewhere(connection: ServerConnection, _request: Request) -> Response:
        answer = connection.respond(302, "")
        answer.headers["Location"] = location
        return answer

    async with (
        serve(lambda _: asyncio.sleep(0), "127.0.0.1", 0, process_request=elsewhere) as server,
        asyncio.timeout(20),
    ):
        port = next(iter(server.sockets)).getsockname()[1]
        with pytest.raises(HallUnreachable):
            async with enter_room(Link(f"http://127.0.0.1:{port}", MatchRef("m"))):
                pass


async def test_a_hall_that_never_shows_the_room_is_away(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(clients, "TIMEOUT", 0.2)

    async def behave(connection: ServerConnection) -> None:
        await connection.wait_closed()

    assert isinstance(await refusal(behave), HallUnreachable)


async def test_a_hall_that_sends_without_end_does_not_block_the_client():
    room, did, _ = honest()

    async def behave(connection: ServerConnection) -> None:
        await connection.send(msgspec.json.encode(room).decode())
        with suppress(Exception):
            while True:
                await connection.send(msgspec.json.encode(did).decode())

    did["d"].pop("changes")
    async with (
        asyncio.timeout(30),
        hostile(behave) as link,
        enter_room(link) as (client, client_events),
    ):
        for _ in range(20):
            await anext(client_events)
        assert len(client._queued_events) <= 2
        assert len(client.room.moves) <= 2


class _Answers(BaseHTTPRequestHandler):
    """Answers every request by one body."""

    body = b""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        with suppress(OSError):
            self.wfile.write(self.body)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


@pytest.mark.parametrize(
    "body",
    [b"[" * 100_000, b"x" * 10_000_000, b'[{"slug":1}]', b"\xff", b'{"a":' * 5_000, b"null", b""],
    ids=range(7),
)
def test_nonsense_over_http_is_refused_with_a_sentence(body: bytes):
    handler = type("Handler", (_Answers,), {"body": body})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(HallUnreachable) as refused:
            HttpClient(f"http://127.0.0.1:{server.server_port}").games()
        server.shutdown()
    assert is_harmless(str(refused.value))


class Told(HttpClient):
    """An HTTP client with fixed answers."""

    def __init__(self, answers: dict[str, Any]) -> None:
        super().__init__("http://127.0.0.1:1", "token")
        self._answers = answers

    def _ask(self, kind: Any, method: str, path: str, data: Any = None) -> Any:
        try:
            return decoding.decode(msgspec.json.encode(self._answers[path]), kind)
        except msgspec.MsgspecError:
            raise HallUnreachable("hall.no_hall", address=self.address) from None


LOBBY: dict[str, Any] = {
    "/api/games": [
        {"slug": "g", "title": "G", "rules": 1, "seats": ["A", "B"], "settings": []},
    ],
    "/api/matches": [
        {"match": "0123456789", "game": "g", "settings": {"size": 3}, "control": None,
         "rated": False, "created": 1.0, "owner": "Bob", "free": [1]},
    ],
    "/api/matches/running": [
        {"match": "0123456789", "game": "g", "players": ["Ann", "Bob"], "since": 1.0},
    ],
}  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_any_lobby_is_listed_or_refused_with_a_sentence(seed: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("parlour.terminal.online.credentials.saved_seats", lambda *_: [])
    rng = Random(seed)
    for _ in range(100):
        way, junk = rng.choice(places(LOBBY)), rng.choice([*JUNK, JUNK, [-5], [99, 15]])
        lobby = Lobby(HallUser("http://127.0.0.1:1", token="token"), StandardConsole())
        lobby.http_client = Told(changed_at(LOBBY, way, junk) if len(way) > 1 else LOBBY)
        with suppress(ParlourError):
            shown = "".join(entry.about for entry in lobby.entries())
            assert is_harmless(shown), (way, junk)


def test_redirects_are_not_followed():
    """Else a hall could have its guests ask whatever they can reach, in their own network too."""
    asked: list[str] = []

    class Elsewhere(_Answers):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(302)
            self.send_header("Location", "/private")
            self.end_headers()

    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(HallUnreachable):
            HttpClient(f"http://127.0.0.1:{server.server_port}").games()
        server.shutdown()
    assert asked == ["/api/games"]


async def test_the_board_on_the_whole_screen_survives_a_hostile_room():
    frames = [spoiled(frame, f"{NASTY}[/][red]") | {"t": frame["t"]} for frame in honest()]
    client = Client(ENTER)
    for frame in frames:
        await client._receive(msgspec.json.encode(frame))
    app = OnlineBoardApp(client, client.client_events())
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        assert app.is_running
    assert app.return_code in (0, None)


def test_limits_leave_room_for_every_game():
    """The largest views of our own games are far below what a client takes."""
    for slug in parlour.games():
        game = parlour.game(slug)
        decoding.check_board(game.board())
        view = decoding.check_view(game.view(game.start(), 0))
        assert 2 * len(view.pieces) < decoding.MOST_PIECES
