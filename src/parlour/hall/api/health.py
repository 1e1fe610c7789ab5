"""Health checks and metrics for the operator."""

from __future__ import annotations

from hmac import compare_digest
from typing import Any

from litestar import MediaType, Request, Response, get

from parlour.hall.api.dependencies import ConfigDep, HallDep, StreamsDep
from parlour.hall.api.identity import bearer
from parlour.hall.api.problems import Unready
from parlour.hall.connections.peer import is_own
from parlour.hall.operating import metrics as counted
from parlour.hall.people.authorise import Forbidden, anybody
from parlour.hall.storage.database import DatabaseUnavailable
from parlour.table.sentences import listing


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False, policy=anybody)
async def healthz() -> str:
    """The process is alive."""
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT, include_in_schema=False, policy=anybody)
async def readyz(hall: HallDep, streams: StreamsDep) -> str:
    """The database is available and the background work runs, so clients may be routed here."""
    if streams.ending:
        raise DatabaseUnavailable("hall.going_away")
    await hall.database.read("select 1")
    if failing := hall.runtime.failing():
        raise Unready("hall.work_fails", work=listing(failing))
    return "ready\n"


@get("/metrics", include_in_schema=False, policy=anybody)
async def metrics(request: Request[Any, Any, Any], config: ConfigDep) -> Response[bytes]:
    """All metrics: for this machine, or with the token from the settings."""
    token, expected = bearer(request.headers).encode(), config.metrics_token.encode()
    known = bool(expected) and compare_digest(token, expected)
    if not known and (config.secure or not is_own(request.scope)):
        raise Forbidden("hall.forbidden")
    return Response(counted.page(), media_type="text/plain; version=0.0.4; charset=utf-8")


ROUTES = [healthz, readyz, metrics]
