"""Authentication: a bearer token, or the cookie of a page of our own origin.

Over https the cookie is `__Host-parlour`, which no other server of the domain can set and no
unencrypted connection carries. A hall without encryption cannot have that: browsers keep such
cookies for https only. There its name has the port, because browsers do not tell the ports of a
machine apart (decision 0090).
"""

from __future__ import annotations

from typing import Any

from litestar.datastructures import Headers

from parlour.hall.operating.config import Config
from parlour.hall.people.accounts import DAY, SESSION_SECONDS, Accounts
from parlour.hall.people.authorise import Forbidden, User

TOKEN, NEW_TOKEN = "token", "new token"
"""The token of a request; the one that the browser shall keep from now on, empty for none."""


class Identity:
    """Authenticates requests and sockets."""

    def __init__(self, accounts: Accounts, config: Config) -> None:
        self._accounts = accounts
        self._config = config
        self._name = cookie_name(config)

    async def user(self, scope: Any) -> User:
        """The user of a request; anonymous without a token."""
        headers = Headers.from_scope(scope)
        browser = "authorization" not in headers
        token = self._cookie(headers) if browser else bearer(headers)
        if browser:
            self._refuse_foreign(scope, headers, token)
        state = scope.setdefault("state", {})
        state[TOKEN] = token
        if not token:
            return User()
        user, age = await self._accounts.user(token)
        can_set_cookie = browser and scope["type"] == "http"  # a WebSocket handshake sets none
        if can_set_cookie and user.person and age > DAY:
            state[NEW_TOKEN] = await self._accounts.rotate(token, user)
        return user

    def _refuse_foreign(self, scope: Any, headers: Headers, token: str) -> None:
        """Refuse pages of others, and changes by a cookie where the browser does not say whose
        page asks for them."""
        origin = headers.get("origin", "")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if origin or (token and changes):
            if not self._config.own_origin(origin, headers.get("host", "")):
                raise Forbidden("hall.foreign_page")

    def _cookie(self, headers: Headers) -> str:
        """The token in the cookie. Two of that name count as none: one of them is not ours."""
        parts = [part.strip().partition("=") for part in headers.get("cookie", "").split(";")]
        found = {value for name, _, value in parts if name == self._name}
        return found.pop() if len(found) == 1 else ""

    def set_cookie(self, token: str) -> bytes:
        """The header with which a browser keeps this token; without a token it forgets its own."""
        secure = "; Secure" if self._config.secure else ""
        age = int(SESSION_SECONDS) if token else 0
        text = f"{self._name}={token}; Path=/{secure}; HttpOnly; SameSite=Strict; Max-Age={age}"
        return text.encode()


def cookie_name(config: Config) -> str:
    return "__Host-parlour" if config.secure else f"parlour-{config.port}"


def bearer(headers: Headers) -> str:
    """The token in the header `Authorization`."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
