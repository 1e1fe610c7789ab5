"""Other languages: every text that the page shows is there, with the same placeholders."""

from __future__ import annotations

import re
from string import Formatter

import pytest

import parlour
from parlour.hall import page_texts
from parlour.table.sentences import Sentence, catalogue, languages
from tests.table.test_sentences import GAMES

# What only a terminal shows, for now in English: lines of positions, maps, solvers, scripts.
TERMINAL = re.compile(
    r"\w+\.(line|map|solve|script|table|value|bounds)_\w+|turncoat\.(too_many_guards|line)"
    r"|table\.(needs_extra|no_verb|broken_plug_in|buffer_\w+|other_game)"
)
PREFIXES = ("page", "table", "match", "settings", "clock", *GAMES)


@pytest.fixture(scope="module")
def english() -> dict[str, str]:
    page_texts.register()
    for slug in GAMES:
        parlour.game(slug)
    texts = {id: t for id, t in catalogue("en").items() if id.partition(".")[0] in PREFIXES}
    return {id: text for id, text in texts.items() if not TERMINAL.fullmatch(id)}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_german_is_complete(english: dict[str, str]):
    german = catalogue("de")
    assert languages()["de"] == "Deutsch"
    assert len(english) > 400
    assert english.keys() - german.keys() == set()


def test_a_translation_has_the_same_placeholders(english: dict[str, str]):
    german = catalogue("de")
    # In German, what somebody types is said like what somebody touches.
    for id in english.keys() & german.keys() - {"brique.placed", "brique.placed_and_filled"}:
        assert placeholders(german[id]) == placeholders(english[id]), id


def test_german_has_real_umlauts():
    texts = " ".join(catalogue("de").values())
    assert {*"äöüßÄÖÜ"} <= {*texts} | {*"ÄÖÜ"}
    assert not re.search(r"\b(fuer|koennen|muss?en|ueber|grosse?)\b", texts)


def test_a_sentence_is_worded_in_a_language():
    assert Sentence("table.turn", player="Ann").text("de") == "Ann ist am Zug."
    assert Sentence("table.turn", player="Ann").text("xx") == "It is Ann's turn."
