"""An address holds only so many HTTP connections."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from parlour.hall.connections.http_connections import HttpConnections
from parlour.hall.operating.config import Config

LIMITS = Config(connections_per_address=2)


class Line:
    """The server's end of a connection from an address."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.sent = b""
        self.closed = False
        self.protocol: Any = None

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": (self.host, 50_000), "sockname": ("127.0.0.1", 8722)}.get(name, default)

    def write(self, data: bytes) -> None:
        self.sent += data

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def get_protocol(self) -> Any:
        return self.protocol


class Socket(asyncio.Protocol):
    """What takes over a connection that becomes a WebSocket."""

    def __init__(self, **_: Any) -> None:
        pass


class Listening:
    def __init__(self, config: Config = LIMITS) -> None:
        self.connections = HttpConnections(config)
        self.config = uvicorn.Config(lambda: None, lifespan="off", log_config=None)  # pyright: ignore[reportArgumentType]
        self.config.load()
        self.config.ws_protocol_class = Socket
        self.state = ServerState()

    def connect(self, host: str) -> Line:
        line = Line(host)
        line.protocol = self.connections.connection(
            config=self.config, server_state=self.state, app_state={}
        )
        line.protocol.connection_made(line)
        return line


@pytest.fixture
async def listening() -> Listening:
    return Listening()


def is_refused(line: Line) -> bool:
    return line.closed and line.sent.startswith(b"HTTP/1.1 503 ")


async def test_a_third_connection_of_an_address_is_refused_until_one_ends(listening: Listening):
    first, second, third = [listening.connect("192.0.2.1") for _ in range(3)]
    assert [is_refused(line) for line in (first, second, third)] == [False, False, True]
    assert not is_refused(listening.connect("192.0.2.2"))
    first.protocol.connection_lost(None)
    assert not is_refused(listening.connect("192.0.2.1"))
    assert is_refused(listening.connect("192.0.2.1"))


async def test_a_refused_connection_frees_nothing(listening: Listening):
    lines = [listening.connect("192.0.2.1") for _ in range(3)]
    lines[2].protocol.connection_lost(None)  # asyncio's own protocol by now
    assert is_refused(listening.connect("192.0.2.1"))
    for line in lines[:2]:
        line.protocol.connection_lost(None)
    assert not listening.connections._of


async def test_this_machine_and_the_proxy_are_not_limited():
    listening = Listening(
        Config(connections_per_address=1, public="https://play.example", proxy="192.0.2.9")
    )
    for host in ("127.0.0.1", "::1", "192.0.2.9"):
        assert not any(is_refused(listening.connect(host)) for _ in range(3))


async def test_a_websocket_is_not_counted_as_a_http_connection(listening: Listening):
    upgrade = (
        b"GET /socket HTTP/1.1\r\nHost: hall\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
    )
    for _ in range(4):
        line = listening.connect("192.0.2.1")
        assert not is_refused(line)
        line.protocol.data_received(upgrade)
        assert isinstance(line.protocol, Socket)


async def test_networks_of_one_household_count_together(listening: Listening):
    lines = [listening.connect(f"2001:db8::{number}") for number in range(1, 4)]
    assert [is_refused(line) for line in lines] == [False, False, True]
