"""The hall as one ASGI application: the socket, the HTTP interface, and what keeps both honest."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, get
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.handlers import BaseRouteHandler
from litestar.openapi.config import OpenAPIConfig

from parlour import __version__
from parlour.hall.api import problems, routes
from parlour.hall.api.identity import COOKIE
from parlour.hall.authorise import Forbidden, Who, authorise
from parlour.hall.config import Config
from parlour.hall.hall import Hall
from parlour.hall.house import House
from parlour.hall.matches import Matches
from parlour.hall.people import SESSION, People
from parlour.hall.socket import Receive, Scope, Send, Sockets
from parlour.hall.welcome import welcome_page

SECURITY_HEADERS = (
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; "
     b"form-action 'none'; frame-ancestors 'none'; base-uri 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
)  # fmt: skip


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def root(config: Config) -> str:
    return welcome_page(config)


async def guard(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Nothing is answered that the table of policies does not allow."""
    who = connection.scope["state"]["who"]
    authorise(who, f"http {handler.handler_name}")


def make_app(house: House) -> Any:
    """The application of a house: plain ASGI, for any server."""
    sockets = Sockets(house.hall, house.identity.who, house.config.most_sockets)
    house.sockets = sockets

    def given(value: Any) -> Provide:
        return Provide(lambda: value, sync_to_thread=False)

    http = Litestar(
        route_handlers=[root, *routes.ROUTES],
        guards=[guard],
        exception_handlers=problems.HANDLERS,
        openapi_config=OpenAPIConfig(title="Parlour", version=__version__, path="/api/schema"),
        dependencies={
            "who": Provide(_who, sync_to_thread=False),
            "hall": given(house.hall),
            "people": given(house.people),
            "matches": given(house.matches),
            "config": given(house.config),
        },
        request_max_body_size=64 * 1024,
        signature_types=[Hall, People, Matches, Config, Who],
        on_startup=[],
    )
    return Doors(house, http, sockets)


def _who(request: Request[Any, Any, Any]) -> Who:
    return request.scope["state"]["who"]


class Doors:
    """Lets everybody in by the right door, once it is known who they are."""

    def __init__(self, house: House, http: Any, sockets: Sockets) -> None:
        self._house = house
        self._http = http
        self._sockets = sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope["type"]:
            case "http":
                await self._answer(scope, receive, send)
            case "websocket":
                await self._socket(scope, receive, send)
            case _:
                await self._http(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] != "/socket":
            await receive()
            await send({"type": "websocket.close", "code": 4004})
            return
        await self._sockets(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        state = scope.setdefault("state", {})
        try:
            state["who"] = await self._house.identity.who(scope)
        except Forbidden as error:
            await _refuse(send, error)
            return

        async def sent(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), *SECURITY_HEADERS]
                if token := state.get("new token"):
                    headers.append((b"set-cookie", _cookie(token)))
                message = {**message, "headers": headers}
            await send(message)

        await self._http(scope, receive, sent)


def _cookie(token: str) -> bytes:
    age = int(SESSION)
    return f"{COOKIE}={token}; Path=/; Secure; HttpOnly; SameSite=lax; Max-Age={age}".encode()


async def _refuse(send: Send, error: Forbidden) -> None:
    problem = problems.Problem("Forbidden", 403, str(error), error.sentence.id)
    kind = [(b"content-type", b"application/problem+json"), *SECURITY_HEADERS]
    await send({"type": "http.response.start", "status": 403, "headers": kind})
    await send({"type": "http.response.body", "body": msgspec.json.encode(problem)})
