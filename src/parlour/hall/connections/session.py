"""A session: reads the messages of one connection, authorises and answers them.

It knows no socket: text comes in through `receive`, and goes out through the `send` it was given.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from parlour.hall.audience.audience import Viewer
from parlour.hall.connections.text_check import check_json
from parlour.hall.operating import mistakes
from parlour.hall.people.authorise import Forbidden, User, authorise
from parlour.hall.people.limits import Bucket, RateLimited
from parlour.hall.rooms.commands import Command, new_code, perform, perform_at_once, say
from parlour.hall.rooms.errors import InternalError, Stale
from parlour.hall.rooms.hall import Hall
from parlour.hall.rooms.previews import preview_for
from parlour.hall.rooms.room import Room
from parlour.hall.rooms.seats import with_codes
from parlour.hall.storage.database import DatabaseUnavailable
from parlour.hall.storage.store import hash_secret
from parlour.table.errors import BadText, ParlourError
from parlour.table.sentences import Sentence, shorten
from parlour.wire import messages
from parlour.wire.messages import (
    Ack,
    Do,
    Enter,
    ErrorMessage,
    Hello,
    Leave,
    Ping,
    Previewed,
    PreviewPath,
    Say,
    SeatedMessage,
    Watch,
)
from parlour.wire.operations import Sit


class Flooding(Exception):
    """The client keeps exceeding its rate limit: the connection is to be closed."""


class Incoming(msgspec.Struct, gc=False, frozen=True):
    """A decoded message, and the last entry that the client has seen."""

    message: object
    last_seen: int | None


class Session:
    """The dialogue with one client: its user, and the room it is in, if any."""

    def __init__(self, hall: Hall, user: User, send: Callable[[str], None]) -> None:
        self.hall = hall
        self.user = self._room_user = user  # with the codes shown in this room
        self.send = send
        self.seats: tuple[int, ...] = ()
        self.viewer: Viewer = None
        self.match = ""
        self.open = True  # until the connection is lost
        now = hall.time.wall_clock.wall()
        self._pace = Bucket(60, 20, now)
        self._patience = Bucket(100, 1, now)  # for messages beyond the rate limit
        self._lists = Bucket(10, 0.5, now)  # each of them takes some queries
        self.send(messages.frame("hello", Hello(messages.PROTOCOL, "parlour", user.name, now)))

    # ---- receiving ----------------------------------------------------------------------------

    async def receive(self, text: str | bytes) -> None:
        """Handle a message; every error is answered with a sentence."""
        incoming = self.read(text)
        if incoming is None:
            return
        committed: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def on_done(is_committed: bool) -> None:
            if not committed.done():  # else the client has disconnected
                committed.set_result(is_committed)

        if not self.do_now_or_decline(incoming, on_done) or not await committed:
            await self.answer(incoming)

    def read(self, text: str | bytes) -> Incoming | None:
        """Decode a message; None if it was refused."""
        try:
            self._not_too_fast()
            envelope, message = messages.read(text)
            check_json(text)
        except msgspec.MsgspecError as error:
            sentence = Sentence("hall.unreadable", reason=shorten(str(error), 200))
            self._refuse(sentence, "bad", messages.command_of(text))
        except (UnicodeError, RecursionError):
            self._refuse(Sentence("hall.unreadable", reason="not JSON in UTF-8"), "bad")
        except BadText as error:
            self._refuse(error.sentence, "bad", messages.command_of(text))
        except RateLimited as error:
            self._refuse(error.sentence, "fast", messages.command_of(text), error.seconds)
        else:
            return Incoming(message, envelope.v)
        return None

    def do_now_or_decline(self, incoming: Incoming, on_done: Callable[[bool], None]) -> bool:
        """Carry out an action that waits only for the disk (`Hall.do_now_or_decline`). False if
        there is more to wait for, or anything to refuse: then `answer` does that."""
        message = incoming.message
        if not isinstance(message, Do) or not self.match:
            return False
        command = Command(message.command, message.operation, message.seat, incoming.last_seen)
        return perform_at_once(self.hall, self._room_user, self.match, command, on_done)

    async def answer(self, incoming: Incoming) -> None:
        """Handle a message on the long path, which may wait."""
        message = incoming.message
        command = messages.name_of(message)
        try:
            await self._answer(message, incoming.last_seen)
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
        except Exception as error:  # noqa: BLE001 - whatever it is, the client is answered
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
        self.send(
            messages.frame("error", ErrorMessage(sentence, str(sentence), code, command, retry))
        )

    async def _answer(self, message: object, last_seen: int | None) -> None:
        match message:
            case Do():
                await self._do(message, last_seen)
            case Enter():
                await self._enter(message, last_seen)
            case Leave():
                authorise(self.user, "leave")
                self.leave()
            case Say():
                await self._say(message)
            case Watch():
                await self._watch(message)
            case PreviewPath():
                await self._preview(message)
            case Ping():
                authorise(self.user, "ping")
                self.send(messages.frame("pong", {}))
            case _:
                raise Forbidden("hall.forbidden")

    # ---- the messages -------------------------------------------------------------------------

    async def _enter(self, message: Enter, last_seen: int | None) -> None:
        authorise(self.user, "enter")
        self.leave()
        async with self.hall.locked_room(message.match, last_seen) as open_room:
            self._room_user = await with_codes(self.hall, open_room, self.user, message.codes)
            self.match = message.match
            await self.hall.presence.join(open_room, self, last_seen)
            if message.heard is not None:
                await self.hall.chat.send_missed(open_room, self, message.heard)

    def update_seats(self, room: Room) -> None:
        """Look up which seats are the user's own now."""
        self.seats = room.seats_of(self._room_user)

    async def _show(self) -> None:
        if self.match:
            async with self.hall.locked_room(self.match) as open_room:
                open_room.audience.send_room(self)

    def leave(self) -> None:
        """Leave the room, if in one."""
        match = self.match
        if match:
            self.hall.presence.leave(match, self)
        self.match, self.seats, self.viewer, self._room_user = "", (), None, self.user
        if match:
            self.hall.lists.own.left(self, match)

    def end(self) -> None:
        """The connection is lost."""
        self.open = False
        self.hall.lists.drop(self)
        self.leave()

    async def _watch(self, message: Watch) -> None:
        authorise(self.user, "watch")
        if wait := self._lists.take(self.hall.time.wall_clock.wall()):
            raise RateLimited("hall.too_fast", seconds=max(0.1, round(wait, 1)))
        await self.hall.lists.watch(self, message.lists)

    async def _do(self, message: Do, last_seen: int | None) -> None:
        if not self.match:
            raise Forbidden("hall.no_room")
        operation = (
            self._with_code(message.operation)
            if isinstance(message.operation, Sit)
            else message.operation
        )
        command = Command(message.command, operation, message.seat, last_seen)
        try:
            done = await perform(self.hall, self._room_user, self.match, command)
        except Stale as error:
            self._refuse(error.sentence, "stale", message.command)
            await self._show()
            return
        if operation is not message.operation and isinstance(operation, Sit) and done.fresh:
            self.send(messages.frame("seated", SeatedMessage(done.seat, operation.code)))
        if not done.fresh:  # else a `did` has acknowledged it
            self.send(messages.frame("ack", Ack(message.command), done.seq))

    def _with_code(self, sit: Sit) -> Sit:
        """Add the code of the seat to the user's codes: the client's own, or a new one."""
        seated = sit if sit.code else msgspec.structs.replace(sit, code=new_code())
        keys = self._room_user.keys | {hash_secret(seated.code)}
        self._room_user = msgspec.structs.replace(self._room_user, keys=keys)
        return seated

    async def _preview(self, message: PreviewPath) -> None:
        authorise(self._room_user, "preview")
        if not self.match:
            raise Forbidden("hall.no_room")
        async with self.hall.locked_room(self.match) as open_room:
            preview = preview_for(open_room.room, self.seats, message.path)
        told = Previewed(message.id)
        if preview is not None:
            told = Previewed(message.id, preview.changes, preview.sentence, preview.danger)
        self.send(messages.frame("previewed", told))

    async def _say(self, message: Say) -> None:
        authorise(self._room_user, "say")
        if not self.match:
            raise Forbidden("hall.no_room")
        await say(self.hall, self._room_user, self.match, message.text, message.to)
