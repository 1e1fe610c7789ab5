"""Moderation over HTTP. Every change is logged with the name of the admin."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from litestar import get, post
from litestar.params import PathParameter

from parlour.hall.api.dependencies import AccountsDep, HallDep, UserDep
from parlour.hall.api.routes import MatchId
from parlour.hall.people import admin, moderation
from parlour.hall.people.accounts import SeatedMatch
from parlour.hall.people.authorise import is_admin
from parlour.hall.people.moderation import ChatLine, PersonDetails

admin_post = partial(post, status_code=204, policy=is_admin)
Name = Annotated[str, PathParameter(max_length=40, description="The name of a person")]


@get("/api/admin/people/{name:str}", summary="Look up a person", policy=is_admin)
async def show_person(name: Name, hall: HallDep) -> PersonDetails:
    return await moderation.look_up(hall, name)


@get(
    "/api/admin/people/{name:str}/matches",
    summary="List a person's matches, newest first",
    policy=is_admin,
)
async def matches_of(name: Name, hall: HallDep, accounts: AccountsDep) -> list[SeatedMatch]:
    return await accounts.matches_of((await moderation.look_up(hall, name)).id)


@get(
    "/api/admin/matches/{match:str}/chat",
    summary="Read the chat of a match, oldest message first",
    policy=is_admin,
)
async def chat_of(match: MatchId, hall: HallDep) -> list[ChatLine]:
    return await moderation.chat_of(hall, match)


@admin_post(
    "/api/admin/people/{name:str}/ban",
    summary="Ban an account: its connections end and it leaves its seats; admins cannot be banned",
)
async def ban(name: Name, hall: HallDep, accounts: AccountsDep, user: UserDep) -> None:
    await moderation.ban_over_http(hall, name, accounts.on_revoked)
    moderation.note("ban", user.name, name)


@admin_post("/api/admin/people/{name:str}/unban", summary="Lift a ban")
async def unban(name: Name, hall: HallDep, user: UserDep) -> None:
    await admin.unban(hall.database, hall.writer, name)
    moderation.note("unban", user.name, name)


@admin_post("/api/admin/matches/{match:str}/close", summary="End a match; it does not count")
async def close_match(match: MatchId, hall: HallDep, user: UserDep) -> None:
    await moderation.close_match(hall, match)
    moderation.note("close", user.name, match)


ROUTES = [show_person, matches_of, chat_of, ban, unban, close_match]
