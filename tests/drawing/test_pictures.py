"""The pictures of the rulebooks show what the rules draw, and all pictures are used."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests import pictures
from tests.web import screenshots

DRAWN = dict(pictures.pictures())
TAKEN = {screenshots.PICTURES / f"{sheet.name}.webp" for sheet in screenshots.SHEETS}
IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
PAGES = [
    *sorted(pictures.GAMES.glob("*/rulebook.md")),
    *sorted((pictures.ROOT / "docs").glob("*.md")),
    pictures.ROOT / "README.md",
]


@cache
def drawn(path: Path) -> str:
    return DRAWN[path]() + "\n"


def name(path: Path) -> str:
    return str(path.relative_to(pictures.ROOT))


@pytest.mark.parametrize("path", DRAWN, ids=name)
def test_a_picture_is_what_the_rules_draw(path: Path):
    assert path.exists(), pictures.HINT
    assert path.read_text("utf-8") == drawn(path), pictures.HINT


@pytest.mark.parametrize("path", DRAWN, ids=name)
def test_a_picture_is_svg_that_stands_alone(path: Path):
    root = ElementTree.fromstring(drawn(path))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert not {"script", "image", "use"} & {node.tag.split("}")[1] for node in root.iter()}
    assert len(drawn(path)) < 120_000


def test_every_picture_is_shown_somewhere_and_every_picture_shown_is_there():
    shown = {
        (page.parent / link) for page in PAGES for _, link in IMAGE.findall(page.read_text("utf-8"))
    }
    there = {
        file
        for folder in (*pictures.GAMES.glob("*/pictures"), screenshots.PICTURES)
        for file in folder.iterdir()
        if file.suffix != ".toml"
    }
    assert shown == there == {*DRAWN, *TAKEN}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_pictures_stand_alone_on_their_line_and_say_in_words_what_they_show(page: Path):
    for line in page.read_text("utf-8").splitlines():
        for alt, link in IMAGE.findall(line):
            assert line.strip() == f"![{alt}]({link})"
            assert len(alt) > 25
            assert not alt.endswith(".")


@pytest.mark.parametrize("slug", pictures.slugs())
def test_a_rulebook_shows_the_board_what_is_played_and_the_end(slug: str):
    shown = pictures.illustrations(slug)
    assert any(each.play for each in shown)
    assert {"match", "end"} <= {each.file for each in shown}


def test_a_picture_of_something_that_is_not_legal_cannot_be_drawn():
    wrong = pictures.Illustration(
        "x", line="5/3w1/5/1w3/5 w 1 -", settings={"size": 5}, play=("d4",)
    )
    with pytest.raises(Exception, match="there is already a stone on this square"):
        wrong.drawn("brique")
    nowhere = pictures.Illustration("x", touch=("D4",))
    with pytest.raises(AssertionError, match="cannot be touched"):
        nowhere.drawn("feud")
