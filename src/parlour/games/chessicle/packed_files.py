"""Files that come with the game: a line of JSON that says what it is, then compressed bytes."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from parlour.table.errors import BadText
from parlour.table.sentences import shorten
from parlour.table.texts.files import unreadable

Header = TypeVar("Header", bound=msgspec.Struct)


def read_packed(
    path: Path, header: type[Header], largest: int, otherwise: str
) -> tuple[Header, bytes]:
    """The header of a file and what follows it; BadText, with the sentence `otherwise`, if it has
    no such header."""
    try:
        with path.open("rb") as file:
            first, rest = file.readline(1000), file.read(largest)
    except OSError as error:
        raise BadText(unreadable(path, error)) from None
    try:
        return msgspec.json.decode(first, type=header), rest
    except msgspec.DecodeError:
        raise BadText(otherwise, path=shorten(str(path), 200)) from None
