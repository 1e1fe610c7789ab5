"""What every HTTP request passes before the framework sees it.

The gateway checks the request's text and size, limits its rate, finds out who the user is, and adds
the security headers to the response.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from parlour.hall.api import problems
from parlour.hall.api.identity import NEW_TOKEN
from parlour.hall.connections.peer import is_limited, peer_address
from parlour.hall.connections.socket import Receive, Scope, Send
from parlour.hall.connections.text_check import check_form, check_json, check_text
from parlour.hall.operating import metrics
from parlour.hall.pages import is_page
from parlour.hall.people.authorise import User
from parlour.hall.people.limits import RateLimiter
from parlour.hall.services import Services
from parlour.table.errors import ParlourError

MAX_BODY = 64 * 1024
"""Bytes in the body of a request."""
LARGE_BODIES = {"/api/plies": 1024 * 1024}
"""The routes that take more: a record may be as large as a long match."""

SIGN_IN_ROUTES = {("POST", "/api/guests"), ("POST", "/api/accounts"), ("POST", "/api/sessions")}

BOARD_PATHS = ("/api/board/game/", "/api/bot/game/")
"""lichess has the routes of a game twice, for people and for bots; here they are the same."""

FILES_A_REQUEST = 10
"""How many files of the page are as much as one other request: a page takes dozens at once."""

POLICY = (
    b"content-security-policy",
    b"default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
)
"""What an answer allows a browser to do with it; pages bring a policy of their own."""
SECURITY_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)
ISOLATED = (b"cross-origin-opener-policy", b"same-origin")
"""Browsers complain about it in a local network without encryption, and ignore it there."""


class BodyTooLarge(ParlourError):
    """The body of a request is longer than `MAX_BODY`."""


class Gateway:
    """ASGI middleware around the HTTP application."""

    def __init__(self, services: Services, http: Any) -> None:
        self._services = services
        self._http = http
        trusted = services.config.secure or not services.config.lan
        self._security_headers = (*SECURITY_HEADERS, *([ISOLATED] if trusted else []))
        rate, sign_ins = services.config.requests_per_second, services.config.sign_ins_per_minute
        self._requests = RateLimiter(5 * rate, rate)
        self._files = RateLimiter(5 * rate * FILES_A_REQUEST, rate * FILES_A_REQUEST)
        # Each password hash takes 64 MiB and a core.
        self._sign_ins = RateLimiter(10, sign_ins / 60)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._respond(scope, receive, send)
        else:
            await self._http(scope, receive, send)

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        state = scope.setdefault("state", {})
        # The framework takes several slashes for one; the limits must see what it sees.
        scope["path"] = re.sub("/{2,}", "/", scope["path"]).replace(*BOARD_PATHS, 1)

        async def receive_and_watch() -> Any:
            message = await receive()
            if message["type"] == "http.disconnect":
                state["gone"] = True
            return message

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                metrics.answers.labels(message["status"]).inc()
                headers = [*message.get("headers", ()), *self._security_headers]
                if not any(name.lower() == POLICY[0] for name, _ in headers):
                    headers.append(POLICY)
                if NEW_TOKEN in state:
                    cookie = self._services.identity.set_cookie(state[NEW_TOKEN])
                    headers.append((b"set-cookie", cookie))
                message = {**message, "headers": headers}
            await send(message)

        if not _has_known_type(scope):
            await _refuse(send_with_headers, problems.refused(415, "hall.not_json"))
            return
        try:
            self._limit_rate(scope, peer_address(scope))
            replay = await _checked(scope, receive_and_watch)
            state["user"] = User()
            if not is_page(scope["method"], scope["path"]):
                # Only now: reading the body may take long enough for a session to end.
                state["user"] = user = await self._services.identity.user(scope)
                if user.person:
                    self._limit_rate(scope, user.person)
        except BodyTooLarge:
            await _refuse(send_with_headers, problems.refused(413, "hall.too_large"))
            return
        except ParlourError as error:
            problem, retry_after = problems.problem_of(error), problems.retry_after(error)
            await _refuse(send_with_headers, problem, retry_after)
            return
        await self._http(scope, replay, send_with_headers)

    def _limit_rate(self, scope: Scope, client: str) -> None:
        """Raise `RateLimited` if this address or person sends too many requests."""
        if is_limited(scope, self._services.config):
            now = self._services.hall.time.wall_clock.wall()
            requests = self._files if is_page(scope["method"], scope["path"]) else self._requests
            requests.take(client, now)
            if (scope["method"], scope["path"].rstrip("/")) in SIGN_IN_ROUTES:
                self._sign_ins.take(client, now)


async def _checked(scope: Scope, receive: Receive) -> Receive:
    """Read and check the whole request; the result replays its messages to the application."""
    check_text(scope["path"])
    check_form(scope["query_string"])
    body, messages = bytearray(), [await receive()]
    most = LARGE_BODIES.get(scope["path"], MAX_BODY)
    while messages[-1]["type"] == "http.request":
        body += messages[-1].get("body", b"")
        if len(body) > most:
            raise BodyTooLarge("hall.too_large")
        if not messages[-1].get("more_body"):
            break
        messages.append(await receive())
    (check_form if b"form" in _content_type(scope).lower() else check_json)(bytes(body))
    remaining = iter(messages)

    async def replay() -> Any:
        return next(remaining, None) or await receive()

    return replay


def _content_type(scope: Scope) -> bytes:
    return next((value for name, value in scope["headers"] if name == b"content-type"), b"")


def _has_known_type(scope: Scope) -> bool:
    """Is the body, if there is one, JSON or a form? A record may also be plain text."""
    kind = _content_type(scope).partition(b";")[0].strip().lower()
    if kind == b"text/plain":
        return scope["path"] in LARGE_BODIES
    return kind in (b"", b"application/json", b"application/x-www-form-urlencoded")


async def _refuse(send: Send, problem: problems.Problem, retry_after: str = "") -> None:
    headers = [(b"content-type", b"application/problem+json")]
    if retry_after:
        headers.append((b"retry-after", retry_after.encode()))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(problem)})
