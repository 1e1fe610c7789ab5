"""A connection: in order, bounded, cut off if the client does not read or answer."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from parlour.hall.clocks.hall_time import HallTime, SystemClock
from parlour.hall.connections import frames, socket
from parlour.hall.connections.socket import (
    FRAMES_A_SECOND,
    GOING_AWAY,
    MOST_FRAMES,
    MOST_WAITING,
    QUIET,
    TOO_MUCH,
    Connection,
    Sockets,
)
from parlour.hall.operating.config import Config
from parlour.hall.people.authorise import User
from parlour.hall.rooms.hall import Hall
from parlour.hall.storage.databases.sqlite import SqliteDatabase
from parlour.hall.storage.schema import migrate
from proofs.drivers.conformance import frame
from proofs.harness.websocket_client import handshake

PING = frame(b'{"t":"ping"}')


class Wire:
    """The other end of a connection; it reads only while `reads` says so."""

    def __init__(self, protocol: Connection) -> None:
        self.protocol = protocol
        self.sent: list[bytes] = []
        self.waiting = 0
        self.reads = self.reading = True
        self.gone = self.ended = False
        protocol.connection_made(self)  # pyright: ignore[reportArgumentType] - all it needs

    def write(self, data: bytes) -> None:
        if self.reads:
            self.sent.append(data)
            return
        self.waiting += len(data)
        if self.waiting > MOST_WAITING:
            self.protocol.pause_writing()

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def abort(self) -> None:
        if not self.gone:
            self.gone = True
            self.protocol.connection_lost(None)

    close = abort

    def write_eof(self) -> None:
        self.ended = True

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def set_write_buffer_limits(self, high: int) -> None:
        assert high == MOST_WAITING

    def get_extra_info(self, _name: str) -> None:
        return None

    def kinds(self) -> list[str]:
        texts = [data[data.index(b"{") :] for data in self.sent if data[0] == 0x81]
        return [msgspec.json.decode(text)["t"] for text in texts]


async def nobody(_scope: Any) -> User:
    return User()


@pytest.fixture
async def sockets(tmp_path: Path) -> AsyncIterator[Sockets]:
    database = SqliteDatabase(tmp_path / "hall.db")
    await migrate(database)
    yield Sockets(Hall(database, HallTime(SystemClock()), Random(1)), nobody, Config(sockets=2))
    await database.close()


async def come(sockets: Sockets) -> Wire:
    server = SimpleNamespace(connections=set())
    wire = Wire(sockets.connection(None, server, None))
    wire.protocol.data_received(handshake("127.0.0.1", 1))
    await asyncio.sleep(0.01)
    return wire


async def test_messages_are_answered_in_their_order_however_they_come(sockets: Sockets):
    wire = await come(sockets)
    wire.protocol.data_received(PING * 3 + PING[:4])
    await asyncio.sleep(0.01)
    wire.protocol.data_received(PING[4:] + frame(b"{}"))
    await asyncio.sleep(0.01)
    assert wire.kinds() == ["hello", "pong", "pong", "pong", "pong", "error"]


async def test_a_client_that_does_not_read_is_cut_off_with_little_buffered(sockets: Sockets):
    wire = await come(sockets)
    wire.reads = False
    for _ in range(1_000):
        wire.protocol.send("x" * 1_000)
        assert wire.waiting <= MOST_WAITING + 1_100
    assert wire.gone
    assert not len(sockets)


async def test_a_large_message_may_wait_if_nothing_else_does(sockets: Sockets):
    wire = await come(sockets)
    wire.reads = False
    wire.protocol.send("x" * 10 * MOST_WAITING)
    assert not wire.gone
    wire.protocol.send("more")
    assert wire.gone


async def test_data_that_is_not_read_in_time_ends_the_connection(
    sockets: Sockets, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(socket, "DEADLINE", 0.01)
    slow, better = await come(sockets), await come(sockets)
    for wire in (slow, better):
        wire.reads = False
        wire.protocol.send("x" * 2 * MOST_WAITING)
    better.protocol.resume_writing()
    await asyncio.sleep(0.05)
    assert slow.gone
    assert not better.gone


async def test_a_flood_ends_the_connection_and_the_rest_is_not_read(sockets: Sockets):
    wire = await come(sockets)
    wire.protocol.data_received(PING * 500)
    await asyncio.sleep(0.05)
    assert wire.sent[-1] == frames.closing(TOO_MUCH)
    assert len(wire.sent) < 300


@pytest.mark.parametrize(
    "many",
    [
        frame(b"", frames.PING),
        frame(b"", frames.PONG),
        frame(b"", frames.CONTINUATION, final=False),
    ],
    ids=["pings", "pongs", "empty parts"],
)
async def test_a_flood_of_frames_that_say_nothing_ends_the_connection(
    sockets: Sockets, monkeypatch: pytest.MonkeyPatch, many: bytes
):
    wire = await come(sockets)
    parsed = count_frames(monkeypatch)
    wire.protocol.data_received(frame(b"", final=False))
    for _ in range(8):
        wire.protocol.data_received(many * 43_690)  # 2 MiB in all
    assert wire.sent[-1] == frames.closing(TOO_MUCH)
    assert wire.ended, "the other side sees at once that it is over"
    assert len(parsed) <= MOST_FRAMES + FRAMES_A_SECOND
    assert len(wire.sent) <= len(parsed) + 3


async def test_after_a_close_frame_a_flood_is_not_read_either(
    sockets: Sockets, monkeypatch: pytest.MonkeyPatch
):
    wire = await come(sockets)
    parsed = count_frames(monkeypatch)
    wire.protocol.shutdown()
    wire.protocol.data_received(frame(b"", frames.PING) * 43_690)
    assert wire.gone
    assert len(parsed) <= MOST_FRAMES + FRAMES_A_SECOND


def count_frames(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """Counts the frames that are taken apart from now on."""
    counted: list[None] = []
    unmasked = frames._unmasked

    def counting(mask: bytes, payload: bytes) -> bytes:
        counted.append(None)
        return unmasked(mask, payload)

    monkeypatch.setattr(frames, "_unmasked", counting)
    return counted


async def test_a_client_that_pings_without_reading_is_cut_off(sockets: Sockets):
    wire = await come(sockets)
    wire.reads = False
    wire.waiting = MOST_WAITING + 1
    wire.protocol.data_received(frame(b"x" * 125, frames.PING))
    assert wire.gone
    assert wire.waiting == MOST_WAITING + 1, "nothing is added to what waits"


@pytest.mark.parametrize(
    ("payload", "code"),
    [(b"\x03", 1002), (b"\x03\xee", 1002), (b"\x03\xe8\xff", 1007)],
    ids=["half a code", "a code that never travels", "a reason that is not text"],
)
async def test_an_invalid_close_frame_ends_the_connection_at_once(
    sockets: Sockets, payload: bytes, code: int
):
    wire = await come(sockets)
    wire.protocol.data_received(frame(payload, frames.CLOSE))
    assert wire.sent[-1] == frames.closing(code)
    assert wire.gone


async def test_input_during_an_answer_is_bounded(sockets: Sockets):
    wire = await come(sockets)
    wire.protocol.data_received(PING)
    wire.protocol.data_received(frame(b"x" * 8_000) * 3)
    assert not wire.reading
    await asyncio.sleep(0.05)
    assert wire.reading
    assert wire.kinds() == ["hello", "pong", "error", "error", "error"]


async def test_the_number_of_connections_is_bounded(sockets: Sockets):
    await come(sockets)
    second, third = await come(sockets), await come(sockets)
    assert third.sent[0].startswith(b"HTTP/1.1 503 ")
    assert third.gone
    second.abort()
    assert (await come(sockets)).kinds() == ["hello"]


async def test_silent_clients_are_pinged_and_cut_off_without_an_answer(sockets: Sockets):
    wire = await come(sockets)
    last_received = wire.protocol.last_received
    wire.protocol.check_alive(last_received + QUIET - 1)
    assert wire.kinds() == ["hello"]
    assert wire.sent[-1][0] == 0x81
    wire.protocol.check_alive(last_received + QUIET + 1)
    assert wire.sent[-1] == frames.framed(b"", frames.PING)
    wire.protocol.check_alive(last_received + 2 * QUIET + 1)
    assert wire.gone


async def test_a_closed_connection_is_freed_at_once(sockets: Sockets):
    """By reference counting alone: cycles are rarely collected."""
    wire = await come(sockets)
    wire.protocol.data_received(PING)
    await asyncio.sleep(0.01)
    connection = weakref.ref(wire.protocol)
    gc.disable()
    try:
        wire.abort()
        del wire
        assert connection() is None
    finally:
        gc.enable()


async def test_every_round_checks_all_connections(
    sockets: Sockets, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(socket, "ROUND", 0.02)
    monkeypatch.setattr(socket, "AT_ONCE", 1)
    wires = [await come(sockets), await come(sockets)]
    for wire in wires:
        wire.protocol.last_received -= QUIET + 1
    looking = asyncio.create_task(sockets.look_after())
    await asyncio.sleep(0.5)
    looking.cancel()
    asked = frames.framed(b"", frames.PING)
    assert [wire.sent[-1] for wire in wires] == [asked, asked]


async def test_all_clients_are_told_when_to_reconnect(sockets: Sockets):
    wire = await come(sockets)
    sockets.close_all('{"t":"bye","d":{"retry":2}}')
    assert wire.kinds() == ["hello", "bye"]
    assert wire.sent[-1] == frames.closing(GOING_AWAY)
    wire.protocol.send('{"t":"too late"}')
    assert wire.kinds() == ["hello", "bye"]
    wire.protocol.data_received(frame((GOING_AWAY).to_bytes(2, "big"), frames.CLOSE))
    await asyncio.sleep(0.01)
    assert wire.gone, "once both have said goodbye, it is over"


async def test_a_client_that_never_closes_is_cut_off_in_the_end(
    sockets: Sockets, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(socket, "DEADLINE", 0.01)
    wire = await come(sockets)
    wire.protocol.shutdown()
    assert not wire.gone
    await asyncio.sleep(0.05)
    assert wire.gone
