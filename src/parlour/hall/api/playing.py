"""Playing over HTTP: operations, chat, and a stream of events."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import HeaderParameter, JSONBody, QueryParameter
from litestar.response import Stream
from msgspec import Meta

from parlour.hall.api.dependencies import HallDep, StreamsDep, UserDep
from parlour.hall.api.problems import Problem, problem_of, respond
from parlour.hall.api.routes import MatchId
from parlour.hall.api.streams import StreamListener, stream_response
from parlour.hall.audience.audience import Audience
from parlour.hall.connections.peer import peer_address
from parlour.hall.people.authorise import User, anybody, signed_in
from parlour.hall.rooms import commands
from parlour.hall.rooms.commands import Command, perform
from parlour.hall.rooms.errors import Stale
from parlour.hall.rooms.hall import Hall
from parlour.hall.rooms.open_room import OpenRoom
from parlour.hall.rooms.seats import with_codes
from parlour.wire.messages import ChatAudience, Entered, Id, Seat, Seq
from parlour.wire.operations import Operation

Codes = Annotated[
    str,
    HeaderParameter(
        name="Parlour-Code",
        required=False,
        max_length=600,
        description="The secrets of your seats, separated by spaces; not needed for seats taken "
        "under your own name",
    ),
]


class OperationRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command: an operation with an id. The same command is answered again, not repeated."""

    command: Id
    operation: Operation = msgspec.field(name="deed")
    last_seen: Seq | None = msgspec.field(name="known", default=None)  # last entry seen
    seat: Seat | None = None  # if the user has several


class OperationResponse(msgspec.Struct, frozen=True, omit_defaults=True):
    """The entry that the command became; not fresh if the command was done before."""

    seq: int
    fresh: bool
    next: str = ""  # the rematch, if all players have asked for it
    code: str = ""  # the code of a seat that was taken, if the hall chose it


class StaleProblem(Problem, frozen=True, omit_defaults=True):
    """The position has changed; `room` is the current state."""

    room: Entered | None = None


class ChatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chat message to send."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]
    to: ChatAudience = "room"


async def user_with_codes(hall: Hall, open_room: OpenRoom, user: User, codes: str) -> User:
    return await with_codes(hall, open_room, user, codes.split()[:16])


def seen_from(hall: Hall, open_room: OpenRoom, seats: tuple[int, ...]) -> Entered:
    """The room as a user with these seats sees it."""
    return Audience(open_room.room, hall.time.now).entered(
        seats, seats[0] if len(seats) == 1 else None
    )


@post(
    "/api/matches/{match:str}/deeds",
    status_code=200,
    summary="Carry out an operation in a match",
    policy=anybody,
)
async def do_operation(
    match: MatchId,
    data: JSONBody[OperationRequest],
    user: UserDep,
    hall: HallDep,
    codes: Codes = "",
) -> Response[OperationResponse] | Response[Problem]:
    async with hall.locked_room(match) as open_room:
        asker = await user_with_codes(hall, open_room, user, codes)
    command = Command(data.command, data.operation, data.seat, data.last_seen)
    try:
        done = await perform(hall, asker, match, command)
    except Stale as error:
        async with hall.locked_room(match) as open_room:
            room = seen_from(hall, open_room, open_room.room.own_seats(asker))
        return respond(StaleProblem(**msgspec.structs.asdict(problem_of(error)), room=room))
    return Response(OperationResponse(done.seq, done.fresh, done.next, done.code))


@post(
    "/api/matches/{match:str}/chat",
    status_code=204,
    summary="Send a chat message in a match",
    policy=signed_in,
)
async def say(
    match: MatchId, data: JSONBody[ChatRequest], user: UserDep, hall: HallDep, codes: Codes = ""
) -> None:
    async with hall.locked_room(match) as open_room:
        asker = await user_with_codes(hall, open_room, user, codes)
    await commands.say(hall, asker, match, data.text, data.to)


@get(
    "/api/matches/{match:str}/stream",
    summary="Stream a match: the messages of the socket, one per line",
    policy=anybody,
)
async def stream_match(
    request: Request[Any, Any, Any],
    match: MatchId,
    user: UserDep,
    hall: HallDep,
    streams: StreamsDep,
    codes: Codes = "",
    since: Annotated[int | None, QueryParameter(ge=0, le=1_000_000_000, required=False)] = None,
) -> Stream:
    async with hall.locked_room(match) as open_room:
        listener = StreamListener(await user_with_codes(hall, open_room, user, codes))
    whose = user.person or peer_address(request.scope)
    return stream_response(streams.of_room(match, listener, whose, since))


ROUTES = [do_operation, say, stream_match]
