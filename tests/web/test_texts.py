"""The texts of the page: none is missing, none is left over."""

from __future__ import annotations

import re

import pytest

from parlour.hall import page_texts
from parlour.table.sentences import catalogue
from tests import ROOT

WEB = ROOT / "src" / "parlour" / "web"
# Ids are written out, except for those that are put together from these beginnings.
FAMILIES = tuple(
    f"{word}_"
    for word in [
        "board",
        "event",
        "kind",
        "offers",
        "offered",
        "opponent",
        "result",
        "scrub",
        "search",
        "to",
    ]
)


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    page_texts.register()
    return {id[5:]: text for id, text in catalogue().items() if id.startswith("page.")}


@pytest.fixture(scope="module")
def scripts() -> str:
    return "\n".join(file.read_text("utf-8") for file in sorted(WEB.rglob("*.js")))


def test_every_text_that_a_module_names_is_there(texts: dict[str, str], scripts: str):
    named = set(re.findall(r'["`]page\.(\w+)["`]', scripts))
    assert len(named) > 100
    assert named - texts.keys() == set()


def test_every_text_is_named_by_a_module(texts: dict[str, str], scripts: str):
    words = set(re.findall(r"\w+", scripts))
    plain = {id for id in texts if not id.startswith(FAMILIES)}
    assert {id for id in plain if id.removesuffix("_one") not in words} == set()


def test_texts_are_tidy(texts: dict[str, str]):
    untidy = re.compile(r"^\s|\s$|  |\.\.(?!\.)(?<!\.\.\.)|\bplease\b", re.IGNORECASE)
    assert {id: text for id, text in texts.items() if untidy.search(text)} == {}
