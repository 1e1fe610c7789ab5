"""One connection's talk with the hall: reads messages, asks `authorise`, answers.

It knows no socket: text comes in through `receive`, and goes out through the `tell` it was given.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from parlour.hall import mistakes, wire
from parlour.hall.audience import Place
from parlour.hall.authorise import Forbidden, Target, Who, authorise
from parlour.hall.database import StoreAway
from parlour.hall.deeds import LONGEST_NAME, Act, Rematch, Sit
from parlour.hall.hall import Hall, Mistake, Stale
from parlour.hall.limits import Bucket, TooFast
from parlour.hall.plain import plain
from parlour.hall.seats import proven
from parlour.hall.texts import check_json
from parlour.hall.wire import Ack, Do, Enter, Hello, Leave, Ping, Said, Say, Trouble
from parlour.table.errors import BadText, ParlourError
from parlour.table.sentences import Sentence, shorten


class Flooding(Exception):
    """Too much, too fast, for too long: the connection is to be closed."""


class Asked(NamedTuple):
    """A message that could be read, and the last entry that who sent it knows of."""

    message: object
    known: int | None


class Session:
    """Somebody connected: who they are, and the room they are in, if any."""

    def __init__(self, hall: Hall, who: Who, tell: Callable[[str], None]) -> None:
        self.hall = hall
        self.who = self._seated = who  # and with the seats that are proven to be theirs
        self.tell = tell
        self.seats: tuple[int, ...] = ()
        self.place: Place = None
        self.match = ""
        now = hall.time.watch.wall()
        self._pace = Bucket(60, 20, now)
        self._patience = Bucket(100, 1, now)  # for messages beyond the pace
        self._talk = Bucket(5, 0.5, now)
        self.tell(wire.frame("hello", Hello(wire.PROTOCOL, "parlour", who.name)))

    # ---- receiving ----------------------------------------------------------------------------

    async def receive(self, text: str | bytes) -> None:
        """Read a message and do what it asks; everything wrong is answered by a sentence."""
        asked = self.read(text)
        if asked is None:
            return
        kept: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def answered(is_kept: bool) -> None:
            if not kept.done():  # else who asked has gone away
                kept.set_result(is_kept)

        if not self.do_at_once(asked, answered) or not await kept:
            await self.answer(asked)

    def read(self, text: str | bytes) -> Asked | None:
        """What a message asks for, unless there is something wrong with it."""
        try:
            self._not_too_fast()
            letter, message = wire.read(text)
            check_json(text)
        except msgspec.MsgspecError as error:
            self._refuse(Sentence("hall.unreadable", reason=shorten(str(error), 200)), "bad")
        except (UnicodeError, RecursionError):
            self._refuse(Sentence("hall.unreadable", reason="not JSON in UTF-8"), "bad")
        except BadText as error:
            self._refuse(error.sentence, "bad")
        except TooFast as error:
            self._refuse(error.sentence, "fast", retry=1.0)
        else:
            return Asked(message, letter.v)
        return None

    def do_at_once(self, asked: Asked, answered: Callable[[bool], None]) -> bool:
        """Act without waiting for anything but the disk, if that is all it takes: see the hall's
        `do_at_once`. False if it takes more, or is to be refused: then `answer` does that."""
        message = asked.message
        if not isinstance(message, Do) or not isinstance(message.deed, Act):
            return False
        try:
            seat = self._authorised(message)
        except Forbidden:
            return False
        return self.hall.do_at_once(
            self.match, seat, message.deed, message.command, asked.known, answered
        )

    async def answer(self, asked: Asked) -> None:
        """Do what a message asks."""
        message = asked.message
        command = message.command if isinstance(message, Do) else ""
        try:
            await self._answer(message, asked.known)
        except StoreAway as error:
            self._refuse(error.sentence, "away", command, retry=1.0)
        except TooFast as error:
            self._refuse(error.sentence, "fast", command, retry=1.0)
        except Forbidden as error:
            self._refuse(error.sentence, "forbidden", command)
        except Mistake as error:
            self._refuse(error.sentence, "mistake", command)
        except ParlourError as error:
            self._refuse(error.sentence, "refused", command)
        except Exception as error:  # noqa: BLE001 - whatever it is, who asked is answered
            mistakes.note("a mistake in a session", error, match=self.match)
            self._refuse(Sentence("hall.mistake"), "mistake", command)

    def _not_too_fast(self) -> None:
        now = self.hall.time.watch.wall()
        wait = self._pace.take(now)
        if not wait:
            return
        if self._patience.take(now):
            raise Flooding
        raise TooFast("hall.too_fast", seconds=round(wait, 1))

    def _refuse(
        self, sentence: Sentence, code: str, command: str = "", retry: float | None = None
    ) -> None:
        self.tell(wire.frame("error", Trouble(sentence, str(sentence), code, command, retry)))

    async def _answer(self, message: object, known: int | None) -> None:
        match message:
            case Do():
                await self._do(message, known)
            case Enter():
                await self._enter(message, known)
            case Leave():
                authorise(self.who, "leave")
                self.leave()
            case Say():
                await self._say(message)
            case Ping():
                authorise(self.who, "ping")
                self.tell(wire.frame("pong", {}))
            case _:
                raise Forbidden("hall.forbidden")

    # ---- the messages -------------------------------------------------------------------------

    async def _enter(self, message: Enter, known: int | None) -> None:
        authorise(self.who, "enter")
        self.leave()
        async with self.hall.entered(message.match, known) as live:
            self.seats = await proven(self.hall, live, self.who, message.codes)
            self.match = message.match
            self._seated = msgspec.structs.replace(self.who, seats=self.seats)
            await self.hall.come_in(live, self, known)

    async def _show(self) -> None:
        if self.match:
            async with self.hall.entered(self.match) as live:
                live.audience.show(self)

    def leave(self) -> None:
        """Leave the room, if in one."""
        if self.match:
            self.hall.left(self.match, self)
        self.match, self.seats, self.place, self._seated = "", (), None, self.who

    async def _do(self, message: Do, known: int | None) -> None:
        seat = self._authorised(message)
        deed = message.deed
        if isinstance(deed, Sit):
            kind = "bot" if self.who.kind == "bot" else "person"
            deed = Sit(_name(deed.name), kind, self.who.person)
        elif isinstance(deed, Rematch):  # which match that will be is for the hall to say
            deed = Rematch()
        try:
            if isinstance(deed, Rematch):
                await self.hall.play_again(self.match, seat, message.command)
            seq, fresh = await self.hall.do(self.match, seat, deed, message.command, known)
        except Stale as error:
            self._refuse(error.sentence, "stale", message.command)
            await self._show()
            return
        if not fresh:  # else the room has told it
            self.tell(wire.frame("ack", Ack(message.command), seq))

    def _authorised(self, message: Do) -> int:
        """The seat for which a deed is asked; `Forbidden` if it is not theirs to ask for."""
        if not self.match:
            raise Forbidden("hall.no_room")
        seat = self.seats[0] if message.seat is None and len(self.seats) == 1 else message.seat
        if seat is None:
            raise Forbidden("hall.which_seat")
        kind = type(message.deed).__struct_config__.tag
        authorise(self._seated, f"do {kind}", Target(seat=seat))
        return seat

    async def _say(self, message: Say) -> None:
        authorise(self._seated, "say")
        if not self.match:
            raise Forbidden("hall.no_room")
        text = plain(message.text)
        if not text:
            raise BadText("hall.nothing_said")
        now = self.hall.time.watch.wall()
        if wait := self._talk.take(now):
            raise TooFast("hall.too_fast", seconds=round(wait, 1))
        seat = self.seats[0] if self.seats else None
        name = self.who.name
        await self.hall.say(self.match, Said(name, text, now, seat))


def _name(text: str) -> str:
    """A name as it may be kept: what is left of it once it is plain, if that is a name."""
    name = plain(text)[:LONGEST_NAME].strip()
    if not name:
        raise BadText("hall.no_name")
    return name
