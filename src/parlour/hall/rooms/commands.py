"""Commands: the one way into a match, for sockets, HTTP and bots.

`perform` finds the seat, authorises the user in the locked room, and has the hall carry out the
operation. `say` does the same for chat.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from parlour.hall.people import ratings
from parlour.hall.people.accounts import is_open
from parlour.hall.people.authorise import Forbidden, Target, User, authorise
from parlour.hall.people.names import seat_name
from parlour.hall.rooms.hall import Allowed, Hall
from parlour.hall.rooms.open_room import OpenRoom
from parlour.hall.rooms.room import Room
from parlour.hall.rooms.seats import only_seat, reread_codes
from parlour.hall.storage import store
from parlour.table.errors import BadText, IllegalAction
from parlour.wire.http_types import ANYONE, BOT, ME
from parlour.wire.messages import ChatAudience, ChatMessage
from parlour.wire.operations import Act, Operation, Rematch, Sit, Stand
from parlour.wire.plain_text import plain

SHORTEST_CODE = 16
"""Characters of a seat's code that is chosen by the client."""


class Command(msgspec.Struct, gc=False, frozen=True):
    """An operation that a client requests, with an id that makes sure that it is done once."""

    id: str
    operation: Operation
    seat: int | None = None  # if the user has several
    last_seen: int | None = None  # the last entry the client has seen


class Performed(NamedTuple):
    """The entry that a command became; not fresh if the command was done before."""

    seat: int
    seq: int
    fresh: bool
    next: str = ""  # the rematch, if all players have asked for it
    code: str = ""  # the code of a seat that was taken, if the hall chose it


def new_code() -> str:
    """A new secret code for a seat."""
    return secrets.token_urlsafe(16)


async def perform(hall: Hall, user: User, match: str, command: Command) -> Performed:
    """Carry out a command; raises `Forbidden` or another refusal."""
    operation, last_seen = command.operation, command.last_seen
    async with hall.locked_room(match, last_seen) as open_room:
        if (left := _left(open_room.room, user, command)) is not None:
            return left
        seat = _seat(open_room.room, user, command)
    if isinstance(operation, Sit):
        return await _sit(hall, user, match, seat, operation, command)
    allowed = _may(user, seat, operation)
    next = ""
    if isinstance(operation, Rematch):  # the hall, not the client, names the new match
        async with hall.locked_room(match) as open_room:
            allowed(open_room.room)
        next = await hall.play_again(match, seat, command.id)
        operation = Rematch()
    seq, fresh = await hall.do(match, seat, operation, command.id, last_seen, allowed)
    return Performed(seat, seq, fresh, next)


def perform_at_once(
    hall: Hall, user: User, match: str, command: Command, on_done: Callable[[bool], None]
) -> bool:
    """Act by plain calls, if only the commit has to be waited for (`Hall.do_now_or_decline`). False
    if there is more to wait for, or anything to refuse: then `perform` does that."""
    open_room = hall.rooms.get(match)
    if open_room is None or not isinstance(command.operation, Act):
        return False
    own_seats = open_room.room.own_seats(user)
    seat = own_seats[0] if command.seat is None and len(own_seats) == 1 else command.seat
    try:
        authorise(user, "do act", Target(seat, own=own_seats))
    except Forbidden:
        return False
    return seat is not None and hall.do_now_or_decline(
        match, seat, command.operation, command.id, command.last_seen, on_done
    )


def _seat(room: Room, user: User, command: Command) -> int:
    return only_seat(room.seats_of(user)) if command.seat is None else command.seat


def _left(room: Room, user: User, command: Command) -> Performed | None:
    """The earlier result of a repeated `Stand`: the user does not have the seat any more."""
    if not isinstance(command.operation, Stand) or command.seat is None:
        return None
    seq = room.has_left(user, command.seat, command.id)
    return None if seq is None else Performed(command.seat, seq, fresh=False)


def _may(user: User, seat: int, operation: Operation) -> Allowed:
    kind = type(operation).__struct_config__.tag

    def allowed(room: Room) -> None:
        authorise(user, f"do {kind}", Target(seat, own=room.own_seats(user)))

    return allowed


async def say(hall: Hall, user: User, match: str, text: str, to: ChatAudience = "room") -> None:
    """Send a chat message to a room, from the user's seat, if there is one."""
    authorise(user, "say")
    async with hall.locked_room(match) as open_room:
        seats = open_room.room.own_seats(user)
    if to == "players" and not seats:
        raise Forbidden("hall.players_only")
    line = plain(text)
    if not line:
        raise BadText("hall.nothing_said")
    now = hall.time.wall_clock.wall()
    hall.chat.limits.take(user.person, now)
    await _refuse_ended(hall, user)
    await hall.chat.say(match, ChatMessage(user.name, line, now, seats[0] if seats else None, to))


# ---- sitting down --------------------------------------------------------------------------------


async def _sit(
    hall: Hall, user: User, match: str, seat: int, asked: Sit, command: Command
) -> Performed:
    code = asked.code or new_code()
    async with hall.locked_room(match, command.last_seen) as open_room:
        allowed = await _may_sit(hall, open_room, user, seat)
        ratings.check_may_sit(open_room.room.terms, user)
        await _refuse_ended(hall, user)
        name = await seat_name(hall.database, user, asked.name)
        sit = _stored_sit(open_room.room, user, seat, name, code)
    seq, fresh = await hall.do(match, seat, sit, command.id, command.last_seen, allowed)
    return Performed(seat, seq, fresh, code=code if fresh and not asked.code else "")


async def _refuse_ended(hall: Hall, user: User) -> None:
    """A connection may stay open for a moment after a ban, a deletion or a sign-out, but must not
    leave the user's name anywhere."""
    if user.person and await hall.database.read(
        "select 1 from people where id = :id and banned = 1", id=user.person
    ):
        raise Forbidden("hall.banned")
    if user.session and not await is_open(hall.database, user.session):
        raise Forbidden("hall.session_ended")


async def _may_sit(hall: Hall, open_room: OpenRoom, user: User, seat: int) -> Allowed:
    """Read the seat's row again: there may be a newer invitation."""
    match = open_room.room.terms.id
    wanted = await store.load_reserved_for(hall.database, match, seat)
    if wanted is None:
        raise IllegalAction("table.no_such_seat", seat=seat, count=len(open_room.room.occupants))
    await reread_codes(hall, open_room)
    free = wanted in (ANYONE, f"{BOT}{user.name}")
    free = free or (
        wanted == ME and user.person != "" and user.person == open_room.room.terms.owner
    )

    def allowed(room: Room) -> None:
        own = room.own_seats(user)
        if room.occupants[seat] is not None and seat not in own:
            if any(room.used_invitations.get(key) == seat for key in user.keys):
                raise Forbidden("hall.invitation_used")
            raise IllegalAction("hall.chair_taken", seat=room.game.seats[seat])
        authorise(user, "do sit", Target(seat, own, room.invited_seats(user), free))

    allowed(open_room.room)
    return allowed


def _stored_sit(room: Room, user: User, seat: int, name: str, code: str) -> Sit:
    """The operation as it is stored."""
    if len(code) < SHORTEST_CODE:
        raise BadText("hall.short_code", least=SHORTEST_CODE)
    kind = "bot" if user.kind == "bot" else "person"
    invitation = room.codes[seat] if seat in room.invited_seats(user) else ""
    return Sit(name, kind, user.person, code=store.hash_secret(code), invitation=invitation)
