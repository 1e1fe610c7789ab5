"""A minimal WebSocket client, cheap enough to run thousands of them on the server's machine.

It implements just enough of RFC 6455 for a trusted server: one frame per message, no extensions.
Its masking key is zero, which is valid and leaves the payload unchanged.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA


def frame_message(payload: bytes, opcode: int = TEXT) -> bytes:
    """A message as one masked client frame."""
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", 0x80 | opcode, 0x80 | size)
    elif size < 65_536:
        head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, size)
    else:
        head = struct.pack("!BBQ", 0x80 | opcode, 0x80 | 127, size)
    return head + b"\0\0\0\0" + payload


def handshake(host: str, port: int, address: str = "", token: str = "") -> bytes:
    """The HTTP request that upgrades a connection to the hall's WebSocket.

    `address` is sent as the client's address behind a proxy; `token` authenticates the user.
    """
    more = f"X-Forwarded-For: {address}\r\n" if address else ""
    more += f"Authorization: Bearer {token}\r\n" if token else ""
    return (
        f"GET /socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"Sec-WebSocket-Version: 13\r\n{more}\r\n"
    ).encode()


class WebSocketClient(asyncio.Protocol):
    """One connection: `on_message` gets each text message, `on_close` is called once it is lost."""

    __slots__ = (
        *("_buffer", "_handshake", "_on_close", "_on_message", "_open", "_first"),
        *("code", "transport"),
    )

    def __init__(
        self,
        handshake: bytes,
        first: bytes,
        on_message: Callable[[bytes], None],
        on_close: Callable[[], None] = lambda: None,
    ) -> None:
        self._handshake = handshake
        self._first = first  # the message sent once the server has accepted the handshake
        self._on_message = on_message
        self._on_close = on_close
        self._buffer = b""
        self._open = False
        self.code = 0  # the server's close code
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._handshake)

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None
        self._on_close()

    def send(self, frame: bytes) -> None:
        """Send a complete frame; without a connection it is dropped."""
        if self.transport is not None:
            self.transport.write(frame)

    def close(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._buffer:
            data = self._buffer + data
        at = 0 if self._open else self._after_handshake(data)
        size = len(data) if self._open else 0
        while size - at >= 2:
            opcode, length = data[at] & 0x0F, data[at + 1]
            start = at + 2
            if length == 126:
                if size < at + 4:
                    break
                length, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                if size < at + 10:
                    break
                length, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if size < start + length:
                break
            at = start + length
            self._take(opcode, data[start:at])
        self._buffer = data[at:]

    def _after_handshake(self, data: bytes) -> int:
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if not data.startswith(b"HTTP/1.1 101"):
            self.close()
            return len(data)
        self._open = True
        self.send(self._first)
        return end + 4

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode == TEXT:
            self._on_message(payload)
        elif opcode == PING:
            self.send(frame_message(payload, PONG))
        elif opcode == CLOSE:
            self.code = int.from_bytes(payload[:2], "big")
            self.close()
