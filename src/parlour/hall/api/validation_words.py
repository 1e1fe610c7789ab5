"""Sentences for validation errors.

The framework's messages are those of a type checker (``Expected `str`, got `int` ``). Their values
are extracted and put into sentences for people.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from parlour.table.sentences import Sentence, shorten

KINDS = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object with names and values",
    "null": "nothing",
}

FORMS = (
    (re.compile(r"Expected `(?P<wanted>.+?)`, got `(?P<given>.+?)`"), "hall.misfit_kind"),
    (re.compile(r"Expected `\w+` of length <= (?P<most>[0-9]+)"), "hall.misfit_long"),
    (re.compile(r"Expected `\w+` of length >= (?P<least>[0-9]+)"), "hall.misfit_short"),
    (re.compile(r"Expected `\w+` >= (?P<least>[0-9-]+)"), "hall.misfit_low"),
    (re.compile(r"Expected `\w+` <= (?P<most>[0-9-]+)"), "hall.misfit_high"),
    (re.compile(r"missing required field `(?P<name>.+?)`"), "hall.misfit_missing"),
    (re.compile(r"unknown field `(?P<name>.+?)`"), "hall.misfit_unknown"),
    (re.compile(r"Invalid (?:enum )?value (?P<given>.+)"), "hall.misfit_value"),
)

WHOLE = "data"
"""The framework's key for the body as a whole."""


def describe_mismatch(parts: Sequence[Mapping[str, str]]) -> str:
    """All validation errors, in one sentence."""
    return "; ".join(str(_said(part)) for part in parts)


def _said(part: Mapping[str, str]) -> Sentence:
    key, message = part.get("key", WHOLE), part.get("message", "")
    name = (
        str(Sentence("hall.misfit_whole")) if key == WHOLE else shorten(key.removesuffix("[...]"))
    )
    if message == repr(key):  # the field is missing
        return Sentence("hall.misfit_missing", name=name)
    for form, id in FORMS:
        if found := form.search(message):
            values = {field: shorten(text) for field, text in found.groupdict().items()}
            if id == "hall.misfit_kind":
                values = {field: _kinds(text) for field, text in values.items()}
            return Sentence(id, **({"name": name} | values))
    return Sentence("hall.misfit", name=name)


def _kinds(text: str) -> str:
    """``bool | int`` becomes `true or false or a whole number`."""
    return " or ".join(KINDS.get(kind, kind) for kind in text.split(" | "))
