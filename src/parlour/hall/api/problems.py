"""Errors over HTTP, as problem details (RFC 9457): a sentence for people, a code for programs."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from parlour.hall.authorise import Forbidden
from parlour.hall.database import StoreAway
from parlour.hall.hall import NoSuchMatch, Stale
from parlour.hall.people import NameTaken
from parlour.hall.session import TooFast
from parlour.table.errors import IllegalAction, ParlourError


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What went wrong."""

    title: str
    status: int
    detail: str
    code: str
    type: str = "about:blank"


_statuses: tuple[tuple[type[ParlourError], int, str], ...] = (
    (Forbidden, 403, "Forbidden"),
    (NoSuchMatch, 404, "Not found"),
    (Stale, 409, "Stale"),
    (NameTaken, 409, "Conflict"),
    (IllegalAction, 409, "Conflict"),
    (TooFast, 429, "Too many requests"),
    (StoreAway, 503, "Away"),
    (ParlourError, 400, "Bad request"),
)


def _response(problem: Problem, headers: dict[str, str] | None = None) -> Response[Problem]:
    return Response(
        problem,
        status_code=problem.status,
        media_type="application/problem+json",
        headers=headers or {},
    )


def of_ours(_request: Request[Any, Any, Any], error: ParlourError) -> Response[Problem]:
    """One of our errors: its sentence is the answer."""
    status, title = next((s, t) for kind, s, t in _statuses if isinstance(error, kind))
    headers = {"Retry-After": "1"} if status in (429, 503) else None
    return _response(Problem(title, status, str(error), error.sentence.id), headers)


def of_litestar(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """What the framework refuses: no such route, a body that does not fit its type."""
    said = error.detail
    if isinstance(error, ValidationException):
        parts = cast(list[dict[str, str]], error.extra if isinstance(error.extra, list) else [])
        said = "; ".join(part.get("message", "") for part in parts) or said
    headers = {k: v for k, v in (error.headers or {}).items() if k.lower() == "allow"}
    return _response(
        Problem("Refused", error.status_code, said, f"http.{error.status_code}"), headers
    )


HANDLERS: dict[Any, Any] = {ParlourError: of_ours, HTTPException: of_litestar}
