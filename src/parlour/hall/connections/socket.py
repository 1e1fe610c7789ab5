"""The WebSockets of the hall: uvicorn hands a connection over here for the opening handshake.

A connection handles one message at a time. A move goes from here to the disk and back by plain
calls; anything unusual takes a task. Messages to the client are written to the transport, whose
buffer is the only queue. It is bounded: a client that does not read is cut off.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, cast

from parlour.hall.connections import frames
from parlour.hall.connections.frames import BadFrame, Reader
from parlour.hall.connections.peer import is_limited, peer_address
from parlour.hall.connections.session import Flooding, Incoming, Session
from parlour.hall.operating.config import Config
from parlour.hall.people.authorise import Forbidden, User
from parlour.hall.people.limits import Bucket
from parlour.hall.rooms.hall import Hall
from parlour.hall.storage.database import DatabaseUnavailable
from parlour.wire import messages

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MOST_WAITING = 32 * 1024
"""Bytes in the write buffer beyond which a client counts as not reading."""
MOST_UNREAD = 16 * 1024
"""Unhandled bytes of a connection beyond which reading is paused."""
IN_THE_KERNEL = 64 * 1024
"""The kernel's send buffer in bytes (it doubles this); by default it would take megabytes."""
DEADLINE = 10.0
"""Seconds for the write buffer to empty, and for the client to answer a close frame."""
QUIET = 20.0
"""Seconds of silence after which a connection is sent a ping."""
ROUND, AT_ONCE = 2.0, 100
"""Seconds for a round of checks of all connections, and how many are checked at a time."""

MOST_FRAMES, FRAMES_A_SECOND = 200, 40
"""The token bucket for frames of any kind: larger than that of `Session` for messages, so that it
only stops floods of frames that carry no message."""

NOT_SIGNED_IN = 4401
"""Close code: the sign-in of the connection has ended."""
TOO_MUCH, GOING_AWAY = 4029, 1012


class FrameLimit:
    """A token bucket for frames. It has no reference to its connection: that would be a cycle."""

    __slots__ = ("_bucket", "_clock")

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._bucket = Bucket(MOST_FRAMES, FRAMES_A_SECOND, clock())

    def __call__(self) -> None:
        if self._bucket.take(self._clock()):
            raise Flooding


NOBODY = User()


