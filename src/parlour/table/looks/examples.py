"""The positions that the pictures of a rulebook show, so that front ends can offer to play them."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import msgspec

from parlour.table.registry import AnyGame


class Example(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position of a rulebook: settings, line (none for the start), and what is played."""

    settings: dict[str, Any] = {}
    line: str = ""
    play: tuple[str, ...] = ()


def examples(kind: type[AnyGame]) -> dict[str, Example]:
    """The examples of a game by the names of their pictures; none without `pictures.toml`."""
    folder = kind.__module__.rpartition(".")[0]  # none where a plug-in is a single file
    file = files(folder) / "pictures" / "pictures.toml" if folder else None
    if file is None or not file.is_file():
        return {}
    pictures = tomllib.loads(file.read_text("utf-8"))["picture"]
    return {each["file"]: msgspec.convert(each, Example) for each in pictures}
