"""One connection's talk with the hall: reads messages, asks `authorise`, answers.

It knows no socket: text comes in through `receive`, and goes out through the `tell` it was given.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from parlour.hall.connections.text_check import check_json
from parlour.hall.operating import mistakes
from parlour.hall.people.authorise import Forbidden, User, authorise
from parlour.hall.people.limits import Bucket, RateLimited
from parlour.hall.rooms.audience import Place
from parlour.hall.rooms.commands import Command, new_code, perform, perform_at_once, say
from parlour.hall.rooms.hall import Hall, InternalError, Stale
from parlour.hall.rooms.room import Room
from parlour.hall.rooms.seats import shown
from parlour.hall.storage.database import DatabaseUnavailable
from parlour.hall.storage.store import hash_secret
from parlour.table.errors import BadText, ParlourError
from parlour.table.sentences import Sentence, shorten
from parlour.wire import messages
from parlour.wire.messages import Ack, Do, Enter, ErrorMessage, Hello, Leave, Ping, Say, Seated
from parlour.wire.operations import Sit


class Flooding(Exception):
    """Too much, too fast, for too long: the connection is to be closed."""


class Asked(NamedTuple):
    """A message that could be read, and the last entry that who sent it knows of."""

    message: object
    known: int | None


class Session:
    """Somebody connected: who they are, and the room they are in, if any."""

    def __init__(self, hall: Hall, user: User, tell: Callable[[str], None]) -> None:
        self.hall = hall
        self.user = self._asker = user  # and with the secrets that were shown in this room
        self.tell = tell
        self.seats: tuple[int, ...] = ()
        self.place: Place = None
        self.match = ""
        now = hall.time.wall_clock.wall()
        self._pace = Bucket(60, 20, now)
        self._patience = Bucket(100, 1, now)  # for messages beyond the pace
        self.tell(messages.frame("hello", Hello(messages.PROTOCOL, "parlour", user.name, now)))

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

        if not self.do_now_or_decline(asked, answered) or not await kept:
            await self.answer(asked)

    def read(self, text: str | bytes) -> Asked | None:
        """What a message asks for, unless there is something wrong with it."""
        try:
            self._not_too_fast()
            letter, message = messages.read(text)
            check_json(text)
        except msgspec.MsgspecError as error:
            self._refuse(Sentence("hall.unreadable", reason=shorten(str(error), 200)), "bad")
        except (UnicodeError, RecursionError):
            self._refuse(Sentence("hall.unreadable", reason="not JSON in UTF-8"), "bad")
        except BadText as error:
            self._refuse(error.sentence, "bad")
        except RateLimited as error:
            self._refuse(error.sentence, "fast", retry=error.seconds)
        else:
            return Asked(message, letter.v)
        return None

    def do_now_or_decline(self, asked: Asked, answered: Callable[[bool], None]) -> bool:
        """Carry out an action that waits for nothing but the disk (`Hall.do_now_or_decline`). False
        if the action needs more, or is to be refused: then `answer` does that."""
        message = asked.message
        if not isinstance(message, Do) or not self.match:
            return False
        command = Command(message.command, message.operation, message.seat, asked.known)
        return perform_at_once(self.hall, self._asker, self.match, command, answered)

    async def answer(self, asked: Asked) -> None:
        """Do what a message asks."""
        message = asked.message
        command = message.command if isinstance(message, Do) else ""
        try:
            await self._answer(message, asked.known)
        except DatabaseUnavailable as error:
            self._refuse(error.public_sentence, "away", command, retry=1.0)
        except RateLimited as error:
            self._refuse(error.sentence, "fast", command, retry=error.seconds)
        except Forbidden as error:
            self._refuse(error.sentence, "forbidden", command)
        except InternalError as error:
            self._refuse(error.sentence, "mistake", command)
        except ParlourError as error:
            self._refuse(error.sentence, "refused", command)
        except Exception as error:  # noqa: BLE001 - whatever it is, who asked is answered
            mistakes.note("session failed", error, match=self.match)
            self._refuse(Sentence("hall.mistake"), "mistake", command)

    def _not_too_fast(self) -> None:
        now = self.hall.time.wall_clock.wall()
        wait = self._pace.take(now)
        if not wait:
            return
        if self._patience.take(now):
            raise Flooding
        raise RateLimited("hall.too_fast", seconds=round(wait, 1))

    def _refuse(
        self, sentence: Sentence, code: str, command: str = "", retry: float | None = None
    ) -> None:
        self.tell(
            messages.frame("error", ErrorMessage(sentence, str(sentence), code, command, retry))
        )

    async def _answer(self, message: object, known: int | None) -> None:
        match message:
            case Do():
                await self._do(message, known)
            case Enter():
                await self._enter(message, known)
            case Leave():
                authorise(self.user, "leave")
                self.leave()
            case Say():
                await self._say(message)
            case Ping():
                authorise(self.user, "ping")
                self.tell(messages.frame("pong", {}))
            case _:
                raise Forbidden("hall.forbidden")

    # ---- the messages -------------------------------------------------------------------------

    async def _enter(self, message: Enter, known: int | None) -> None:
        authorise(self.user, "enter")
        self.leave()
        async with self.hall.entered(message.match, known) as open_room:
            self._asker = await shown(self.hall, open_room, self.user, message.codes)
            self.match = message.match
            await self.hall.come_in(open_room, self, known)
            if message.heard is not None:
                await self.hall.repeat_said(open_room, self, message.heard)

    def claim(self, room: Room) -> None:
        """Look up which seats are one's own now."""
        self.seats = room.seats_of(self._asker)

    async def _show(self) -> None:
        if self.match:
            async with self.hall.entered(self.match) as open_room:
                open_room.audience.show(self)

    def leave(self) -> None:
        """Leave the room, if in one."""
        if self.match:
            self.hall.left(self.match, self)
        self.match, self.seats, self.place, self._asker = "", (), None, self.user

    async def _do(self, message: Do, known: int | None) -> None:
        if not self.match:
            raise Forbidden("hall.no_room")
        operation = (
            self._with_code(message.operation)
            if isinstance(message.operation, Sit)
            else message.operation
        )
        command = Command(message.command, operation, message.seat, known)
        try:
            done = await perform(self.hall, self._asker, self.match, command)
        except Stale as error:
            self._refuse(error.sentence, "stale", message.command)
            await self._show()
            return
        if operation is not message.operation and isinstance(operation, Sit) and done.fresh:
            self.tell(messages.frame("seated", Seated(done.seat, operation.code)))
        if not done.fresh:  # else the room has told it
            self.tell(messages.frame("ack", Ack(message.command), done.seq))

    def _with_code(self, sit: Sit) -> Sit:
        """The secret of the seat counts as shown here: one's own, or one that the hall makes up."""
        seated = sit if sit.code else msgspec.structs.replace(sit, code=new_code())
        keys = self._asker.keys | {hash_secret(seated.code)}
        self._asker = msgspec.structs.replace(self._asker, keys=keys)
        return seated

    async def _say(self, message: Say) -> None:
        authorise(self._asker, "say")
        if not self.match:
            raise Forbidden("hall.no_room")
        await say(self.hall, self._asker, self.match, message.text)
