"""Who a request is from: a bearer token, or the cookie of our own page and of no other."""

from __future__ import annotations

from typing import Any

from litestar.datastructures import Headers

from parlour.hall.operating.config import Config
from parlour.hall.people.accounts import DAY, Accounts
from parlour.hall.people.authorise import Forbidden, User

COOKIE = "__Host-parlour"


class Identity:
    """Reads and proves who somebody says they are; used by HTTP and by the socket."""

    def __init__(self, accounts: Accounts, config: Config) -> None:
        self._accounts = accounts
        self._config = config

    async def user(self, scope: Any) -> User:
        """Who this is; nobody in particular without proof."""
        headers = Headers.from_scope(scope)
        token = token_of(headers)
        browser = "authorization" not in headers
        origin = headers.get("origin", "")
        if origin and browser and not self._config.own_origin(origin, headers.get("host", "")):
            raise Forbidden("hall.foreign_page")
        if not token:
            return User()
        user, age = await self._accounts.user(token)
        can_be_told = browser and scope["type"] == "http"  # a socket's greeting sets no cookies
        if can_be_told and user.person and age > DAY:
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
