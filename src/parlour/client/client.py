"""A client of the hall: in one room, up to date, and back again whenever the line is cut.

What it asks for carries an id that stays the same however often it has to ask. So a deed is done
once, and when `do` returns without trouble it is on the hall's disk.
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
from parlour.client.http_client import HallAway, HallRefuses, reason
from parlour.client.link import Link
from parlour.client.mirror import Mirror, read_frame
from parlour.table.errors import ParlourError
from parlour.table.sentences import Sentence, shorten
from parlour.wire.messages import (
    Ack,
    Bye,
    Chair,
    Do,
    Enter,
    Entered,
    Hello,
    News,
    Said,
    Say,
    Trouble,
)
from parlour.wire.operations import Operation, Sit

SOONEST, LATEST = 0.2, 10.0
"""Seconds to the next try to connect: at first, and after many."""
PATIENCE = 20.0
"""Seconds in which the hall has to show the room."""
MOST_HAPPENINGS = 1_000
"""What a front end has not looked at yet; of more than that the oldest is forgotten."""
TOO_LARGE = 1009
"""Code with which a socket is closed because of a message that is too large."""


class Lost(msgspec.Struct, frozen=True):
    """The line is cut; the client tries to come back by itself."""

    reason: str


class Back(msgspec.Struct, frozen=True):
    """The line is there again, and the room as it is now."""


class Changed(msgspec.Struct, frozen=True):
    """The room is not as it was; `Client.room` says how it is."""


class _Here(connect):
    """Connects to where the link leads, and nowhere else that a hall may name."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


class _Letter(msgspec.Struct, frozen=True, omit_defaults=True):
    t: str
    d: msgspec.Struct
    v: int | None = None


class _Asked:
    """A deed that was asked for and not answered yet."""

    def __init__(self, letter: _Letter) -> None:
        self.letter = letter
        self.answer: asyncio.Future[Trouble | None] = asyncio.get_running_loop().create_future()


Happening = Lost | Back | Changed | Said | Trouble
"""What a front end is told; a `Trouble` here answers something else than a deed."""


