"""The hall's log: a line of JSON for each thing worth knowing, and no secret in any of them.

Whatever is logged is named: there is a list of names, and what is not on it is left out. So no
token, code or password gets in by accident, nor does what somebody has deployed in secret.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any, cast

import structlog

from parlour.hall.operating import mistakes

NAMES = frozenset(
    {"event", "level", "timestamp", "logger", "route", "error", "where", "address", "count",
     "seconds", "version", "status", "signal", "match", "work", "cause", "admin", "about"}
)  # fmt: skip


def _only_named(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> Any:
    return {name: value for name, value in line.items() if name in NAMES}


def _errors_without_values(
    _logger: Any, _method: str, line: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """An error is logged by its kind and where it came from: its text may repeat what was sent."""
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


def _from_elsewhere(
    _logger: Any, _method: str, line: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """What a library says: only the template, for its values may be anything."""
    record = line.get("_record")
    if isinstance(record, logging.LogRecord) and not record.name.startswith("parlour."):
        line["event"] = record.msg if record.args else str(record.msg)[:200].partition("\n")[0]
        line["logger"] = record.name
    return line


def set_up(stream: Any = None) -> None:
    """Write our own lines and those of libraries to standard error, as JSON."""
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
            foreign_pre_chain=[*shared, _from_elsewhere],
            processors=[_only_named, structlog.processors.JSONRenderer()],
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
