"""The outbox of a connection: in order, bounded, and closed on those who do not read."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.hall import socket
from parlour.hall.authorise import Who
from parlour.hall.config import Config
from parlour.hall.proofs.virtual import VirtualLoop
from parlour.hall.socket import GOING_AWAY, MOST_WAITING, TOO_MUCH, TOO_SLOW, Outbox, Sockets
from tests.hall.rooms import about, open_hall, open_match

Message = MutableMapping[str, Any]


class Wire:
    """The other end of an ASGI connection; it reads only while it is let."""

    def __init__(self) -> None:
        self.sent: list[Message] = []
        self.reads = asyncio.Event()
        self.reads.set()
        self.inbox: asyncio.Queue[Message] = asyncio.Queue()
        self.inbox.put_nowait({"type": "websocket.connect"})

    async def send(self, message: Message) -> None:
        await self.reads.wait()
        self.sent.append(message)

    async def receive(self) -> Message:
        return await self.inbox.get()

    def say(self, kind: str, **data: Any) -> None:
        text = msgspec.json.encode({"t": kind, "d": data}).decode()
        self.inbox.put_nowait({"type": "websocket.receive", "text": text})

    def hang_up(self) -> None:
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})

    def kinds(self) -> list[str]:
        return [
            msgspec.json.decode(message["text"])["t"] for message in self.sent if "text" in message
        ]


def in_virtual_time(work: Any) -> Any:
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.close()


async def nobody(_scope: object) -> Who:
    return Who()


# ---- the outbox ---------------------------------------------------------------------------------


def test_messages_leave_in_their_order_and_the_close_comes_last():
    async def run() -> list[Message]:
        wire = Wire()
        outbox = Outbox(wire.send)
        task = asyncio.ensure_future(outbox.run())
        for text in "abc":
            outbox.put(text)
        await asyncio.sleep(1)
        outbox.put("d")
        await asyncio.sleep(1)
        outbox.close(1000)
        outbox.put("too late")
        await task
        return wire.sent

    sent = in_virtual_time(run())
    assert [message.get("text") for message in sent] == ["a", "b", "c", "d", None]
    assert sent[-1] == {"type": "websocket.close", "code": 1000}


def test_who_never_reads_is_cut_and_nothing_is_kept_for_it():
    async def run() -> Outbox:
        wire = Wire()
        wire.reads.clear()
        outbox = Outbox(wire.send)
        task = asyncio.ensure_future(outbox.run())
        for _ in range(1_000):
            outbox.put("x" * 1_000)
            assert sum(map(len, outbox._waiting)) <= MOST_WAITING
        assert outbox.closed == TOO_SLOW
        assert not outbox._waiting
        await task  # it gives up on the close, too
        assert wire.sent == []
        return outbox

    assert in_virtual_time(run()).closed == TOO_SLOW


def test_a_message_that_does_not_leave_in_time_ends_the_connection():
    async def run() -> tuple[int | None, float]:
        wire = Wire()
        wire.reads.clear()
        outbox = Outbox(wire.send)
        outbox.put("x")
        await outbox.run()
        return outbox.closed, asyncio.get_running_loop().time()

    assert in_virtual_time(run()) == (TOO_SLOW, 2 * socket.DEADLINE)


def test_the_first_reason_to_close_is_the_one_that_is_told():
    outbox = Outbox(Wire().send)
    outbox.close(TOO_MUCH)
    outbox.close(1000)
    assert outbox.closed == TOO_MUCH


# ---- sockets ------------------------------------------------------------------------------------


async def test_a_connection_talks_until_it_hangs_up(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        codes = await open_match(hall, about())
        sockets, wire = Sockets(hall, nobody, config=Config(most_sockets=2)), Wire()
        wire.say("enter", match="m", codes=codes[:1])
        wire.say("do", command="x", deed={"do": "act", "action": "a1"})
        wire.inbox.put_nowait({"type": "websocket.receive", "bytes": b'{"t":"ping"}'})
        wire.inbox.put_nowait({"type": "websocket.receive", "text": ""})
        wire.hang_up()
        await sockets({}, wire.receive, wire.send)
        assert wire.sent[0] == {"type": "websocket.accept"}
        async with hall.entered("m") as live:
            assert live.room.seq == 3
            assert not live.audience.listeners, "who hangs up is gone"
        assert not sockets._open


async def test_there_is_an_end_to_how_many_may_come(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        sockets, first, second = (
            Sockets(hall, nobody, config=Config(most_sockets=1)),
            Wire(),
            Wire(),
        )
        task = asyncio.create_task(sockets({}, first.receive, first.send))
        await asyncio.sleep(0.01)
        await sockets({}, second.receive, second.send)
        assert second.sent == [{"type": "websocket.close", "code": 1013}]
        first.hang_up()
        await task


async def test_a_flood_is_cut(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        sockets, wire = Sockets(hall, nobody, config=Config(most_sockets=1)), Wire()
        for _ in range(500):
            wire.say("ping")
        await sockets({}, wire.receive, wire.send)
        assert wire.sent[-1] == {"type": "websocket.close", "code": TOO_MUCH}
        assert wire.inbox.qsize() > 300, "what came after the cut is not read"


async def test_everybody_is_told_when_to_come_back(tmp_path: Path):
    async with open_hall(tmp_path) as hall:
        sockets, wire = Sockets(hall, nobody, config=Config(most_sockets=1)), Wire()
        task = asyncio.create_task(sockets({}, wire.receive, wire.send))
        await asyncio.sleep(0.01)
        sockets.close_all('{"t":"bye","d":{"retry":2}}')
        await asyncio.sleep(0.01)
        assert wire.kinds() == ["hello", "bye"]
        assert wire.sent[-1] == {"type": "websocket.close", "code": GOING_AWAY}
        wire.hang_up()
        await task


@pytest.mark.parametrize("message", [{"text": None, "bytes": None}, {}])
async def test_an_empty_frame_is_a_sentence(tmp_path: Path, message: Message):
    async with open_hall(tmp_path) as hall:
        sockets, wire = Sockets(hall, nobody, config=Config(most_sockets=1)), Wire()
        wire.inbox.put_nowait({"type": "websocket.receive", **message})
        task = asyncio.create_task(sockets({}, wire.receive, wire.send))
        await asyncio.sleep(0.01)
        assert wire.kinds() == ["hello", "error"]
        wire.hang_up()
        await task
