"""Tags and texts of an SVG picture; whatever is written here is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from unicodedata import east_asian_width

Value = str | float | None

_illegal = re.compile(  # in XML, or in a name that must not turn its surroundings around
    r"[^\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e\u2066-\u2069]"
)
_escapes = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def plain(text: str) -> str:
    """A text as one line of legal characters."""
    return _illegal.sub("", " ".join(text.split()))


@lru_cache(4_096)
def escape(text: str) -> str:
    """A text that is safe anywhere in XML."""
    return plain(text).translate(_escapes)


@lru_cache(4_096)
def number(value: float) -> str:
    """At most two decimals, and none where none are needed."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def move(x: float, y: float) -> str:
    """The transform that brings 0, 0 here."""
    return f"translate({number(x)} {number(y)})"


def tag(name: str, *inside: str, **attributes: Value) -> str:
    """`<name a-b="1">inside</name>` of tag("name", inside, a_b=1); None leaves an attribute out."""
    head = opening(name, **attributes)
    return f"{head}{''.join(inside)}</{name}>" if inside else f"{head[:-1]}/>"


def opening(name: str, **attributes: Value) -> str:
    """Only the first half of a tag: `<name a-b="1">`."""
    head = "".join(
        f' {key.strip("_").replace("_", "-")}="{escape(v) if isinstance(v, str) else number(v)}"'
        for key, v in attributes.items()
        if v is not None
    )
    return f"<{name}{head}>"


def write(text: str, x: float, y: float, size: float, **attributes: Value) -> str:
    """A text whose letters have their middle at this height."""
    return tag("text", escape(text), x=x, y=y + 0.36 * size, font_size=size, **attributes)


def tooltip(text: str) -> str:
    """What is said of the tag around it, of a few lines at most."""
    return tag("title", escape(fit(text, 120, 1)))


def centred(text: str, x: float, y: float, size: float, **attributes: Value) -> str:
    """A text with its middle here."""
    return write(text, x, y, size, text_anchor="middle", **attributes)


def box(half: float, corner: float, **attributes: Value) -> str:
    """A square with round corners around 0, 0."""
    return tag("rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=corner, **attributes)


def width(text: str, size: float) -> float:
    """About how wide a text will be: nobody knows the font."""
    return sum(1.0 if east_asian_width(sign) in "WF" else 0.58 for sign in text) * size


def fit(text: str, room: float, size: float) -> str:
    """The text, or as much of its beginning as there is room for."""
    text = plain(text)
    if width(text, size) <= room:
        return text
    text = text[: int(room / size / 0.58)]
    while text and width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def wrap(
    words: Iterable[str], room: float, size: float, most: int = 5, gap: str = " "
) -> list[str]:
    """The words in lines that fit, the last line cut short if there would be more than `most`."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]}{gap}{word}" if lines else word
        if lines and (len(lines) == most or width(longer, size) <= room):
            lines[-1] = longer
        else:
            lines.append(word)
    return [fit(line, room, size) for line in lines]
