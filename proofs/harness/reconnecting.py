"""A WebSocket connection that reconnects whenever it is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from proofs.harness.websocket_client import WebSocketClient, handshake

RECONNECT_DELAY = 0.05
"""Seconds between the loss of a connection and the next attempt."""


class ServerMessage(msgspec.Struct):
    """The fields of a message that the drivers read."""

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
        """The commands that this message acknowledges."""
        if self.t not in ("did", "ack"):
            return ()
        return self.d.commands or (self.d.command,)


_chairs = b'{"t":"chairs"'
_read = msgspec.json.Decoder(ServerMessage).decode


class ReconnectingConnection:
    """Sends `first()` on each new connection, to enter a room; `port()` names the server to use."""

    def __init__(
        self,
        port: Callable[[], int],
        first: Callable[[], bytes],
        on_message: Callable[[ServerMessage], None],
        on_disconnect: Callable[[], None] = lambda: None,
    ) -> None:
        self._port = port
        self._first = first
        self._on_message = on_message
        self._on_disconnect = on_disconnect
        self._loop = asyncio.get_running_loop()
        self._socket: WebSocketClient | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._closed = False
        self._start_connecting()

    def _start_connecting(self) -> None:
        if not self._closed:
            self._connecting = self._loop.create_task(self._connect())

    async def _connect(self) -> None:
        port = self._port()
        # Assigned before it connects: its first messages may arrive before this task resumes.
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
        self._loop.call_later(RECONNECT_DELAY, self._start_connecting)

    def _receive(self, payload: bytes) -> None:
        if not payload.startswith(_chairs):
            self._on_message(_read(payload))

    def send(self, frame: bytes) -> None:
        """Send a frame; without a connection it is dropped."""
        if self._socket is not None:
            self._socket.send(frame)

    def drop(self) -> None:
        """Close the current connection and reconnect."""
        if self._socket is not None:
            self._socket.close()

    def close(self) -> None:
        """Close the connection and do not reconnect."""
        self._closed = True
        self.drop()
