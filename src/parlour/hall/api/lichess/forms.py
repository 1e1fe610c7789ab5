"""Requests of programs for lichess: forms or JSON, with lichess's field names."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request

from parlour.table.errors import BadSettings
from parlour.table.sentences import shorten

HttpRequest = Request[Any, Any, Any]
Form = dict[str, Any]


async def read_form(request: HttpRequest) -> Form:
    """The fields of a request, from a form or JSON; null fields are left out."""
    kind, _ = request.content_type
    if kind == "application/x-www-form-urlencoded":
        return dict(await request.form())
    body = await request.body()
    try:
        sent = msgspec.json.decode(body, type=dict[str, Any]) if body.strip() else {}
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadSettings("hall.unreadable", reason=shorten(str(error), 200)) from None
    return {name: value for name, value in sent.items() if value is not None}


def settings_of(form: Form) -> dict[str, bool | int | str]:
    """The settings of a match, from fields such as `settings.size=11`."""
    found: dict[str, bool | int | str] = {}
    for key, value in form.items():
        if key.startswith("settings."):
            text = str(value)[:20_000]
            known = {"true": True, "false": False}
            digits = text.isascii() and text.isdigit() and len(text) < 10
            found[key.removeprefix("settings.")[:40]] = (
                int(text) if digits else known.get(text, text)
            )
    return found


def clock_of(form: Form) -> str:
    """The time control of lichess's `clock.limit`, `clock.increment` and `days`."""
    names = (*(f"clock.{part}" for part in ("limit", "increment")), "days")
    numbers = {name: str(form.get(name, "")) for name in names}
    for name, text in numbers.items():
        if text and not (text.isascii() and text.isdigit() and len(text) <= 6):
            raise BadSettings("hall.form", name=name, given=shorten(text))
    limit, increment, days = numbers.values()
    if days:
        return f"{days}d+{days}d<{days}d"
    return f"{limit}s+{increment or 0}s" if limit else ""
