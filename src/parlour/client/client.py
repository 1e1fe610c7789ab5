"""A client of one room of the hall; it reconnects by itself and keeps its mirror up to date.

Every operation carries a command id that stays the same when it is sent again, so it is done only
once. When `do` returns without an error, the operation is on the hall's disk.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from random import uniform

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from parlour.client import decoding
from parlour.client.http_client import HallUnreachable, RequestRefused, reason
from parlour.client.link import Link
from parlour.client.mirror import Mirror, read_frame
from parlour.table.errors import ParlourError
from parlour.table.sentences import Sentence, shorten
from parlour.wire.messages import (
    Ack,
    Bye,
    ChatMessage,
    Do,
    Enter,
    Entered,
    ErrorMessage,
    Hello,
    News,
    OfferDeclined,
    Say,
    SeatInfo,
    Watching,
)
from parlour.wire.operations import Operation, Sit

MIN_RETRY, MAX_RETRY = 0.2, 10.0
"""Seconds before the next attempt to connect: the first, and at most."""
TIMEOUT = 20.0
"""Seconds within which the hall has to send the room."""
MAX_QUEUED_EVENTS = 1_000
"""Events that the front end has not read yet; beyond that the oldest are dropped."""
TOO_LARGE = 1009
"""WebSocket close code for a message that is too large."""


class ConnectionLost(msgspec.Struct, frozen=True):
    """The connection is lost; the client reconnects by itself."""

    reason: str


class Reconnected(msgspec.Struct, frozen=True):
    """The client is connected again; `Client.room` is current."""


class RoomChanged(msgspec.Struct, frozen=True):
    """The room has changed; `Client.room` is current."""


class _Connect(connect):
    """Connects to the address of the link and follows no redirect."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


class _Request(msgspec.Struct, frozen=True, omit_defaults=True):
    t: str
    d: msgspec.Struct
    v: int | None = None


class _PendingCommand:
    """An operation that has not been answered yet."""

    def __init__(self, request: _Request) -> None:
        self.request = request
        self.answer: asyncio.Future[ErrorMessage | None] = (
            asyncio.get_running_loop().create_future()
        )


ClientEvent = (
    ConnectionLost | Reconnected | RoomChanged | OfferDeclined | ChatMessage | ErrorMessage
)
"""The events for a front end; an `ErrorMessage` here does not answer a command."""


