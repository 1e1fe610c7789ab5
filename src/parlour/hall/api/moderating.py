"""What admins may do over HTTP."""

from __future__ import annotations

from typing import Annotated

from litestar import post
from litestar.params import PathParameter

from parlour.hall import admin, moderation
from parlour.hall.api.given import TheHall, ThePeople
from parlour.hall.api.routes import MatchId
from parlour.hall.authorise import an_admin

Name = Annotated[str, PathParameter(max_length=40, description="the name of a person")]


@post(
    "/api/admin/people/{name:str}/ban",
    status_code=204,
    summary="Close an account: connections end, seats are left",
    policy=an_admin,
)
async def ban(name: Name, hall: TheHall, people: ThePeople) -> None:
    await moderation.ban(hall, name)
    await people.when_revoked()


@post(
    "/api/admin/people/{name:str}/unban",
    status_code=204,
    summary="Open an account again",
    policy=an_admin,
)
async def unban(name: Name, hall: TheHall) -> None:
    await admin.unban(hall.database, hall.writer, name)


@post(
    "/api/admin/matches/{match:str}/close",
    status_code=204,
    summary="End a match; it does not count",
    policy=an_admin,
)
async def close_match(match: MatchId, hall: TheHall) -> None:
    await moderation.close_match(hall, match)


ROUTES = [ban, unban, close_match]
