"""Checks the texts of requests: those that cannot be stored or displayed are refused.

PostgreSQL refuses NUL, terminals obey control characters, and half a surrogate pair is no
character. Everything that is sent to the hall is checked here; `plain` also cleans names and chat.
"""

from __future__ import annotations

import re
from typing import Any, cast
from urllib.parse import parse_qsl

import msgspec

from parlour.table.errors import BadText

_control = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters except tabs and line ends, and surrogates."""
_perhaps = re.compile(rb"\\u|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]")
"""Matches all JSON that may contain one of those; most JSON does not match."""
_ascii_control = bytes([*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20), 0x7F])


def check_text(text: str) -> None:
    """Refuse a text with control characters."""
    if _control.search(text):
        raise BadText("hall.control_characters")


def check_json(body: str | bytes) -> None:
    """Refuse JSON with such a text in it; invalid JSON is refused by its decoder."""
    data = body.encode(errors="surrogatepass") if isinstance(body, str) else body
    if data.isascii() and b"\\u" not in data:  # nearly all JSON: one fast call is enough
        if data.translate(None, _ascii_control) == data:
            return
    elif _perhaps.search(data) is None:
        return
    try:
        value = msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return
    _check(value)


def check_form(body: bytes) -> None:
    """Refuse a form, or a query, with such a text in it."""
    if b"%" in body or _perhaps.search(body) is not None:
        for name, value in parse_qsl(body.decode("latin-1"), keep_blank_values=True):
            check_text(name)
            check_text(value)


def _check(value: object) -> None:
    if isinstance(value, str):
        check_text(value)
    elif isinstance(value, dict):
        for name, inner in cast(dict[str, Any], value).items():
            check_text(name)
            _check(inner)
    elif isinstance(value, list):
        for inner in cast(list[Any], value):
            _check(inner)
