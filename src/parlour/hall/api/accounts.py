"""One's own account over HTTP: its password, its sessions and tokens."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.params import JSONBody, PathParameter

from parlour.hall.api.dependencies import Asker, ThePeople
from parlour.hall.people.accounts import Opened
from parlour.hall.people.authorise import a_person, an_account
from parlour.wire.http_types import Passwords

SessionId = Annotated[
    str, PathParameter(pattern="^[0-9a-f]{16}$", description="A session id from the list")
]


@post(
    "/api/account/password",
    status_code=204,
    summary="Change your password; ends your other sessions and all tokens",
    policy=an_account,
)
async def change_password(data: JSONBody[Passwords], user: Asker, people: ThePeople) -> None:
    await people.change_password(user, data.old, data.new)


@get("/api/account/sessions", summary="List your sessions and tokens", policy=a_person)
async def list_sessions(user: Asker, people: ThePeople) -> list[Opened]:
    return await people.sessions_of(user)


@delete(
    "/api/account/sessions/{session:str}",
    summary="End a session or revoke a token",
    policy=a_person,
)
async def withdraw(session: SessionId, user: Asker, people: ThePeople) -> None:
    await people.withdraw(user, session)


ROUTES = [change_password, list_sessions, withdraw]
