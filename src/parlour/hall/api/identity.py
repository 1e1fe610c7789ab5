"""Authentication: a bearer token, or the cookie of a page of our own origin."""

from __future__ import annotations

from typing import Any

from litestar.datastructures import Headers

from parlour.hall.operating.config import Config
from parlour.hall.people.accounts import DAY, Accounts
from parlour.hall.people.authorise import Forbidden, User

COOKIE = "__Host-parlour"


class Identity:
    """Authenticates requests and sockets."""

    def __init__(self, accounts: Accounts, config: Config) -> None:
        self._accounts = accounts
        self._config = config

    async def user(self, scope: Any) -> User:
        """The user of a request; anonymous without a token."""
        headers = Headers.from_scope(scope)
        token = token_of(headers)
        browser = "authorization" not in headers
        origin = headers.get("origin", "")
        if origin and browser and not self._config.own_origin(origin, headers.get("host", "")):
            raise Forbidden("hall.foreign_page")
        if not token:
            return User()
        user, age = await self._accounts.user(token)
        can_set_cookie = browser and scope["type"] == "http"  # a WebSocket handshake sets none
        if can_set_cookie and user.person and age > DAY:
            scope.setdefault("state", {})["new token"] = await self._accounts.rotate(token, user)
        return user


def token_of(headers: Headers) -> str:
    """The token of a request, from its header or its cookie."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value
    return ""
