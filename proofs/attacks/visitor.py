"""A client of the hall with its own client address, as a proxy would report it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from functools import partial
from typing import Any, NamedTuple

import msgspec

from proofs.attacks.base import METRICS_TOKEN
from proofs.harness.websocket_client import WebSocketClient, frame_message, handshake

HOST = "127.0.0.1"
PATIENCE = 30.0
"""Seconds after which a request counts as unanswered."""


class Answer(NamedTuple):
    """An HTTP response."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class Visitor:
    """Sends HTTP requests and opens WebSockets."""

    def __init__(self, port: int, address: str, token: str = "") -> None:
        self.port = port
        self.address = address
        self.token = token

    async def request(self, method: str, path: str, body: Any = None) -> Answer:
        """One request on a new connection; status 0 if the hall closes it without a response."""
        content = body if isinstance(body, bytes) else b"" if body is None else _json(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}:{self.port}\r\nConnection: close\r\n"
        head += f"X-Forwarded-For: {self.address}\r\n"
        head += f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(HOST, self.port)
            writer.write(head.encode() + content)
            answer = await reader.read()
            writer.close()
        return _read(answer)

    async def sign_in_as_guest(self, name: str) -> Visitor:
        """Sign in as a guest and keep the token."""
        answer = await self.request("POST", "/api/guests", {"name": name})
        self.token = answer.json()["token"]
        return self

    async def open(
        self,
        then: bytes = b"",
        on_message: Callable[[bytes], None] = lambda _: None,
        on_close: Callable[[], None] = lambda: None,
    ) -> WebSocketClient:
        """Open a WebSocket, send `then`, and wait for the hall's first message."""
        greeted = asyncio.Event()

        def receive(payload: bytes) -> None:
            greeted.set()
            on_message(payload)

        request = handshake(HOST, self.port, self.address, self.token)
        make = partial(WebSocketClient, request, then, receive, on_close)
        _, socket = await asyncio.get_running_loop().create_connection(make, HOST, self.port)
        async with asyncio.timeout(PATIENCE):
            await greeted.wait()
        return socket

    async def metrics(self) -> dict[str, float]:
        """The hall's metrics, by name."""
        page = (
            await Visitor(self.port, self.address, METRICS_TOKEN).request("GET", "/metrics")
        ).body
        lines = [line for line in page.decode().splitlines() if not line.startswith("#")]
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}

    async def is_ready(self) -> bool:
        return (await self.request("GET", "/readyz")).status == 200


def message(kind: str, **data: Any) -> bytes:
    """A framed message to the hall."""
    return frame_message(_json({"t": kind, "d": data}))


def attacker_address(number: int) -> str:
    """A client address for each attacker, from a range reserved for tests."""
    return f"198.18.{number >> 8 & 255}.{number & 255}"


async def paced(rate: float, seconds: float) -> AsyncGenerator[int]:
    """Yield consecutive numbers at `rate` per second; late ones follow at once."""
    began = time.monotonic()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
        yield number


def _read(answer: bytes) -> Answer:
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    words = first.split(" ")
    pairs = (line.partition(":") for line in lines)
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    return Answer(int(words[1]) if len(words) > 1 else 0, headers, body)


_json = msgspec.json.Encoder().encode
