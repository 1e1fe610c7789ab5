"""Symbols as SVG files in a game's folder, which any viewer shows.

<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100">
  <path class="solid" d="..."/>
  <path class="lines" d="..." fill="none" stroke="#000" stroke-width="7"/>
  <path class="cuts" d="..." fill="none" stroke="#fff" stroke-width="7"/>
</svg>
"""

from __future__ import annotations

import re
from importlib.resources import files
from xml.etree import ElementTree

from parlour.table.looks.tints import Symbol

PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9 .,\n-]+")


def read_symbols(module: str) -> dict[str, Symbol]:
    """The symbols in the folder `symbols` beside a module, by file name without its ending."""
    folder = files(module.rpartition(".")[0]) / "symbols"
    return {
        file.name.removesuffix(".svg"): read_symbol(file.read_text("utf-8"))
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".svg")
    }


def read_symbol(text: str) -> Symbol:
    """The paths of an SVG file by their class; ValueError for what is not a symbol."""
    paths = {"solid": "", "lines": "", "cuts": ""}
    for element in ElementTree.fromstring(text):  # noqa: S314 - of the installed game
        name, path = element.get("class", ""), element.get("d", "")
        if not element.tag.endswith("}path") or name not in paths or not PATH.fullmatch(path):
            raise ValueError(f"not a path of a symbol: {element.tag} {name} {path[:40]}")
        paths[name] += path
    return Symbol(**paths)
