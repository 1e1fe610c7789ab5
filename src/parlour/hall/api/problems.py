"""Errors over HTTP, as problem details (RFC 9457): a sentence for people, a code for programs."""

from __future__ import annotations

from http import HTTPStatus
from math import ceil
from typing import Any, cast

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, SerializationException, ValidationException
from litestar.openapi.spec import (
    OpenAPI,
    OpenAPIMediaType,
    OpenAPIResponse,
    OpenAPIType,
    Operation,
    Schema,
)

from parlour.hall.api.validation_words import describe_mismatch
from parlour.hall.computers.port import Busy
from parlour.hall.operating import mistakes
from parlour.hall.people.accounts import NameTaken
from parlour.hall.people.admin import NoSuchPerson
from parlour.hall.people.authorise import Forbidden
from parlour.hall.people.limits import RateLimited
from parlour.hall.rooms.errors import InternalError, NoSuchMatch, Stale
from parlour.hall.storage.database import DatabaseUnavailable
from parlour.table.errors import IllegalAction, ParlourError
from parlour.table.sentences import Sentence, shorten

PROBLEM_JSON = "application/problem+json"


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Problem details (RFC 9457)."""

    title: str
    status: int
    detail: str
    code: str
    type: str = "about:blank"


class Unready(ParlourError):
    """The hall runs, but is not ready to serve clients."""


_statuses: tuple[tuple[type[ParlourError], int, str], ...] = (
    (Forbidden, 403, "Forbidden"),
    (NoSuchMatch, 404, "Not found"),
    (NoSuchPerson, 404, "Not found"),
    (Stale, 409, "Stale"),
    (NameTaken, 409, "Conflict"),
    (IllegalAction, 409, "Conflict"),
    (RateLimited, 429, "Too many requests"),
    (DatabaseUnavailable, 503, "Away"),
    (Busy, 503, "Busy"),
    (Unready, 503, "Not ready"),
    (InternalError, 500, "Internal error"),
    (ParlourError, 400, "Bad request"),
)


def problem_of(error: ParlourError) -> Problem:
    """The problem for one of our errors, with its sentence."""
    status, title = next((s, t) for kind, s, t in _statuses if isinstance(error, kind))
    said = error.public_sentence if isinstance(error, DatabaseUnavailable) else error
    return Problem(title, status, str(said), error.sentence.id)


def refused(status: int, sentence: str) -> Problem:
    """A problem with a sentence, by its id."""
    return Problem(HTTPStatus(status).phrase, status, str(Sentence(sentence)), sentence)


def respond(problem: Problem, headers: dict[str, str] | None = None) -> Response[Problem]:
    return Response(
        problem, status_code=problem.status, media_type=PROBLEM_JSON, headers=headers or {}
    )


def retry_after(error: ParlourError) -> str:
    """The seconds for the header Retry-After; empty where a retry would not help."""
    if isinstance(error, Busy | RateLimited):
        return str(ceil(error.seconds))
    return "1" if isinstance(error, DatabaseUnavailable | Unready) else ""


def on_parlour_error(_request: Request[Any, Any, Any], error: ParlourError) -> Response[Problem]:
    later = retry_after(error)
    return respond(problem_of(error), {"Retry-After": later} if later else None)


def on_litestar_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Refusals of the framework: no such route, a body that does not match its type."""
    status = error.status_code
    if status >= 500:
        gone = request.scope["state"].get(
            "gone"
        )  # the client disconnected in the middle of the body
        return respond(refused(408, "hall.half")) if gone else on_internal_error(request, error)
    said = _reason(error)
    headers = {k: v for k, v in (error.headers or {}).items() if k.lower() == "allow"}
    return respond(Problem(HTTPStatus(status).phrase, status, said, f"http.{status}"), headers)


def _reason(error: HTTPException) -> str:
    if error.status_code in _sentences:
        return str(Sentence(_sentences[error.status_code]))
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        return shorten(describe_mismatch(cast(list[dict[str, str]], error.extra)), 400)
    if isinstance(error.__cause__, SerializationException):
        return str(Sentence("hall.broken_json", reason=shorten(error.detail, 200)))
    return shorten(error.detail, 400)


def on_decode_error(
    _request: Request[Any, Any, Any], _error: UnicodeDecodeError
) -> Response[Problem]:
    """A body that is not UTF-8."""
    return respond(refused(400, "hall.not_text"))


def on_internal_error(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """An internal error: logged, and answered without details."""
    mistakes.note("request failed", error, route=request.url.path)
    return respond(refused(500, "hall.mistake"))


_sentences = {404: "hall.no_page", 405: "hall.no_method", 413: "hall.too_large"}

HANDLERS: dict[Any, Any] = {
    ParlourError: on_parlour_error,
    HTTPException: on_litestar_error,
    UnicodeDecodeError: on_decode_error,
    Exception: on_internal_error,
}


def describe(schema: OpenAPI) -> None:
    """Describe our problem details in the OpenAPI schema, in place of the framework's errors."""
    kinds = {int: OpenAPIType.INTEGER, str: OpenAPIType.STRING}
    fields = msgspec.structs.fields(Problem)
    shape = Schema(
        type=OpenAPIType.OBJECT,
        title=Problem.__name__,
        description="What went wrong (RFC 9457): a sentence for people, a code for programs.",
        properties={field.name: Schema(type=kinds[field.type]) for field in fields},
        required=[field.name for field in fields if field.required],
    )
    content = {PROBLEM_JSON: OpenAPIMediaType(schema=shape)}
    for path in (schema.paths or {}).values():
        for method in ("get", "post", "delete"):
            operation: Operation | None = getattr(path, method)
            if operation is not None and operation.responses is not None:
                operation.responses.pop("400", None)
                operation.responses["4XX"] = OpenAPIResponse(
                    "The request was refused.", content=content
                )
