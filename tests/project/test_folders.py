"""Folders and files of a size that one sitting takes, and words with one meaning each."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path
from statistics import median

import pytest

from tests import ROOT

MOST_MODULES = 15
MOST_LINES = 450
MOST_MEDIAN = 110
LONG_FILES = {
    "tests/games/test_turncoat.py": "one test after the other for the sections of a rulebook",
    "tests/games/test_turncoat_plain.py": "one test after the other for the sections of a rulebook",
    "tests/hall/api/test_api.py": "many short tests of one subject",
    "tests/test_every_game.py": "the conformance suite: one list of promises",
}
"""Files that may be longer than a sitting, and why."""
PER_GAME = {
    "Rules": "every game has one; parlour.game(slug) finds it",
    "Position": "every game has one",
}
"""Class names that each game's folder may use for its own."""
ROOTS = ("src", "proofs", "tests")


def sources(root: str) -> list[Path]:
    return [file for file in sorted((ROOT / root).rglob("*.py")) if "egg-info" not in str(file)]


def lines(file: Path) -> int:
    return len(file.read_text("utf-8").splitlines())


@pytest.mark.parametrize("root", ROOTS)
def test_no_folder_has_more_modules_than_one_can_survey(root: str):
    folders: dict[Path, int] = defaultdict(int)
    for file in sources(root):
        folders[file.parent] += file.name != "__init__.py"
    crowded = {str(f.relative_to(ROOT)): n for f, n in folders.items() if n > MOST_MODULES}
    assert not crowded, crowded


@pytest.mark.parametrize("root", ROOTS)
def test_no_file_is_longer_than_a_sitting(root: str):
    long = {
        name: count
        for file in sources(root)
        if (count := lines(file)) > MOST_LINES
        and file.name not in ("english.py", "words.py")  # catalogues of texts
        and (name := str(file.relative_to(ROOT))) not in LONG_FILES
    }
    assert not long, long


def test_most_files_are_short():
    assert median(lines(file) for file in sources("src") if lines(file) > 3) < MOST_MEDIAN


def words(page: str) -> list[str]:
    """The words of the table under `## Words`, in bold or in backticks or neither."""
    section = re.split(r"^## ", page.partition("## Words")[2], maxsplit=1, flags=re.M)[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.count("|") >= 3]
    cells = [re.sub(r"[*`]", "", row).strip().lower() for row in rows]
    return [cell for cell in cells if cell and cell != "word" and not set(cell) <= set(":- ")]


def test_every_word_has_one_meaning():
    found = words((ROOT / "docs/architecture.md").read_text("utf-8"))
    assert len(found) > 10
    assert sorted({word for word in found if found.count(word) > 1}) == []


def test_a_word_with_two_entries_would_be_found():
    page = (
        "## Words\n\n| word | meaning |\n|---|---|\n| **seat** | a |\n| `seat` | b |\n\n## Next\n"
    )
    assert words(page) == ["seat", "seat"]


def test_every_class_has_a_name_of_its_own():
    defined: dict[str, list[str]] = defaultdict(list)
    for file in sources("src"):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                defined[node.name].append(str(file.relative_to(ROOT)))
    twice = {
        name: files
        for name, files in defined.items()
        if len(files) > 1 and not (name in PER_GAME and all("/games/" in file for file in files))
    }
    assert not twice, twice