class Client:
    """One room of a hall. Use it with `async with entered(...)`."""

    def __init__(self, link: Link, codes: Sequence[str] = (), token: str = "") -> None:
        if link.ticket is None:
            raise ValueError("a client enters a room")
        self.link = link
        self.match = link.ticket.match
        self.codes = tuple(codes)
        self.own_codes: dict[int, str] = {}  # of the seats taken here, by seat
        self.token = token
        self.room = Mirror(time.monotonic)
        self._asked: dict[str, _Asked] = {}
        self._happenings: deque[Happening | ParlourError] = deque(maxlen=MOST_HAPPENINGS)
        self._happened = asyncio.Event()
        self._heard: deque[Said] = deque(maxlen=100)  # what was said of late
        self._heard_until: float | None = None  # by the hall's time
        self._connection: ClientConnection | None = None
        self._retry: float | None = None  # when the hall has said to come back
        self._inside = False
        self._ended: ParlourError | None = None
        self._later: dict[str, asyncio.Task[None]] = {}  # commands that are asked again

    # ---- what one can do ----------------------------------------------------------------------

    async def do(self, operation: Operation, seat: int | None = None) -> None:
        """Do something; returns once it is kept, raises `HallRefuses` if it is not to be."""
        if self._ended is not None:
            raise self._ended
        if isinstance(operation, Sit):
            operation = self._with_code(operation, seat)
        command = secrets.token_hex(8)
        asked = _Asked(_Letter("do", Do(command, operation, seat), self.room.seq))
        self._asked[command] = asked
        await self._send(asked.letter)
        try:
            trouble = await asked.answer
        finally:
            self._asked.pop(command, None)
        if trouble is not None:
            raise HallRefuses(trouble.sentence)

    def _with_code(self, sit: Sit, seat: int | None) -> Sit:
        """One's own secret for the seat: with it one comes back, also if the line is cut before
        the hall has answered. The invitation is good for nothing then."""
        if seat is None and len(self.room.seats) != 1:
            return sit  # the hall will ask which one
        seat = self.room.seats[0] if seat is None else seat
        code = self.own_codes.setdefault(seat, secrets.token_urlsafe(16))
        if code not in self.codes:
            self.codes = (*self.codes, code)
        return msgspec.structs.replace(sit, code=code)

    @property
    def connected(self) -> bool:
        """Is the hall there, and the room shown?"""
        return self._inside

    async def say(self, text: str) -> None:
        """Say something to everybody in the room; refused while the line is cut."""
        if not self.connected:
            raise HallAway("hall.not_connected")
        await self._send(_Letter("say", Say(text)))

    async def happenings(self) -> AsyncIterator[Happening]:
        """What happens, as it happens; ends by an error if one may not come back."""
        while True:
            while not self._happenings:
                self._happened.clear()
                await self._happened.wait()
            happening = self._happenings.popleft()
            if isinstance(happening, ParlourError):
                raise happening
            yield happening

    def _tell(self, happening: Happening | ParlourError) -> None:
        """Let the front end know; that the room has changed it has to hear only once."""
        if not (isinstance(happening, Changed) and Changed() in self._happenings):
            self._happenings.append(happening)
        self._happened.set()

    # ---- the line -----------------------------------------------------------------------------

    async def run(self) -> None:
        """Connect, and connect again, until cancelled or refused for good."""
        tries = 0
        while True:
            try:
                await self._talk()
                trouble = ""
            except (OSError, InvalidHandshake, InvalidMessage, TimeoutError) as error:
                trouble = reason(error)
                if self.room.terms is None and self._retry is None:
                    self._give_up(self._away(error))
                    return
            except ParlourError as error:
                self._give_up(error)
                return
            if self._inside:
                self._inside, tries = False, 0
                self._tell(Lost(trouble))
            wait = min(LATEST, SOONEST * 2**tries) if self._retry is None else self._retry
            self._retry = None
            tries = min(tries + 1, 10)
            await asyncio.sleep(wait * uniform(0.8, 1.2))

    def _away(self, error: Exception) -> HallAway:
        if isinstance(error, InvalidHandshake | InvalidMessage):
            return HallAway("hall.no_hall", address=self.link.address)
        return HallAway("hall.away", address=self.link.address, reason=reason(error))

    def _give_up(self, error: ParlourError) -> None:
        self._ended = error
        self._tell(error)
        for asked in list(self._asked.values()):
            if not asked.answer.done():
                asked.answer.set_exception(error)

    async def _talk(self) -> None:
        """One connection, until it ends."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        async with _Here(
            self.link.socket,
            additional_headers=headers,
            compression=None,
            max_size=decoding.LARGEST,
            open_timeout=10,
            close_timeout=1,
        ) as connection:
            self._connection = connection
            known = self.room.seq if self.room.view is not None else None
            heard = self._heard_until if known is not None else None
            await self._send(_Letter("enter", Enter(self.match, self.codes, heard), known))
            try:
                async with asyncio.timeout(PATIENCE) as patience:
                    async for text in connection:
                        await self._hear(text)
                        if self._inside:
                            patience.reschedule(None)
                        await asyncio.sleep(0)  # who sends without end does not stop the rest
            except ConnectionClosed as error:
                if error.sent is not None and error.sent.code == TOO_LARGE:
                    raise self._strange("too large") from None
            except msgspec.MsgspecError as error:
                raise self._strange(str(error)) from None
            finally:
                self._connection = None

    def _strange(self, why: str) -> HallAway:
        return HallAway("hall.strange", address=self.link.address, reason=shorten(why, 200))

    async def _send(self, letter: _Letter) -> None:
        """Send it if there is a line; what matters is sent again when there is one."""
        if self._connection is not None and (self._inside or letter.t == "enter"):
            with suppress(ConnectionClosed):
                await self._connection.send(msgspec.json.encode(letter).decode())

    # ---- hearing ------------------------------------------------------------------------------

    async def _hear(self, text: str | bytes) -> None:
        frame, message = read_frame(text)
        match message:
            case Entered():
                self.room.show(message, frame.v or 0)
                await self._come_in()
            case News():
                self.room.tell(message, frame.v or 0)
                for command in message.commands:
                    self._answered(command, None)
                self._tell(Changed())
            case Ack():
                self._answered(message.command, None)
            case Trouble():
                self._refused(message)
            case Said():
                self._hear_said(message)
            case Hello():
                self._heard_until = self._heard_until or message.at or None
            case Bye():
                self._retry = max(0.0, min(message.retry, 60.0))
            case _ if frame.t == "chairs":
                self._see_chairs(message)
            case _:
                pass

    def _hear_said(self, said: Said) -> None:
        """Once: what was said during a break comes again when one is back."""
        if said not in self._heard:
            self._heard.append(said)
            self._heard_until = max(self._heard_until or 0.0, said.at)
            self._tell(said)

    async def _come_in(self) -> None:
        """The room is shown: for the first time, after a break, or because we were behind."""
        came_back, self._inside = not self._inside, True
        self._tell(Back() if came_back else Changed())
        if came_back:
            for asked in list(self._asked.values()):
                await self._send(asked.letter)

    def _see_chairs(self, chairs: tuple[Chair, ...]) -> None:
        self.room.see(chairs)
        self._tell(Changed())

    def _answered(self, command: str, trouble: Trouble | None) -> None:
        asked = self._asked.get(command)
        if asked is not None and not asked.answer.done():
            asked.answer.set_result(trouble)

    def _refused(self, trouble: Trouble) -> None:
        if not self._inside:
            if trouble.retry is None or self.room.terms is None:
                raise HallRefuses(trouble.sentence)
            self._retry = max(0.0, min(trouble.retry, LATEST))  # it cannot let us in now
            raise ConnectionAbortedError(str(trouble.sentence))
        asked = self._asked.get(trouble.command)
        if asked is None:
            self._tell(trouble)
        elif trouble.retry is None:
            self._answered(trouble.command, trouble)
        elif trouble.command not in self._later:  # the hall cannot now: ask again, by the same id
            wait = max(0.0, min(trouble.retry, LATEST))
            again = asyncio.create_task(self._ask_later(trouble.command, asked.letter, wait))
            self._later[trouble.command] = again

    async def _ask_later(self, command: str, letter: _Letter, seconds: float) -> None:
        await asyncio.sleep(seconds)
        del self._later[command]
        await self._send(letter)


@asynccontextmanager
async def entered(
    link: Link, codes: Sequence[str] = (), token: str = ""
) -> AsyncGenerator[tuple[Client, AsyncIterator[Happening]]]:
    """In a room, once it has been shown; an error says why not."""
    client = Client(link, codes, token)
    line = asyncio.create_task(client.run())
    happenings = client.happenings()
    try:
        await anext(happenings)
        yield client, happenings
    finally:
        line.cancel()
        with suppress(asyncio.CancelledError):
            await line


def lost(happening: Lost) -> Sentence:
    """What is said once when the line is cut."""
    return Sentence("hall.line_cut", reason=f" ({happening.reason})" if happening.reason else "")
