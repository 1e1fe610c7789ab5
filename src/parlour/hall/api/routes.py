"""People and matches over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from parlour.hall.api.dependencies import AccountsDep, HallDep, MatchmakingDep, UserDep
from parlour.hall.api.identity import NEW_TOKEN, TOKEN
from parlour.hall.api.lichess import formats
from parlour.hall.audience.audience import Audience
from parlour.hall.people import profiles
from parlour.hall.people.accounts import SeatedMatch, SignIn
from parlour.hall.people.authorise import Forbidden, anybody, signed_in
from parlour.table.record import Record
from parlour.wire.http_types import (
    Account,
    Admitted,
    Created,
    Credentials,
    Guest,
    Invitation,
    NewMatch,
    Offered,
    Running,
    Seated,
    SitRequest,
)
from parlour.wire.messages import Entered

MatchId = Annotated[str, PathParameter(pattern="^[0-9a-f]{10}$", description="The id of a match")]
Before = Annotated[
    str | None,
    QueryParameter(
        pattern="^[0-9a-f]{10}$",
        required=False,
        description="The last match of the previous page",
    ),
]
SeatNumber = Annotated[int, PathParameter(ge=0, lt=16, description="The number of a seat, from 0")]
HttpRequest = Request[Any, Any, Any]


@post("/api/guests", summary="Continue as a guest, without an account", policy=anybody)
async def sign_in_as_guest(
    data: JSONBody[Guest], request: HttpRequest, accounts: AccountsDep
) -> Admitted:
    return _admitted(request, await accounts.guest(data.name))


@post("/api/accounts", summary="Create an account", policy=anybody)
async def create_account(
    data: JSONBody[Credentials], request: HttpRequest, accounts: AccountsDep
) -> Admitted:
    return _admitted(request, await accounts.register(data.name, data.password))


@post("/api/sessions", summary="Sign in", policy=anybody)
async def sign_in(
    data: JSONBody[Credentials], request: HttpRequest, accounts: AccountsDep
) -> Admitted:
    return _admitted(request, await accounts.sign_in(data.name, data.password))


@delete("/api/sessions", summary="Sign out", policy=anybody)
async def sign_out(request: HttpRequest, accounts: AccountsDep) -> None:
    await accounts.sign_out(request.scope["state"][TOKEN])
    request.scope["state"][NEW_TOKEN] = ""


@get("/api/account", summary="Find out who you are signed in as", policy=anybody)
async def account(request: HttpRequest, user: UserDep, hall: HallDep) -> Account:
    if not user.person:
        raise Forbidden("hall.unknown_token" if request.scope["state"][TOKEN] else "hall.sign_in")
    title = "BOT" if user.kind == "bot" else ""
    own = await profiles.by_ids(hall.database, [user.person])
    known = formats.profile(own[0]) if own else {}
    perfs, created = known.get("perfs", {}), known.get("createdAt", 0)
    id = user.name.casefold()
    return Account(user.person, user.name, user.kind, id, user.name, title, perfs, created)


@get("/api/account/matches", summary="List your matches, newest first", policy=signed_in)
async def own_matches(user: UserDep, accounts: AccountsDep) -> list[SeatedMatch]:
    return await accounts.matches_of(user.person)


@post("/api/matches", summary="Create a match", policy=signed_in)
async def create_match(
    data: JSONBody[NewMatch], user: UserDep, matchmaking: MatchmakingDep
) -> Created:
    return await matchmaking.create(user, data)


@post(
    "/api/pairing",
    summary="Play against anyone: take the first open seat or create a match",
    policy=signed_in,
)
async def pair(data: JSONBody[NewMatch], user: UserDep, matchmaking: MatchmakingDep) -> Created:
    return await matchmaking.pair(user, data)


@get(
    "/api/matches",
    summary="List the lobby: matches with a seat that is open to anyone",
    policy=anybody,
)
async def lobby(
    matchmaking: MatchmakingDep,
    before: Before = None,
) -> list[Offered]:
    return await matchmaking.lobby(before or "")


@get("/api/matches/running", summary="List matches in progress, to watch", policy=anybody)
async def running(matchmaking: MatchmakingDep) -> list[Running]:
    return await matchmaking.running()


@get(
    "/api/invitations",
    summary="List the seats reserved for you, if you are a bot, newest first",
    policy=signed_in,
)
async def invitations(
    user: UserDep, matchmaking: MatchmakingDep, before: Before = None
) -> list[Invitation]:
    return await matchmaking.invitations(user, before or "")


@post("/api/matches/{match:str}/seats/{seat:int}", summary="Take a seat", policy=signed_in)
async def sit(
    match: MatchId,
    seat: SeatNumber,
    data: JSONBody[SitRequest],
    user: UserDep,
    matchmaking: MatchmakingDep,
) -> Seated:
    return Seated(match, seat, await matchmaking.sit(user, match, seat, data.name, data.code))


@post(
    "/api/matches/{match:str}/seats/{seat:int}/invitation",
    summary="Create a new invitation to an empty seat of your own match",
    policy=signed_in,
)
async def invite(
    match: MatchId, seat: SeatNumber, user: UserDep, matchmaking: MatchmakingDep
) -> Seated:
    return Seated(match, seat, await matchmaking.invite(user, match, seat))


@get("/api/matches/{match:str}", summary="Get a match as a spectator sees it", policy=anybody)
async def show_match(match: MatchId, hall: HallDep) -> Entered:
    async with hall.locked_room(match) as open_room:
        return Audience(open_room.room, hall.time.now).entered((), None)


@get(
    "/api/matches/{match:str}/record",
    summary="Get the record of a match, as a spectator sees it",
    policy=anybody,
)
async def show_record(match: MatchId, hall: HallDep) -> Record:
    async with hall.locked_room(match) as open_room:
        return open_room.room.playing().seen_by(None)


def _admitted(request: HttpRequest, session: SignIn) -> Admitted:
    """The answer: the token for a program, or a page whose browser keeps no cookies, which is
    what the others use."""
    user = session.user
    request.scope["state"][NEW_TOKEN] = session.token
    return Admitted(user.person, user.name, user.kind, session.token)


ROUTES = [
    sign_in_as_guest,
    create_account,
    sign_in,
    sign_out,
    account,
    own_matches,
    create_match,
    pair,
    lobby,
    running,
    invitations,
    sit,
    invite,
    show_match,
    show_record,
]
