"""A connection that reconnects whenever it ends, as a good client does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from proofs.harness.websocket_client import WebSocketClient, handshake

AGAIN = 0.05
"""Seconds after which one comes back."""


class ServerMessage(msgspec.Struct):
    """What a client looks at in a message."""

    class Data(msgspec.Struct):
        commands: tuple[str, ...] = ()
        command: str = ""
        text: str = ""
        code: str = ""
        retry: float | None = None

    t: str
    d: Data
    v: int = 0

    @property
    def done(self) -> tuple[str, ...]:
        """The commands that it acknowledges."""
        if self.t not in ("did", "ack"):
            return ()
        return self.d.commands or (self.d.command,)


_chairs = b'{"t":"chairs"'
_read = msgspec.json.Decoder(ServerMessage).decode


class ReconnectingConnection:
    """Enters a room by its `first` message; `port` says where to go, each time."""

    def __init__(
        self,
        port: Callable[[], int],
        first: Callable[[], bytes],
        on_message: Callable[[ServerMessage], None],
        lost: Callable[[], None] = lambda: None,
    ) -> None:
        self._port = port
        self._first = first
        self._on_message = on_message
        self._on_disconnect = lost
        self._loop = asyncio.get_running_loop()
        self._socket: WebSocketClient | None = None
        self._coming: asyncio.Task[None] | None = None
        self._closed = False
        self._come()

    def _come(self) -> None:
        if not self._closed:
            self._coming = self._loop.create_task(self._connect())

    async def _connect(self) -> None:
        port = self._port()
        # Known before it is connected: its first messages may be heard before this goes on.
        socket = WebSocketClient(
            handshake("127.0.0.1", port), self._first(), self._receive, self._on_close
        )
        self._socket = socket
        try:
            await self._loop.create_connection(lambda: socket, "127.0.0.1", port)
        except OSError:
            self._on_close()

    def _on_close(self) -> None:
        self._socket = None
        self._on_disconnect()
        self._loop.call_later(AGAIN, self._come)

    def _receive(self, payload: bytes) -> None:
        if not payload.startswith(_chairs):
            self._on_message(_read(payload))

    def send(self, frame: bytes) -> None:
        """Send something; it is lost where there is no connection."""
        if self._socket is not None:
            self._socket.send(frame)

    def drop(self) -> None:
        """End this connection, to come back."""
        if self._socket is not None:
            self._socket.close()

    def close(self) -> None:
        """End it for good."""
        self._closed = True
        self.drop()
