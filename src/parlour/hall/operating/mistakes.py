"""Mistakes of the hall itself: each one is counted, and logged with its cause and without secrets.

An error's message may repeat what somebody sent or deployed in secret. So the log names the kinds
of errors and the places in the code, and never a message.
"""

from __future__ import annotations

from types import TracebackType

import structlog

from parlour.hall.operating import metrics
from parlour.table.errors import ParlourError

MOST_PLACES = 12
MOST_CAUSES = 5

log = structlog.get_logger("parlour.hall")


def note(what: str, error: BaseException, **named: object) -> None:
    """Count a mistake and write it into the log; `named` says where it happened (`match`, ...)."""
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
    """What an error came from, the nearest first."""
    found: list[str] = []
    cause = error.__cause__ or error.__context__
    while cause is not None and len(found) < MOST_CAUSES:
        found.append(kind_of(cause))
        cause = cause.__cause__ or cause.__context__
    return found


def trail_of(error: BaseException) -> list[str]:
    """The functions and lines through which an error came, the innermost last."""
    found: list[str] = []
    trace: TracebackType | None = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        found.append(f"{code.co_qualname}:{trace.tb_lineno}")
        trace = trace.tb_next
    return found[-MOST_PLACES:]
