"""The hall as one ASGI application: the socket, the HTTP interface, and what keeps both honest."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Router, get
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.enums import HttpMethod
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from parlour import __version__
from parlour.hall.api import accounts, health, moderation, playing, problems, routes
from parlour.hall.api.dependencies import TheConfig
from parlour.hall.api.identity import COOKIE
from parlour.hall.api.lichess import bots, challenges, event_streams, lookups
from parlour.hall.connections.peer import is_limited, peer_address
from parlour.hall.connections.socket import Receive, Scope, Send
from parlour.hall.connections.text_check import check_form, check_json, check_text
from parlour.hall.operating import metrics
from parlour.hall.people.accounts import SESSION
from parlour.hall.people.authorise import Policy, User, anybody, check
from parlour.hall.people.limits import RateLimiter
from parlour.hall.rooms.challenges import Challenges
from parlour.hall.services import Services
from parlour.hall.welcome import welcome_page
from parlour.table.errors import ParlourError

LARGEST_BODY = 64 * 1024
"""Bytes that a request may bring."""

COMING_IN = {("POST", "/api/guests"), ("POST", "/api/accounts"), ("POST", "/api/sessions")}

BOARD = ("/api/board/game/", "/api/bot/game/")
"""lichess has the routes of a game twice, for boards of people and for bots; here they are one."""


class TooLarge(ParlourError):
    """More than anybody has to read."""


SECURITY_HEADERS = (
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; "
     b"form-action 'none'; frame-ancestors 'none'; base-uri 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
)  # fmt: skip


@get("/", media_type=MediaType.HTML, include_in_schema=False, policy=anybody)
async def root(config: TheConfig) -> str:
    return welcome_page(config)


async def guard(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Nothing is answered that the policy of its route does not allow."""
    check(policy_of(handler), connection.scope["state"]["user"])


def policy_of(handler: BaseRouteHandler) -> Policy | None:
    """What a route says about who may use it; the framework's own only tell its methods."""
    methods = handler.http_methods if isinstance(handler, HTTPRouteHandler) else set[str]()
    return anybody if methods == {HttpMethod.OPTIONS} else handler.opt.get("policy")


def make_app(services: Services) -> Any:
    """The application of a house: plain ASGI, for any server."""
    sockets, streams, hall = services.sockets, services.streams, services.hall
    metrics.watch(
        sockets=sockets.__len__,
        streams=streams.__len__,
        rooms=lambda: len(hall.rooms),
        failing_work=lambda: len(hall.runtime.failing()),
        waiting_statements=lambda: hall.writer.waiting,
        waiting_computers=lambda: services.workers.waiting if services.workers else 0,
    )

    def given(value: Any) -> Provide:
        return Provide(lambda: value, sync_to_thread=False)

    http = Litestar(
        route_handlers=[
            root,
            *health.ROUTES,
            *routes.ROUTES,
            *playing.ROUTES,
            *accounts.ROUTES,
            *moderation.ROUTES,
            *bots.ROUTES,
            *event_streams.ROUTES,
            *challenges.ROUTES,
            *lookups.ROUTES,
        ],
        guards=[guard],
        exception_handlers=problems.HANDLERS,
        openapi_config=OpenAPIConfig(
            title="Parlour",
            version=__version__,
            openapi_router=Router(
                "/api/schema", route_handlers=[], opt={"policy": anybody}, include_in_schema=False
            ),
            render_plugins=[JsonRenderPlugin()],
        ),
        dependencies={
            "user": Provide(_user, sync_to_thread=False),
            "hall": given(services.hall),
            "people": given(services.accounts),
            "matches": given(services.matchmaking),
            "config": given(services.config),
            "streams": given(streams),
            "challenges": given(Challenges(services.hall, services.matchmaking, services.accounts)),
        },
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
    )
    problems.describe(http.openapi_schema)
    return Doors(services, http)


def _user(request: Request[Any, Any, Any]) -> User:
    return request.scope["state"]["user"]


class Doors:
    """Lets everybody in by the right door, once it is known who they are."""

    def __init__(self, services: Services, http: Any) -> None:
        self._services = services
        self._http = http
        pace, strangers = services.config.requests_per_second, services.config.sign_ins_per_minute
        self._pace = RateLimiter(5 * pace, pace)
        self._strangers = RateLimiter(10, strangers / 60)  # a password takes 64 MiB and a core

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope["type"]:
            case "http":
                await self._answer(scope, receive, send)
            case _:
                await self._http(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        state = scope.setdefault("state", {})
        scope["path"] = scope["path"].replace(*BOARD, 1)

        async def received() -> Any:
            message = await receive()
            if message["type"] == "http.disconnect":
                state["gone"] = True
            return message

        async def sent(message: Any) -> None:
            if message["type"] == "http.response.start":
                metrics.answers.labels(message["status"]).inc()
                headers = [*message.get("headers", ()), *SECURITY_HEADERS]
                if token := state.get("new token"):
                    headers.append((b"set-cookie", _cookie(token)))
                message = {**message, "headers": headers}
            await send(message)

        if not _readable(scope):
            await _refuse(sent, problems.refused(415, "hall.not_json"))
            return
        try:
            self._not_too_fast(scope, peer_address(scope))
            whole = await _checked(scope, received)
            # Only now: a body may take its time, and meanwhile a session may end.
            state["user"] = user = await self._services.identity.user(scope)
            if user.person:
                self._not_too_fast(scope, user.person)
        except TooLarge:
            await _refuse(sent, problems.refused(413, "hall.too_large"))
            return
        except ParlourError as error:
            await _refuse(sent, problems.problem_of(error), problems.retry_after(error))
            return
        await self._http(scope, whole, sent)

    def _not_too_fast(self, scope: Scope, whose: str) -> None:
        if is_limited(scope, self._services.config):
            now = self._services.hall.time.wall_clock.wall()
            self._pace.take(whose, now)
            if (scope["method"], scope["path"].rstrip("/")) in COMING_IN:
                self._strangers.take(whose, now)


async def _checked(scope: Scope, receive: Receive) -> Receive:
    """Look through all that a request brings; gives its body on, and then what comes after it."""
    check_text(scope["path"])
    check_form(scope["query_string"])
    body, messages = b"", [await receive()]
    while messages[-1]["type"] == "http.request":
        body += messages[-1].get("body", b"")
        if len(body) > LARGEST_BODY:
            raise TooLarge("hall.too_large")
        if not messages[-1].get("more_body"):
            break
        messages.append(await receive())
    kind = next((v for k, v in scope["headers"] if k == b"content-type"), b"")
    (check_form if b"form" in kind.lower() else check_json)(body)
    waiting = iter(messages)

    async def again() -> Any:
        return next(waiting, None) or await receive()

    return again


def _readable(scope: Scope) -> bool:
    """Is the body, if there is one, of a kind that somebody here reads?"""
    given = next((v for k, v in scope["headers"] if k == b"content-type"), b"")
    kind = given.partition(b";")[0].strip().lower()
    return kind in (b"", b"application/json", b"application/x-www-form-urlencoded")


def _cookie(token: str) -> bytes:
    age = int(SESSION)
    return f"{COOKIE}={token}; Path=/; Secure; HttpOnly; SameSite=lax; Max-Age={age}".encode()


async def _refuse(send: Send, problem: problems.Problem, later: str = "") -> None:
    kind = [(b"content-type", b"application/problem+json")]
    if later:
        kind.append((b"retry-after", later.encode()))
    await send({"type": "http.response.start", "status": problem.status, "headers": kind})
    await send({"type": "http.response.body", "body": msgspec.json.encode(problem)})
