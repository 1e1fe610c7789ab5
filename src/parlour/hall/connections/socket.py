"""The WebSockets of the hall: uvicorn hands a connection over here when it is to become one.

A connection reads one message after the other; the next is taken when the last one is answered.
A move goes from here to the disk and back by plain calls; only what is unusual takes a task.
What it is told goes straight to its transport, whose buffer is the only queue there is. That queue
has an end: who does not read is cut, and costs nobody anything.
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
"""Bytes that may wait for one connection before something is added."""
MOST_UNREAD = 16 * 1024
"""Bytes from a connection that may wait here; beyond that it is not read from."""
IN_THE_KERNEL = 64 * 1024
"""Bytes that the kernel may keep for one connection (it doubles this); it would take megabytes."""
DEADLINE = 10.0
"""Seconds in which what waits has to have left, and in which a goodbye has to be answered."""
QUIET = 20.0
"""Seconds of silence after which a connection is asked whether it is still there."""
ROUND, AT_ONCE = 2.0, 100
"""Seconds in which all connections are looked at, and how many of them at a time."""

MOST_FRAMES, FRAMES_A_SECOND = 200, 40
"""Frames of any kind that a connection may send at once, and for long: more than all messages that
`Session` puts up with, so that only frames without a message in them are stopped by this."""

NOT_SIGNED_IN = 4401
"""The session with which the connection was opened has ended."""
TOO_MUCH, GOING_AWAY = 4029, 1012


class FrameLimit:
    """Charges a connection for every frame; it knows no connection, which would be a circle."""

    __slots__ = ("_bucket", "_clock")

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._bucket = Bucket(MOST_FRAMES, FRAMES_A_SECOND, clock())

    def __call__(self) -> None:
        if self._bucket.take(self._clock()):
            raise Flooding


NOBODY = User()


class Connection(asyncio.Protocol):
    """One WebSocket, from its first request to its end."""

    def __init__(self, sockets: Sockets, server: Any) -> None:
        self._sockets = sockets
        self._server = server  # uvicorn's list of all connections, for an orderly end
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._reader = Reader(messages.LARGEST, FrameLimit(self._loop.time))
        self._session: Session | None = None
        self._task: asyncio.Task[None] | None = None
        self._pending: Incoming | None = None  # a move that is on its way to the disk
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
        if not self._handshake_begun:  # uvicorn brings the whole request at once
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
        """The server ends."""
        self.close(GOING_AWAY)

    # ---- talking ------------------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Never waits; who has too much waiting already is cut."""
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
        """Say goodbye, and wait a while for the other side to do so."""
        if self._transport is not None and not self._closing:
            self._closing = True
            self._transport.write(frames.closing(code))
            self._stop_timer()
            self._timer = self._loop.call_later(DEADLINE, self.cut)

    def cut(self) -> None:
        """End it at once; nothing that waits will be sent."""
        self._closing = True
        if self._transport is not None:
            self._transport.abort()

    def ask_whether_alive(self, now: float) -> None:
        """One who has been silent is asked; who does not answer is gone."""
        silent = now - self.last_received
        if silent > 2 * QUIET:
            self.cut()
        elif silent > QUIET:
            self._send_frame(frames.framed(b"", frames.PING))

    @property
    def user(self) -> User:
        """Who it is from, once that is known."""
        return self._session.user if self._session is not None else NOBODY

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # ---- listening ----------------------------------------------------------------------------

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
        """Is there a message that has not been answered?"""
        return self._task is not None or self._pending is not None

    def _handle_messages(self) -> None:
        """Take what has come, up to a message that has to be waited for."""
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
        """Say why, end our half of the line, and hear nothing more: not even a goodbye.

        Closing at once with bytes unread would reset the line, and the reason could get lost.
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
        """What became of a move: it is kept and told, or has to be looked into."""
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
        """Take the next message; nobody is there any more who could have sent one, perhaps."""
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
            self._session.leave()
            self._session = None  # it knows us: a circle would outlive us

    def _next_message(self) -> bytes | None:
        """The next message that is to be answered, if all of it is there."""
        try:
            while not self._closing and (message := self._reader.next()) is not None:
                if message.opcode < frames.CLOSE:
                    return message.payload
                self._control(*message)
        except BadFrame as bad:
            self.close(bad.code)
        if self._closing:  # the answer to our goodbye is all that is still of interest
            self._await_goodbye()
        return None

    def _control(self, opcode: int, payload: bytes) -> None:
        if opcode == frames.PING:
            self._send_frame(frames.framed(payload, frames.PONG))
        elif opcode == frames.CLOSE:
            try:
                code = frames.close_code(payload)
            except BadFrame as bad:  # a goodbye all the same: no other one will come (7.1.7)
                code = bad.code
            self.close(code)
            if self._transport is not None:
                self._transport.close()

    def _await_goodbye(self) -> None:
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
        self._of: Counter[str] = Counter()  # how many of which address
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
        """What uvicorn asks for when a connection wants to be a WebSocket."""
        return Connection(self, server_state)

    def framed(self, text: str) -> bytes:
        """A message as it travels; one that goes to many is made once."""
        if self._last[0] is not text:
            self._last = text, frames.framed(text.encode())
        return self._last[1]

    async def answer(
        self, request: bytes, peer: tuple[Any, ...] | None
    ) -> tuple[bytes, User | None, str]:
        """The answer to the opening request (4.2), who it is from if it is granted, and where."""
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
        """Where it comes from: our own proxy is believed when it says for whom it asks."""
        host = str(peer[0]) if peer else ""
        said = headers.get(b"x-forwarded-for", b"").rpartition(b",")[2].strip()
        return said.decode("latin-1") if said and host == self._config.proxy else host

    def _is_full(self, scope: Scope, address: str) -> bool:
        config = self._config
        too_many = self._of[address] >= config.sockets_per_address and is_limited(scope, config)
        return self._ending or too_many or len(self._open) >= config.sockets

    def end(self, person: str, session: str) -> None:
        """Close what is open for a person, or under a session."""
        for connection in list(self._open):
            user = connection.user
            if (person and user.person == person) or (session and user.session == session):
                connection.close(NOT_SIGNED_IN)

    async def look_after(self) -> None:
        """Find those who are gone without a word, for ever; a few at a time, nobody waits."""
        loop = asyncio.get_running_loop()
        while True:
            everybody = list(self._open)
            rounds = max(1, -(-len(everybody) // AT_ONCE))
            for number in range(rounds):
                await asyncio.sleep(ROUND / rounds)
                now = self.hall.time.wall_clock.wall()
                for connection in everybody[number * AT_ONCE : (number + 1) * AT_ONCE]:
                    connection.ask_whether_alive(loop.time())
                    if (connection.user.expires or now) < now:
                        connection.close(NOT_SIGNED_IN)

    def close_all(self, farewell: str) -> None:
        """Tell everybody when to come back, and close; nobody else is let in."""
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
