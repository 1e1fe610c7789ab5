"""The hall's log: lines of JSON without secrets.

Only fields on an allow-list are logged. So no token, invitation or password gets in by accident,
nor does a hidden deployment.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping, MutableMapping
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


class _Redacted:
    """A value of a library's message, printed as its kind: its text may be a secret."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __str__(self) -> str:
        if isinstance(self._value, BaseException):
            return mistakes.kind_of(self._value)
        return f"<{type(self._value).__name__}>"

    __repr__ = __str__


def _redacted(value: object) -> object:
    return value if isinstance(value, int | float) else _Redacted(value)


def _library_message(template: str, values: object) -> str:
    """The message of a library with its numbers and the kinds of its other values."""
    try:
        if isinstance(values, tuple) and values:
            return template % tuple(map(_redacted, cast(tuple[object, ...], values)))
        if isinstance(values, Mapping) and values:
            named = cast(Mapping[str, object], values)
            return template % {name: _redacted(value) for name, value in named.items()}
    except (TypeError, ValueError, KeyError):  # its template does not fit its values
        return template
    return template[:200].partition("\n")[0]


def _library_messages(
    _logger: Any, _method: str, line: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Log a library's message without its texts: they may be anything."""
    record = line.get("_record")
    if isinstance(record, logging.LogRecord) and not record.name.startswith("parlour."):
        line["event"] = _library_message(str(record.msg), line.get("positional_args"))
        line["logger"] = record.name
    return line


def _as_sentence(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> str:
    """A line for somebody at a terminal: when, what, and the rest in brackets."""
    what = str(line.pop("event", ""))
    time, level = str(line.pop("timestamp", ""))[11:19], line.pop("level", "info")
    details = ", ".join(f"{name}: {value}" for name, value in line.items())
    said = f"{what[:1].upper()}{what[1:]}{f' ({details})' if details else ''}."
    return f"{time} {said}" if level == "info" else f"{time} {str(level).capitalize()}: {said}"


def _is_news_at_a_terminal(record: logging.LogRecord) -> bool:
    """Not that the hall is open: there, `parlour serve` has said so in words of its own."""
    said = cast(object, record.msg)
    return not isinstance(said, dict) or cast(dict[str, object], said).get("event") != "open"


def set_up(stream: Any = None) -> None:
    """Log our own messages and those of libraries to standard error: as JSON, at a terminal as
    sentences."""
    stream = stream or sys.stderr
    renderer = _as_sentence if stream.isatty() else structlog.processors.JSONRenderer()
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
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, _library_messages],
            pass_foreign_args=True,  # as `positional_args`
            processors=[_only_allowed_fields, renderer],
        )
    )
    if stream.isatty():
        handler.addFilter(_is_news_at_a_terminal)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "litestar", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.WARNING)
