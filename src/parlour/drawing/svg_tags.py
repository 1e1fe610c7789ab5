"""SVG tags and texts. All attribute values and texts are escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from unicodedata import east_asian_width

Value = str | float | None

_illegal = re.compile(  # not allowed in XML, or bidirectional controls that affect other text
    r"[^\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e\u2066-\u2069]"
)
_escapes = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def plain(text: str) -> str:
    """The text on one line, without illegal characters."""
    return _illegal.sub("", " ".join(text.split()))


@lru_cache(4_096)
def escape(text: str) -> str:
    """The text escaped for XML, in text and in attributes."""
    return plain(text).translate(_escapes)


@lru_cache(4_096)
def number(value: float) -> str:
    """The number with at most two decimals, without trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def move(x: float, y: float) -> str:
    """The transform that moves the origin to (x, y)."""
    return f"translate({number(x)} {number(y)})"


def tag(name: str, *inside: str, **attributes: Value) -> str:
    """`tag("name", inside, a_b=1)` is `<name a-b="1">inside</name>`; None omits an attribute."""
    head = opening(name, **attributes)
    return f"{head}{''.join(inside)}</{name}>" if inside else f"{head[:-1]}/>"


def opening(name: str, **attributes: Value) -> str:
    """The opening tag only: `<name a-b="1">`."""
    head = "".join(
        f' {key.strip("_").replace("_", "-")}="{escape(v) if isinstance(v, str) else number(v)}"'
        for key, v in attributes.items()
        if v is not None
    )
    return f"<{name}{head}>"


def write(text: str, x: float, y: float, size: float, **attributes: Value) -> str:
    """A text that starts at x and is vertically centred at y."""
    return tag("text", escape(text), x=x, y=y + 0.36 * size, font_size=size, **attributes)


def tooltip(text: str) -> str:
    """A `<title>`, which browsers show as the tooltip of its parent; long texts are cut."""
    return tag("title", escape(fit(text, 120, 1)))


def centred(text: str, x: float, y: float, size: float, **attributes: Value) -> str:
    """A text centred at (x, y)."""
    return write(text, x, y, size, text_anchor="middle", **attributes)


def box(half: float, corner: float, **attributes: Value) -> str:
    """A square with rounded corners, centred at the origin."""
    return tag("rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=corner, **attributes)


def width(text: str, size: float) -> float:
    """The approximate width of a text; the font is not known."""
    return sum(1.0 if east_asian_width(sign) in "WF" else 0.58 for sign in text) * size


def fit(text: str, space: float, size: float) -> str:
    """The text, cut with an ellipsis if it is wider than `space`."""
    text = plain(text)
    if width(text, size) <= space:
        return text
    text = text[: int(space / size / 0.58)]
    while text and width(text + "…", size) > space:
        text = text[:-1]
    return text.rstrip() + "…"


def wrap(
    words: Iterable[str], space: float, size: float, most: int = 5, gap: str = " "
) -> list[str]:
    """The words wrapped into at most `most` lines; the last line is cut if they do not fit."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]}{gap}{word}" if lines else word
        if lines and (len(lines) == most or width(longer, size) <= space):
            lines[-1] = longer
        else:
            lines.append(word)
    return [fit(line, space, size) for line in lines]
