"""Internal errors: each one is counted, and logged with its cause but without secrets.

The message of an error may repeat what a client sent or deployed in secret. So the log has the
kinds of errors and the places in the code, and never a message.
"""

from __future__ import annotations

from types import TracebackType

import structlog

from parlour.hall.operating import metrics
from parlour.table.errors import ParlourError

MAX_FRAMES = 12
MAX_CAUSES = 5

log = structlog.get_logger("parlour.hall")


def note(what: str, error: BaseException, **named: object) -> None:
    """Count and log an internal error; `named` are log fields such as `match`."""
    metrics.mistakes.inc()
    log.error(what, error=kind_of(error), cause=causes_of(error), where=trail_of(error), **named)


def kind_of(error: BaseException) -> str:
    """`KeyError`, `BadRecord hall.rules`, `UniqueViolation 23505`: no values."""
    name = type(error).__name__
    if isinstance(error, ParlourError):
        return f"{name} {error.sentence.id}"
    state = getattr(error, "sqlstate", None)  # PostgreSQL's code
    return f"{name} {state}" if state else name


def causes_of(error: BaseException) -> list[str]:
    """The kinds of the errors that caused this one, nearest first."""
    found: list[str] = []
    cause = error.__cause__ or error.__context__
    while cause is not None and len(found) < MAX_CAUSES:
        found.append(kind_of(cause))
        cause = cause.__cause__ or cause.__context__
    return found


def trail_of(error: BaseException) -> list[str]:
    """The functions and lines of the traceback, innermost last."""
    found: list[str] = []
    trace: TracebackType | None = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        found.append(f"{code.co_qualname}:{trace.tb_lineno}")
        trace = trace.tb_next
    return found[-MAX_FRAMES:]
