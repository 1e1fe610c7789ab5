"""Queries in lichess's formats: people, ratings, matches, challenges, tokens."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import PathParameter, QueryParameter

from parlour.hall.api.dependencies import AccountsDep, ChallengesDep, HallDep, StreamsDep, UserDep
from parlour.hall.api.lichess import formats, match_export
from parlour.hall.api.lichess.bots import GameId
from parlour.hall.api.lichess.formats import Json
from parlour.hall.api.lichess.forms import HttpRequest
from parlour.hall.api.streams import NDJSON
from parlour.hall.people import profiles, ratings
from parlour.hall.people.authorise import anybody, has_account
from parlour.hall.rooms.errors import NoSuchMatch
from parlour.table.errors import BadSettings
from parlour.table.registry import find
from parlour.table.sentences import shorten

PGN = "application/x-chess-pgn"
MOST_NAMES = 100
"""The most accounts in one request."""
MOST_TOKENS = 20
"""The most tokens in one request."""

Name = Annotated[str, PathParameter(max_length=40)]
Count = Annotated[int, QueryParameter(name="nb", ge=1, le=200, required=False)]


# ---- people --------------------------------------------------------------------------------------


@get("/api/user/{username:str}", summary="Get the public data of an account", policy=anybody)
async def public_data(username: Name, hall: HallDep, streams: StreamsDep) -> Json:
    found = await profiles.by_name(hall.database, username)
    if found is None:
        raise NoSuchMatch("hall.no_person", name=shorten(username))
    return formats.profile(found, online=found.user.person in streams.people())


@post(
    "/api/users",
    status_code=200,
    summary="Get the public data of several accounts, as a comma-separated list",
    policy=anybody,
)
async def users(request: HttpRequest, hall: HallDep, streams: StreamsDep) -> list[Json]:
    names = (await request.body()).decode().split(",")[:MOST_NAMES]
    found = [await profiles.by_name(hall.database, name) for name in names]
    online = streams.people()
    return [formats.profile(one, online=one.user.person in online) for one in found if one]


@get("/api/users/status", summary="List which of these accounts are online", policy=anybody)
async def statuses(
    hall: HallDep,
    streams: StreamsDep,
    ids: Annotated[str, QueryParameter(max_length=4_000, description="Names, separated by commas")],
) -> list[Json]:
    found = [
        await profiles.by_name(hall.database, name) for name in ids.split(",")[:MOST_NAMES] if name
    ]
    online = streams.people()
    return [
        {**formats.user_json(one.user.name, one.user.kind), "online": one.user.person in online}
        for one in found
        if one
    ]


@get(
    "/api/bot/online",
    media_type=NDJSON,
    summary="List the bots that are online, one per line",
    policy=anybody,
)
async def bots_online(hall: HallDep, streams: StreamsDep, nb: Count = 100) -> bytes:
    found = await profiles.by_ids(hall.database, sorted(streams.people()))
    bots = [one for one in found if one.user.kind == "bot"][:nb]
    lines = [msgspec.json.encode(formats.profile(one, online=True)) for one in bots]
    return b"".join(line + b"\n" for line in lines)


@get(
    "/api/player/top/{nb:int}/{perf:str}", summary="List the best players of a game", policy=anybody
)
async def leaders(
    nb: Annotated[int, PathParameter(ge=1, le=200)], perf: Name, hall: HallDep
) -> Json:
    best = await ratings.leaders(hall.database, find(perf).slug, nb)
    found = await profiles.by_ids(hall.database, [place.person for place in best])
    return {"users": [formats.profile(one) for one in found]}


# ---- the user's own data -------------------------------------------------------------------------


@get("/api/account/playing", summary="List your matches in progress", policy=has_account)
async def playing(user: UserDep, hall: HallDep, accounts: AccountsDep, nb: Count = 50) -> Json:
    games: list[Json] = []
    for own in await accounts.matches_of(user.person, nb, "running"):
        async with hall.locked_room(own.match) as open_room:
            games.append(formats.game_info(open_room, own.seat, hall.time.now()))
    return {"nowPlaying": games}


@get("/api/challenge", summary="List challenges to you and from you", policy=has_account)
async def challenges_of(user: UserDep, challenges: ChallengesDep) -> Json:
    own = [one for one in await challenges.by(user) if not one.declined]
    return {
        "in": [formats.challenge(one, direction="in") for one in await challenges.of(user)],
        "out": [formats.challenge(one, direction="out") for one in own],
    }


@post("/api/token/test", status_code=200, summary="Find out whose tokens these are", policy=anybody)
async def test_tokens(request: HttpRequest, accounts: AccountsDep) -> dict[str, Any]:
    tokens = (await request.body()).decode().split(",")
    if len(tokens) > MOST_TOKENS:
        raise BadSettings("hall.too_many_tokens", most=MOST_TOKENS)
    found = {token: (await accounts.user(token))[0] for token in tokens}
    return {
        token: formats.token(user.name) if user.kind not in ("", "guest") else None
        for token, user in found.items()
    }


# ---- matches -------------------------------------------------------------------------------------


@get(
    "/game/export/{game_id:str}",
    summary="Export a match as you may see it: JSON if you accept it, otherwise PGN-like text",
    policy=anybody,
)
async def export(
    request: HttpRequest, game_id: GameId, user: UserDep, hall: HallDep
) -> Response[Any]:
    async with hall.locked_room(game_id) as open_room:
        seats = open_room.room.own_seats(user)
        data = match_export.exported(open_room, seats[0] if len(seats) == 1 else None)
    if "application/json" in request.headers.get("accept", ""):
        return Response(data)
    return Response(match_export.pgn(data), media_type=PGN)


ROUTES = [
    public_data,
    users,
    statuses,
    bots_online,
    leaders,
    playing,
    challenges_of,
    test_tokens,
    export,
]
