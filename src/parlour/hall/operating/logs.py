"""The hall's log: lines of JSON without secrets.

Only fields on an allow-list are logged. So no token, invitation or password gets in by accident,
nor does a hidden deployment.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any, cast

import structlog

from parlour.hall.operating import mistakes

ALLOWED_FIELDS = frozenset(
    {"event", "level", "timestamp", "logger", "route", "error", "where", "address", "count",
     "seconds", "version", "status", "signal", "match", "work", "cause", "admin", "about"}
)  # fmt: skip


def _only_allowed_fields(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> Any:
    return {name: value for name, value in line.items() if name in ALLOWED_FIELDS}


def _errors_without_values(
    _logger: Any, _method: str, line: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Log an error by its kind and origin: its text may repeat what a client sent."""
    error = line.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()[1]
    elif isinstance(error, tuple):
        error = cast(tuple[object, ...], error)[1]
    if isinstance(error, BaseException):
        line["error"] = mistakes.kind_of(error)
        line["cause"] = mistakes.causes_of(error)
        line["where"] = mistakes.trail_of(error)
    return line


def _library_templates(
    _logger: Any, _method: str, line: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Of a library's message log only the template: its values may be anything."""
    record = line.get("_record")
    if isinstance(record, logging.LogRecord) and not record.name.startswith("parlour."):
        line["event"] = record.msg if record.args else str(record.msg)[:200].partition("\n")[0]
        line["logger"] = record.name
    return line


def set_up(stream: Any = None) -> None:
    """Log our own messages and those of libraries to standard error, as JSON."""
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _errors_without_values,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, _library_templates],
            processors=[_only_allowed_fields, structlog.processors.JSONRenderer()],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "litestar", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.WARNING)
