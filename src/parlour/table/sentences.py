"""What Parlour says to people: a message id with values, and its text in a language.

A sentence travels as data (`feud.not_adjacent`, a="A2", b="A4"), so that a front end may say it in
its own language; `str()` gives English. Each layer and each game brings its English texts under its
own first word; another language is another catalogue with the same ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

Value = str | int | float

_catalogues: dict[str, dict[str, str]] = {"en": {}}


@dataclass(frozen=True, init=False)
class Sentence:
    """Something said: an id such as `table.over`, and the values that belong into its text."""

    id: str
    values: dict[str, Value]

    def __init__(self, id: str, /, **values: Value) -> None:
        object.__setattr__(self, "id", id)
        object.__setattr__(self, "values", values)

    def text(self, language: str = "en") -> str:
        """The sentence in a language, or in English where that language has no text for it."""
        template = self._template(_catalogues.get(language, {})) or self._template(
            _catalogues["en"]
        )
        if template is not None:
            with suppress(LookupError, ValueError, TypeError, AttributeError):
                return template.format_map(self.values)  # a stranger's sentence may lack values
        return " ".join([self.id, *(f"{name}={value}" for name, value in self.values.items())])

    def _template(self, texts: Mapping[str, str]) -> str | None:
        """The text of this id; where `count` is one, rather that with `_one` after it."""
        one = texts.get(f"{self.id}_one") if self.values.get("count") == 1 else None
        return one or texts.get(self.id)

    def for_touch(self) -> Sentence:
        """The same to one who touches what is shown and types nothing, where there are words for
        that: under the same id, with `_touch` after it."""
        id = f"{self.id}_touch"
        return Sentence(id, **self.values) if id in _catalogues["en"] else self

    def __str__(self) -> str:
        return self.text()


def add_texts(prefix: str, texts: Mapping[str, str], language: str = "en") -> None:
    """Add texts to a language's catalogue; `prefix` is the first word of their ids."""
    catalogue = _catalogues.setdefault(language, {})
    for name, text in texts.items():
        catalogue[f"{prefix}.{name}"] = text


def catalogue(language: str = "en") -> dict[str, str]:
    """All texts of a language, for front ends that write the sentences themselves."""
    return dict(_catalogues.get(language, {}))


def shorten(value: object, most: int = 40) -> str:
    """What somebody sent, safe to repeat in a sentence: printable and not too long."""
    text = value if isinstance(value, str) else _shown(value)
    cut = text if len(text) <= most else text[: most - 3] + "..."
    return "".join(c if c.isprintable() else "?" for c in cut)


def _shown(value: object) -> str:
    try:
        return repr(value)
    except (ValueError, RecursionError):  # thousands of digits, or of lists in lists
        return "something too large to show"


def listing(names: Mapping[str, object] | list[str] | tuple[str, ...]) -> str:
    """`a, b and c`; where one of them has a comma of its own, `a, x; b and c`"""
    words = list(names)
    comma = "; " if any(", " in word for word in words) else ", "
    return " and ".join(filter(None, [comma.join(words[:-1]), *words[-1:]]))
