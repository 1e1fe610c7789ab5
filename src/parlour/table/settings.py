"""The settings of a game: frozen values, each validated against a range or a list of choices.

A game declares them as an annotated struct:

    class Settings(settings.Settings, frozen=True):
        size: Annotated[int, Meta(ge=2, le=19, description="squares along a side")] = 15
        pie: Annotated[bool, Meta(description="whether the second player may swap colours")] = True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeVar, cast

import msgspec
from msgspec import inspect

from parlour.table.errors import BadSettings
from parlour.table.sentences import listing, shorten
from parlour.table.texts.files import read_text
from parlour.table.texts.typed import whole_number


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all settings; a game without settings uses it directly."""


AnySettings = TypeVar("AnySettings", bound=Settings)


class Setting(msgspec.Struct, frozen=True):
    """The description of one setting, for menus, help texts and forms."""

    name: str
    kind: str  # "number", "switch", "choice" or "text"
    default: Any
    description: str = ""
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    example: int | None = None  # for a number: a popular value


LARGEST_FILE = 65_536
"""The most bytes of a file that a setting names."""

_yes_and_no = {"true": True, "on": True, "yes": True, "1": True,
               "false": False, "off": False, "no": False, "0": False}  # fmt: skip


@cache
def describe(kind: type[Settings]) -> tuple[Setting, ...]:
    """The settings of a game, in the order of declaration."""
    return tuple(_describe(field) for field in inspect.type_info(kind).fields)  # type: ignore[union-attr]


def _describe(field: inspect.Field) -> Setting:
    kind, description, example = field.type, "", None
    if isinstance(kind, inspect.Metadata):
        extra = cast(dict[str, Any], kind.extra_json_schema or {})  # type: ignore[reportUnknownMemberType]
        description = extra.get("description", "")
        example = next(iter(extra.get("examples", ())), None)
        kind = kind.type
    name, default = field.encode_name, field.default
    if isinstance(kind, inspect.IntType):
        return Setting(name, "number", default, description, kind.ge, kind.le, example=example)
    if isinstance(kind, inspect.BoolType):
        return Setting(name, "switch", default, description)
    if isinstance(kind, inspect.LiteralType):
        choices = tuple(str(value) for value in kind.values)
        return Setting(name, "choice", default, description, choices=choices)
    if isinstance(kind, inspect.StrType):
        return Setting(name, "text", default, description, high=kind.max_length)
    raise TypeError(f"a setting may be a number, a switch, a choice or a text, not {kind}")


def read_settings(kind: type[AnySettings], given: Mapping[str, object]) -> AnySettings:
    """Validated settings from typed values or from their texts; BadSettings if one is invalid."""
    known = {setting.name: setting for setting in describe(kind)}
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            raise BadSettings(
                "settings.unknown", name=shorten(name), known=listing(known) or "none"
            )
        values[name] = _read(known[name], value)
    return kind(**values)


def read_assignments(texts: Iterable[str]) -> dict[str, object]:
    """Settings from command-line words such as `size=11`; `name=@FILE` reads the value from a
    file."""
    settings: dict[str, object] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise BadSettings("settings.assignment", given=shorten(text))
        value = value.strip()
        if value.startswith("@"):
            settings[name.strip()] = read_text(value.removeprefix("@"), LARGEST_FILE, BadSettings)
        else:
            settings[name.strip()] = value
    return settings


def _read(setting: Setting, value: object) -> object:
    match setting.kind:
        case "number":
            return _read_number(setting, value)
        case "switch":
            return _read_switch(setting, value)
        case "choice":
            if isinstance(value, str) and value.lower() in setting.choices:
                return value.lower()
            choices = listing(setting.choices)
            raise BadSettings(
                "settings.choice", name=setting.name, choices=choices, given=shorten(value)
            )
        case _:
            most = setting.high or 4_000
            if not isinstance(value, str) or len(value) > most:
                raise BadSettings("settings.text", name=setting.name, most=most)
            return value


def _read_number(setting: Setting, value: object) -> int:
    number = whole_number(value.strip()) if isinstance(value, str) else value
    if not isinstance(number, int) or isinstance(number, bool):
        raise BadSettings("settings.not_a_number", name=setting.name, given=shorten(value))
    low, high = setting.low, setting.high
    if (low is not None and number < low) or (high is not None and number > high):
        raise BadSettings(
            "settings.range", name=setting.name, low=low or 0, high=high or 0, given=shorten(value)
        )
    return number


def _read_switch(setting: Setting, value: object) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in _yes_and_no:
        return _yes_and_no[value.strip().lower()]
    raise BadSettings("settings.switch", name=setting.name, given=shorten(value))