class Connection(asyncio.Protocol):
    """One WebSocket, from its handshake to its end."""

    def __init__(self, sockets: Sockets, server: Any) -> None:
        self._sockets = sockets
        self._server = server  # uvicorn's set of all connections, for its shutdown
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._reader = Reader(messages.LARGEST, FrameLimit(self._loop.time))
        self._session: Session | None = None
        self._task: asyncio.Task[None] | None = None
        self._pending: Incoming | None = None  # a move whose commit is awaited
        self._timer: asyncio.TimerHandle | None = None
        self._closing = self._handshake_begun = self._reading_paused = self._ignoring = False
        self.last_received = self._loop.time()

    # ---- what asyncio and uvicorn call --------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=MOST_WAITING)
        line = self._transport.get_extra_info("socket")
        if line is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, IN_THE_KERNEL)
        self._server.connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        self._server.connections.discard(self)
        self._sockets.remove(self)
        self._stop_timer()
        if not self._busy:
            self._leave()

    def data_received(self, data: bytes) -> None:
        self.last_received = self._loop.time()
        if not self._handshake_begun:  # uvicorn passes on the whole request at once
            self._handshake_begun = True
            self._task = self._loop.create_task(self._handshake(data))
            return
        if self._ignoring:
            return
        self._reader.feed(data)
        if not self._busy:
            self._handle_messages()
        elif self._reader.waiting > MOST_UNREAD and self._transport is not None:
            self._reading_paused = True
            self._transport.pause_reading()

    def pause_writing(self) -> None:
        self._stop_timer()
        self._timer = self._loop.call_later(DEADLINE, self.cut)

    def resume_writing(self) -> None:
        if not self._closing:
            self._stop_timer()

    def shutdown(self) -> None:
        """uvicorn shuts down."""
        self.close(GOING_AWAY)

    # ---- sending ------------------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Send a message without waiting; a client that does not read is cut off."""
        self._send_frame(self._sockets.framed(text))

    def _send_frame(self, frame: bytes) -> None:
        transport = self._transport
        if transport is None or self._closing:
            return
        if transport.get_write_buffer_size() > MOST_WAITING:
            self.cut()
        else:
            transport.write(frame)

    def close(self, code: int) -> None:
        """Send a close frame, and wait a while for the client's."""
        if self._transport is not None and not self._closing:
            self._closing = True
            self._transport.write(frames.closing(code))
            self._stop_timer()
            self._timer = self._loop.call_later(DEADLINE, self.cut)

    def cut(self) -> None:
        """Abort the connection at once; the write buffer is dropped."""
        self._closing = True
        if self._transport is not None:
            self._transport.abort()

    def check_alive(self, now: float) -> None:
        """Ping a silent client; cut off one that does not answer."""
        silent = now - self.last_received
        if silent > 2 * QUIET:
            self.cut()
        elif silent > QUIET:
            self._send_frame(frames.framed(b"", frames.PING))

    @property
    def user(self) -> User:
        """The user, once the handshake has succeeded."""
        return self._session.user if self._session is not None else NOBODY

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # ---- receiving ----------------------------------------------------------------------------

    async def _handshake(self, request: bytes) -> None:
        try:
            peer = self._transport.get_extra_info("peername") if self._transport else None
            answer, user, address = await self._sockets.answer(request, peer)
            if self._transport is not None:
                self._transport.write(answer)
                if user is None:
                    self._transport.close()
                else:
                    self._sockets.add(self, address)
                    self._session = Session(self._sockets.hall, user, self.send)
        finally:
            self._task = None
        if self._reader.waiting:
            self._handle_messages()

    @property
    def _busy(self) -> bool:
        """Is a message being handled?"""
        return self._task is not None or self._pending is not None

    def _handle_messages(self) -> None:
        """Handle the received messages, up to one that has to be waited for."""
        session = self._session
        try:
            while session is not None and (message := self._next_message()) is not None:
                incoming = session.read(message)
                if incoming is None:
                    continue
                if session.do_now_or_decline(incoming, self._on_done):
                    self._pending = incoming
                else:
                    self._task = self._loop.create_task(self._answer(session, incoming))
                return
        except Flooding:
            self._stop_flood()

    def _stop_flood(self) -> None:
        """Send the reason, close our half of the connection, and ignore all further input.

        Closing with unread bytes would reset the connection, and the reason could get lost.
        """
        if self._closing:
            self.cut()
            return
        self.close(TOO_MUCH)
        self._ignoring = True
        self._reader = Reader(0)
        if self._transport is not None:
            self._transport.write_eof()

    def _on_done(self, kept: bool) -> None:
        """A move was committed and published; if not, the long path finds out why."""
        incoming, self._pending = self._pending, None
        if kept:
            self._after_answer()
        elif incoming is not None and self._session is not None:
            self._task = self._loop.create_task(self._answer(self._session, incoming))

    async def _answer(self, session: Session, incoming: Incoming) -> None:
        try:
            await session.answer(incoming)
        finally:
            self._task = None
            self._after_answer()

    def _after_answer(self) -> None:
        """Handle the next message, unless the client has disconnected meanwhile."""
        if self._transport is None:
            self._leave()
            return
        if self._reading_paused:
            self._reading_paused = False
            self._transport.resume_reading()
        if self._reader.waiting:
            self._handle_messages()

    def _leave(self) -> None:
        if self._session is not None:
            self._session.end()
            self._session = None  # it refers to us: break the cycle

    def _next_message(self) -> bytes | None:
        """The next complete message, if there is one; control frames are handled here."""
        try:
            while not self._closing and (message := self._reader.next()) is not None:
                if message.opcode < frames.CLOSE:
                    return message.payload
                self._control(*message)
        except BadFrame as bad:
            self.close(bad.code)
        if self._closing:  # only the answer to our close frame matters now
            self._await_close()
        return None

    def _control(self, opcode: int, payload: bytes) -> None:
        if opcode == frames.PING:
            self._send_frame(frames.framed(payload, frames.PONG))
        elif opcode == frames.CLOSE:
            try:
                code = frames.close_code(payload)
            except BadFrame as bad:  # it still closes the connection (7.1.7)
                code = bad.code
            self.close(code)
            if self._transport is not None:
                self._transport.close()

    def _await_close(self) -> None:
        try:
            while (message := self._reader.next()) is not None:
                if message.opcode == frames.CLOSE and self._transport is not None:
                    self._transport.close()
        except BadFrame:
            if self._transport is not None:
                self._transport.close()