class Client:
    """One room of a hall. Use it with `async with enter_room(...)`."""

    def __init__(self, link: Link, codes: Sequence[str] = (), token: str = "") -> None:
        if link.match_ref is None:
            raise ValueError("a client enters a room")
        self.link = link
        self.match = link.match_ref.match
        self.codes = tuple(codes)
        self.own_codes: dict[int, str] = {}  # the client's own secret codes, by seat
        self.token = token
        self.room = Mirror(time.monotonic)
        self._pending: dict[str, _PendingCommand] = {}
        self._queued_events: deque[ClientEvent | ParlourError] = deque(maxlen=MAX_QUEUED_EVENTS)
        self._event_queued = asyncio.Event()
        self._recent_chat: deque[ChatMessage] = deque(maxlen=100)  # to drop duplicates
        self._chat_until: float | None = None  # time of the last chat message, by the hall's clock
        self._connection: ClientConnection | None = None
        self._retry: float | None = None  # seconds after which to reconnect, set by the hall
        self._entered = False
        self._failure: ParlourError | None = None
        self._resending: dict[
            str, asyncio.Task[None]
        ] = {}  # commands that are about to be sent again

    # ---- sending commands ---------------------------------------------------------------------

    async def do(self, operation: Operation, seat: int | None = None) -> None:
        """Carry out an operation; it is on disk when this returns, else `RequestRefused`."""
        if self._failure is not None:
            raise self._failure
        if isinstance(operation, Sit):
            operation = self._with_code(operation, seat)
        command = secrets.token_hex(8)
        pending = _PendingCommand(_Request("do", Do(command, operation, seat), self.room.seq))
        self._pending[command] = pending
        await self._send(pending.request)
        try:
            trouble = await pending.answer
        finally:
            self._pending.pop(command, None)
        if trouble is not None:
            raise RequestRefused(trouble.sentence)

    def _with_code(self, sit: Sit, seat: int | None) -> Sit:
        """Add the client's own secret code for the seat.

        With it the client can reclaim the seat, even if the connection is lost before the hall has
        answered; the invitation is used up by then.
        """
        if seat is None and len(self.room.seats) != 1:
            return sit  # the hall refuses it and asks for the seat
        seat = self.room.seats[0] if seat is None else seat
        code = self.own_codes.setdefault(seat, secrets.token_urlsafe(16))
        if code not in self.codes:
            self.codes = (*self.codes, code)
        return msgspec.structs.replace(sit, code=code)

    @property
    def connected(self) -> bool:
        """Is the client connected and in the room?"""
        return self._entered

    async def say(self, text: str) -> None:
        """Send a chat message to the room; refused while disconnected."""
        if not self.connected:
            raise HallUnreachable("hall.not_connected")
        await self._send(_Request("say", Say(text)))

    async def client_events(self) -> AsyncIterator[ClientEvent]:
        """The events of the room; raises an error if the client cannot reconnect."""
        while True:
            while not self._queued_events:
                self._event_queued.clear()
                await self._event_queued.wait()
            client_event = self._queued_events.popleft()
            if isinstance(client_event, ParlourError):
                raise client_event
            yield client_event

    def _queue_event(self, client_event: ClientEvent | ParlourError) -> None:
        """Queue an event for the front end; `RoomChanged` is queued once only."""
        if not (isinstance(client_event, RoomChanged) and RoomChanged() in self._queued_events):
            self._queued_events.append(client_event)
        self._event_queued.set()

    # ---- the connection ------------------------------------------------------------------------

    async def run(self) -> None:
        """Connect and reconnect, until cancelled or refused."""
        tries = 0
        while True:
            try:
                await self._connect_once()
                trouble = ""
            except (OSError, InvalidHandshake, InvalidMessage, TimeoutError) as error:
                trouble = reason(error)
                if self.room.terms is None and self._retry is None:
                    self._fail(self._unreachable(error))
                    return
            except ParlourError as error:
                self._fail(error)
                return
            if self._entered:
                self._entered, tries = False, 0
                self._queue_event(ConnectionLost(trouble))
            wait = min(MAX_RETRY, MIN_RETRY * 2**tries) if self._retry is None else self._retry
            self._retry = None
            tries = min(tries + 1, 10)
            await asyncio.sleep(wait * uniform(0.8, 1.2))

    def _unreachable(self, error: Exception) -> HallUnreachable:
        if isinstance(error, InvalidHandshake | InvalidMessage):
            return HallUnreachable("hall.no_hall", address=self.link.address)
        return HallUnreachable("hall.away", address=self.link.address, reason=reason(error))

    def _fail(self, error: ParlourError) -> None:
        self._failure = error
        self._queue_event(error)
        for pending in list(self._pending.values()):
            if not pending.answer.done():
                pending.answer.set_exception(error)

    async def _connect_once(self) -> None:
        """One connection, until it ends."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        async with _Connect(
            self.link.socket,
            additional_headers=headers,
            compression=None,
            max_size=decoding.LARGEST,
            open_timeout=10,
            close_timeout=1,
        ) as connection:
            self._connection = connection
            last_seen = self.room.seq if self.room.view is not None else None
            chat_seen = self._chat_until if last_seen is not None else None
            await self._send(_Request("enter", Enter(self.match, self.codes, chat_seen), last_seen))
            try:
                async with asyncio.timeout(TIMEOUT) as patience:
                    async for text in connection:
                        await self._receive(text)
                        if self._entered:
                            patience.reschedule(None)
                        await asyncio.sleep(0)  # an endless stream does not block other tasks
            except ConnectionClosed as error:
                if error.sent is not None and error.sent.code == TOO_LARGE:
                    raise self._invalid_message("too large") from None
            except msgspec.MsgspecError as error:
                raise self._invalid_message(str(error)) from None
            finally:
                self._connection = None

    def _invalid_message(self, why: str) -> HallUnreachable:
        return HallUnreachable("hall.strange", address=self.link.address, reason=shorten(why, 200))

    async def _send(self, request: _Request) -> None:
        """Send it if connected; pending commands are sent again after a reconnection."""
        if self._connection is not None and (self._entered or request.t == "enter"):
            with suppress(ConnectionClosed):
                await self._connection.send(msgspec.json.encode(request).decode())

    # ---- receiving ------------------------------------------------------------------------------

    async def _receive(self, text: str | bytes) -> None:
        frame, message = read_frame(text)
        match message:
            case Entered():
                self.room.apply_room(message, frame.v or 0)
                await self._on_entered()
            case News():
                self.room.apply_news(message, frame.v or 0)
                for command in message.commands:
                    self._complete(command, None)
                self._queue_event(RoomChanged())
                if message.declined is not None:
                    self._queue_event(message.declined)
            case Watching():
                self.room.apply_spectators(message)
            case Ack():
                self._complete(message.command, None)
            case ErrorMessage():
                self._on_refusal(message)
            case ChatMessage():
                self._receive_chat(message)
            case Hello():
                self._chat_until = self._chat_until or message.at or None
            case Bye():
                self._retry = max(0.0, min(message.retry, 60.0))
            case _ if frame.t == "chairs":
                self._receive_seats(message)
            case _:
                pass

    def _receive_chat(self, said: ChatMessage) -> None:
        """Queue a message once; recent chat is sent again after a reconnection."""
        if said not in self._recent_chat:
            self._recent_chat.append(said)
            self._chat_until = max(self._chat_until or 0.0, said.at)
            self._queue_event(said)

    async def _on_entered(self) -> None:
        """The full room has arrived: at first, after a reconnection, or because we lagged."""
        came_back, self._entered = not self._entered, True
        self._queue_event(Reconnected() if came_back else RoomChanged())
        if came_back:
            for pending in list(self._pending.values()):
                await self._send(pending.request)

    def _receive_seats(self, seat_infos: tuple[SeatInfo, ...]) -> None:
        self.room.apply_seats(seat_infos)
        self._queue_event(RoomChanged())

    def _complete(self, command: str, trouble: ErrorMessage | None) -> None:
        pending = self._pending.get(command)
        if pending is not None and not pending.answer.done():
            pending.answer.set_result(trouble)

    def _on_refusal(self, trouble: ErrorMessage) -> None:
        if not self._entered:
            if trouble.retry is None or self.room.terms is None:
                raise RequestRefused(trouble.sentence)
            self._retry = max(0.0, min(trouble.retry, MAX_RETRY))  # it cannot let us in now
            raise ConnectionAbortedError(str(trouble.sentence))
        pending = self._pending.get(trouble.command)
        if pending is None:
            self._queue_event(trouble)
        elif trouble.retry is None:
            self._complete(trouble.command, trouble)
        elif trouble.command not in self._resending:  # sent again with the same id
            wait = max(0.0, min(trouble.retry, MAX_RETRY))
            again = asyncio.create_task(self._resend_later(trouble.command, pending.request, wait))
            self._resending[trouble.command] = again

    async def _resend_later(self, command: str, request: _Request, seconds: float) -> None:
        await asyncio.sleep(seconds)
        del self._resending[command]
        await self._send(request)


@asynccontextmanager
async def enter_room(
    link: Link, codes: Sequence[str] = (), token: str = ""
) -> AsyncGenerator[tuple[Client, AsyncIterator[ClientEvent]]]:
    """Enter a room and wait for its state; raises the hall's refusal."""
    client = Client(link, codes, token)
    running = asyncio.create_task(client.run())
    client_events = client.client_events()
    try:
        await anext(client_events)
        yield client, client_events
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


def describe_loss(lost: ConnectionLost) -> Sentence:
    """The sentence a front end shows once when the connection is lost."""
    return Sentence("hall.line_cut", reason=f" ({lost.reason})" if lost.reason else "")
