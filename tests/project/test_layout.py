"""How the code is laid out: no game is known outside its folder, and no layer looks up."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import parlour
from parlour.table.looks.look import Base
from parlour.table.view import Layer

SRC = Path(parlour.__file__).parent
FOLDERS = sorted(page.parent for page in (SRC / "games").glob("*/game.py"))
SLUGS = [folder.name for folder in FOLDERS]
LAYERS = [  # lowest first
    *("table", "command_line", "drawing", "games", "players", "lab"),
    *("wire", "client", "hall", "terminal", "web", "cli"),
]
PRESENTATION = SRC / "table/game_parts/presentation.py"
NOTEBOOK = {PRESENTATION, SRC / "table/record.py"}  # a state and a record draw themselves
HEADINGS = [
    "## The idea",
    "## Board and pieces",
    "## Set-up",
    "## A turn",
    "## The end",
    "## Entering moves",
    "## Settings",
    "## Version history",
]


def outside() -> list[Path]:
    """Every source that belongs to no game."""
    return [file for file in sorted(SRC.rglob("*.py")) if SRC / "games" not in file.parents]


@cache
def words(file: Path) -> list[tuple[int, str]]:
    """The names and strings of a source; docstrings and comments may tell what they like."""
    tree = ast.parse(file.read_text("utf-8"))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        if id(node) in docs:
            continue
        for field in ("id", "attr", "name", "arg", "module", "value", "asname"):
            text = getattr(node, field, None)
            if isinstance(text, str):
                found.append((getattr(node, "lineno", 0), text))
    return found


def imports(file: Path) -> set[str]:
    """The parts of Parlour that a source imports, also in functions and for types only."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute here"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.split(".")[1] for name in found if name.startswith("parlour.")}


def test_there_are_games_and_sources_to_look_at():
    assert len(SLUGS) >= 2
    assert len(outside()) > 20
    assert set(SLUGS) <= set(parlour.games())


@pytest.mark.parametrize("slug", SLUGS)
def test_no_game_is_named_outside_its_folder(slug: str):
    named = [
        f"{file.relative_to(SRC)}:{line}: {text!r}"
        for file in outside()
        for line, text in words(file)
        if re.search(rf"(?<![a-z]){slug}(?![a-z])", text.lower())
    ]
    assert named == []


QUOTED = re.compile(r"""(["'`])([\w-]+)\1""")
OURS = {*get_args(Base), *get_args(Layer), "colour", "dead"}  # kinds that are also words of ours


def kinds() -> set[str]:
    """The kinds of pieces and the items of all games."""
    games = [parlour.game(slug) for slug in SLUGS]
    return {kind for game in games for kind in (*game.piece_kinds, *game.looks().items)} - OURS


def test_no_kind_of_piece_is_named_outside_its_game():
    """Looks say what a kind is called and how it is drawn; whoever draws asks them."""
    wanted, scripts = kinds(), [*SRC.glob("web/**/*.js"), *SRC.glob("web/**/*.css")]
    assert {"king", "objective", "P1", "helmet"} <= wanted
    named = [
        f"{file.relative_to(SRC)}: {word}"
        for file in (*outside(), *scripts)
        for _, word in QUOTED.findall(file.read_text("utf-8"))
        if word in wanted
    ]
    assert named == []


def test_the_look_for_names_would_find_one(tmp_path: Path):
    file = tmp_path / "wrong.py"
    file.write_text('"""about feud"""\n# feud\nx = "feud"\nimport feud\ny.feud(feud=1)\n')
    assert sum("feud" in text for _, text in words(file)) == 4


@pytest.mark.parametrize("slug", SLUGS)
def test_no_game_knows_another(slug: str):
    others = [other for other in SLUGS if other != slug]
    for file in (SRC / "games" / slug).rglob("*.py"):
        for _, text in words(file):
            assert not any(other in text.lower() for other in others), f"{file}: {text}"


@pytest.mark.parametrize("layer", LAYERS)
def test_no_layer_imports_one_above_it(layer: str):
    above = set(LAYERS[LAYERS.index(layer) + 1 :])
    files = sorted((SRC / layer).rglob("*.py")) if layer != "cli" else [SRC / "cli.py"]
    for file in files:
        drawn = {"drawing"} if file in NOTEBOOK else set[str]()
        assert imports(file) & above <= drawn, file


def test_the_table_imports_nothing_but_itself():
    for file in (SRC / "table").rglob("*.py"):
        drawn = {"drawing"} if file in NOTEBOOK else set[str]()
        assert imports(file) <= {"table", "_modes"} | drawn, file


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_game_has_a_rulebook_with_the_same_headings(folder: Path):
    page = (folder / "rulebook.md").read_text("utf-8")
    assert re.findall(r"^## .*$", page, re.M) == HEADINGS
    assert page.startswith("# ")
    sections = re.split(r"^## .*$", page, flags=re.M)[1:]
    assert all(section.strip() for section in sections), "a heading without a text"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_setting_is_in_the_rulebook_and_so_is_the_version(folder: Path):
    page = (folder / "rulebook.md").read_text("utf-8")
    game = parlour.game(folder.name)
    about = page.split("## Settings")[1].split("## Version history")[0]
    for setting in game.describe():
        assert f"`{setting.name}`" in about, setting.name
    assert re.search(rf"\b{game.version}\b", page.split("## Version history")[1])