class Sockets:
    """All connections of this process."""

    def __init__(
        self, hall: Hall, user: Callable[[Scope], Awaitable[User]], config: Config
    ) -> None:
        self.hall = hall
        self._open: dict[Connection, str] = {}
        self._of: Counter[str] = Counter()  # connections by address
        self._user = user
        self._config = config
        self._ending = False
        self._last = ("", b"")

    def __len__(self) -> int:
        return len(self._open)

    def add(self, connection: Connection, address: str) -> None:
        self._open[connection] = address
        self._of[address] += 1

    def remove(self, connection: Connection) -> None:
        address = self._open.pop(connection, None)
        if address is not None:
            self._of[address] -= 1
            if not self._of[address]:
                del self._of[address]

    def connection(self, config: Any, server_state: Any, app_state: Any) -> Connection:
        """The protocol of a new WebSocket, called by uvicorn."""
        return Connection(self, server_state)

    def framed(self, text: str) -> bytes:
        """A message as a frame; for a message to many listeners it is made once."""
        if self._last[0] is not text:
            self._last = text, frames.framed(text.encode())
        return self._last[1]

    async def answer(
        self, request: bytes, peer: tuple[Any, ...] | None
    ) -> tuple[bytes, User | None, str]:
        """The response to the opening handshake (4.2), the user if accepted, and the address."""
        first, *lines = request.split(b"\r\n")
        pairs = [line.split(b": ", 1) for line in lines if line]
        headers = [(pair[0].lower(), pair[-1].strip()) for pair in pairs]
        found = dict(headers)
        method, target, _ = first.split(b" ", 2)
        key = frames.accept_key(found.get(b"sec-websocket-key", b""))
        if target.partition(b"?")[0] != b"/socket":
            return _refusal(b"404 Not Found"), None, ""
        if found.get(b"sec-websocket-version") != b"13":
            return _refusal(b"426 Upgrade Required", b"Sec-WebSocket-Version: 13\r\n"), None, ""
        if method != b"GET" or key is None:
            return _refusal(b"400 Bad Request"), None, ""
        client = (self._client(found, peer), 0)
        scope = {"type": "websocket", "path": "/socket", "headers": headers, "client": client}
        address = peer_address(scope)
        if self._is_full(scope, address):
            return _later, None, ""
        try:
            user = await self._user(scope)
        except Forbidden:
            return _refusal(b"403 Forbidden"), None, ""
        except DatabaseUnavailable:
            return _later, None, ""
        return _granted + key + b"\r\n\r\n", user, address

    def _client(self, headers: dict[bytes, bytes], peer: tuple[Any, ...] | None) -> str:
        """The address of the client, which only our own proxy may override."""
        host = str(peer[0]) if peer else ""
        forwarded = headers.get(b"x-forwarded-for", b"").rpartition(b",")[2].strip()
        return forwarded.decode("latin-1") if forwarded and host == self._config.proxy else host

    def _is_full(self, scope: Scope, address: str) -> bool:
        config = self._config
        too_many = self._of[address] >= config.sockets_per_address and is_limited(scope, config)
        return self._ending or too_many or len(self._open) >= config.sockets

    def end(self, person: str, session: str) -> None:
        """Close the connections of a person or of a sign-in."""
        for connection in list(self._open):
            user = connection.user
            if (person and user.person == person) or (session and user.session == session):
                connection.close(NOT_SIGNED_IN)

    async def look_after(self) -> None:
        """Check all connections, for ever, a few at a time, for silence and expiry."""
        loop = asyncio.get_running_loop()
        while True:
            connections = list(self._open)
            rounds = max(1, -(-len(connections) // AT_ONCE))
            for number in range(rounds):
                await asyncio.sleep(ROUND / rounds)
                now = self.hall.time.wall_clock.wall()
                for connection in connections[number * AT_ONCE : (number + 1) * AT_ONCE]:
                    connection.check_alive(loop.time())
                    if (connection.user.expires or now) < now:
                        connection.close(NOT_SIGNED_IN)

    def close_all(self, farewell: str) -> None:
        """Send the farewell to all connections and close them; refuse new ones."""
        self._ending = True
        for connection in list(self._open):
            connection.send(farewell)
            connection.close(GOING_AWAY)


_granted = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Accept: "
)


def _refusal(status: bytes, more: bytes = b"") -> bytes:
    return (
        b"HTTP/1.1 " + status + b"\r\n" + more + b"Content-Length: 0\r\nConnection: close\r\n\r\n"
    )


_later = _refusal(b"503 Service Unavailable", b"Retry-After: 10\r\n")
