"""The user's account over HTTP: its password, sessions and tokens."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.params import JSONBody, PathParameter

from parlour.hall.api.dependencies import AccountsDep, UserDep
from parlour.hall.people.accounts import SessionInfo
from parlour.hall.people.authorise import has_account, signed_in
from parlour.wire.http_types import Passwords

SessionId = Annotated[
    str, PathParameter(pattern="^[0-9a-f]{16}$", description="A session id from the list")
]


@post(
    "/api/account/password",
    status_code=204,
    summary="Change your password; ends your other sessions and all tokens",
    policy=has_account,
)
async def change_password(data: JSONBody[Passwords], user: UserDep, accounts: AccountsDep) -> None:
    await accounts.change_password(user, data.old, data.new)


@get("/api/account/sessions", summary="List your sessions and tokens", policy=signed_in)
async def list_sessions(user: UserDep, accounts: AccountsDep) -> list[SessionInfo]:
    return await accounts.sessions_of(user)


@delete(
    "/api/account/sessions/{session:str}",
    summary="End a session or revoke a token",
    policy=signed_in,
)
async def revoke(session: SessionId, user: UserDep, accounts: AccountsDep) -> None:
    await accounts.revoke(user, session)


ROUTES = [change_password, list_sessions, revoke]
