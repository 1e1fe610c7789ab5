"""Messages to people: a message id with values, and its text in a language.

A sentence is sent as data (`feud.not_adjacent`, a="A2", b="A4"), so that a front end can translate
it; `str()` gives English. Each layer and each game registers English texts under its own prefix;
another language is another catalogue with the same ids.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

Value = str | int | float

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""What languages call themselves."""

_catalogues: dict[str, dict[str, str]] = {"en": {}}
_translations: dict[str, list[tuple[str, Traversable]]] = {}  # files to read when one asks for them


@dataclass(frozen=True, init=False)
class Sentence:
    """A message: an id such as `table.over`, and the values of the placeholders in its text."""

    id: str
    values: dict[str, Value]

    def __init__(self, id: str, /, **values: Value) -> None:
        object.__setattr__(self, "id", id)
        object.__setattr__(self, "values", values)

    def text(self, language: str = "en") -> str:
        """The text in a language, or in English if the language has no text for it."""
        _read_translations(language)
        template = self._template(_catalogues.get(language, {})) or self._template(
            _catalogues["en"]
        )
        if template is not None:
            with suppress(LookupError, ValueError, TypeError, AttributeError):
                return template.format_map(self.values)  # a received sentence may lack values
        return " ".join([self.id, *(f"{name}={value}" for name, value in self.values.items())])

    def _template(self, texts: Mapping[str, str]) -> str | None:
        """The text of this id; if `count` is 1, preferably the singular under `<id>_one`."""
        one = texts.get(f"{self.id}_one") if self.values.get("count") == 1 else None
        return one or texts.get(self.id)

    def for_touch(self) -> Sentence:
        """The same message for a person who clicks or touches instead of typing, if the catalogue
        has a text under `<id>_touch`."""
        id = f"{self.id}_touch"
        return Sentence(id, **self.values) if id in _catalogues["en"] else self

    def __str__(self) -> str:
        return self.text()


def add_texts(prefix: str, texts: Mapping[str, str], language: str = "en") -> None:
    """Add texts to the catalogue of a language under the ids `<prefix>.<name>`."""
    catalogue = _catalogues.setdefault(language, {})
    for name, text in texts.items():
        catalogue[f"{prefix}.{name}"] = text


def add_translations(prefix: str, package: str) -> None:
    """Offer the folder `translations` of a package: a file for each language, such as `de.toml`.

    It has the texts under the ids `<prefix>.<name>`, or, without a prefix, tables with these.
    """
    folder = files(package) / "translations"
    for file in folder.iterdir() if folder.is_dir() else ():
        language, _, kind = file.name.partition(".")
        if kind == "toml":
            _translations.setdefault(language, []).append((prefix, file))


def _read_translations(language: str) -> None:
    for prefix, file in _translations.pop(language, ()):
        texts = tomllib.loads(file.read_text("utf-8"))
        for name, part in {prefix: texts}.items() if prefix else texts.items():
            add_texts(name, part, language)


def known(id: str) -> bool:
    """Is there a text with this id?"""
    return id in _catalogues["en"]


def catalogue(language: str = "en") -> dict[str, str]:
    """All texts of a language, for front ends that format sentences themselves."""
    _read_translations(language)
    return dict(_catalogues.get(language, {}))


def languages() -> dict[str, str]:
    """The languages that there are texts in, by code, each with its own name for itself."""
    codes = sorted({*_catalogues, *_translations} - {"en"})
    return {code: LANGUAGES.get(code, code) for code in ["en", *codes]}


def shorten(value: object, most: int = 40) -> str:
    """Untrusted input made safe to quote in a sentence: printable and at most `most` long."""
    text = value if isinstance(value, str) else _safe_repr(value)
    cut = text if len(text) <= most else text[: most - 3] + "..."
    return "".join(c if c.isprintable() else "?" for c in cut)


def _safe_repr(value: object) -> str:
    try:
        return repr(value)
    except (ValueError, RecursionError):  # an int of thousands of digits, or deeply nested lists
        return "something too large to show"


def listing(names: Mapping[str, object] | list[str] | tuple[str, ...]) -> str:
    """`a, b and c`; if a name itself has a comma, `a, x; b and c`."""
    words = list(names)
    if len(words) < 2:
        return words[0] if words else ""
    comma = "; " if any(", " in word for word in words) else ", "
    return " and ".join(filter(None, [comma.join(words[:-1]), *words[-1:]]))
