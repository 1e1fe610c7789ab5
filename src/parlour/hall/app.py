"""The hall as one ASGI application: all routes, their policies and their dependencies."""

from __future__ import annotations

from typing import Any

from litestar import Litestar, Request, Router
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.enums import HttpMethod
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from parlour import __version__
from parlour.hall import pages
from parlour.hall.api import (
    accounts,
    catalogues,
    health,
    moderation,
    people,
    playing,
    plies,
    positions,
    problems,
    routes,
    tournaments,
)
from parlour.hall.api.lichess import bots, challenges, event_streams, lookups
from parlour.hall.gateway import MAX_BODY, Gateway
from parlour.hall.matchmaking.challenges import Challenges
from parlour.hall.operating import metrics
from parlour.hall.people.authorise import Policy, User, anybody, check
from parlour.hall.services import Services


async def guard(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuse a request that the policy of its route does not allow."""
    check(policy_of(handler), connection.scope["state"]["user"])


def policy_of(handler: BaseRouteHandler) -> Policy | None:
    """The policy declared by a route; the framework's own OPTIONS routes are open to anybody."""
    methods = handler.http_methods if isinstance(handler, HTTPRouteHandler) else set[str]()
    return anybody if methods == {HttpMethod.OPTIONS} else handler.opt.get("policy")


def make_app(services: Services) -> Any:
    """The application for these services: plain ASGI, for any server."""
    _watch_gauges(services)
    http = Litestar(
        route_handlers=[
            *pages.ROUTES,
            *health.ROUTES,
            *catalogues.ROUTES,
            *routes.ROUTES,
            *people.ROUTES,
            *playing.ROUTES,
            *plies.ROUTES,
            *positions.ROUTES,
            *tournaments.ROUTES,
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
        dependencies=_dependencies(services),
        request_max_body_size=MAX_BODY,
        logging_config=None,
    )
    problems.describe(http.openapi_schema)
    return Gateway(services, http)


def _watch_gauges(services: Services) -> None:
    hall, workers = services.hall, services.workers
    metrics.watch(
        sockets=services.sockets.__len__,
        streams=services.streams.__len__,
        rooms=lambda: len(hall.rooms),
        failing_work=lambda: len(hall.runtime.failing()),
        waiting_statements=lambda: hall.writer.pending,
        waiting_computers=lambda: workers.waiting if workers else 0,
    )


def _dependencies(services: Services) -> dict[str, Provide]:
    """By the names that the parameters of routes have for them (api/dependencies.py)."""
    values = {
        "hall": services.hall,
        "accounts": services.accounts,
        "matchmaking": services.matchmaking,
        "tournaments": services.tournaments,
        "config": services.config,
        "streams": services.streams,
        "challenges": Challenges(services.hall, services.matchmaking, services.accounts),
    }
    return {
        "user": Provide(_user, sync_to_thread=False),
        **{name: _constant(value) for name, value in values.items()},
    }


def _constant(value: Any) -> Provide:
    return Provide(lambda: value, sync_to_thread=False)


def _user(request: Request[Any, Any, Any]) -> User:
    return request.scope["state"]["user"]
