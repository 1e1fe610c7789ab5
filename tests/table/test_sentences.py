"""Sentences: all that is said has a text, all texts are said, and values cannot break one."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.lab import openings as openings
from parlour.lab import selfplay as selfplay
from parlour.lab import tournaments as tournaments
from parlour.lab.environments import vector as vector
from parlour.players import analysis as analysis
from parlour.players import player as player
from parlour.players import series as series
from parlour.players.engine import protocol as protocol
from parlour.players.mcts import options as options
from parlour.players.nets import net_file as net_file
from parlour.table.errors import BadRecord, ParlourError
from parlour.table.registry import find
from parlour.table.sentences import Sentence, add_texts, catalogue, listing, shorten
from parlour.terminal import english
from parlour.wire import english as hall_english

SRC = Path(parlour.__file__).parent
GAMES = [folder.name for folder in (SRC / "games").iterdir() if (folder / "game.py").exists()]
LAYERS = [
    "table",
    "environment",
    "file",
    "settings",
    "clock",
    "match",
    "record",
    "player",
    "search",
    "analysis",
    "series",
    "tournament",
    "selfplay",
    "openings",
    "engine",
    "nets",
    "hall",
    "terminal",
]


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """The English texts of everything in src."""
    hall_english.register()
    english.register()
    for slug in GAMES:
        find(slug)
    own = (*LAYERS, *GAMES)
    return {id: text for id, text in catalogue().items() if id.split(".")[0] in own}


@cache
def trees() -> list[ast.AST]:
    return [ast.parse(file.read_text("utf-8")) for file in sorted(SRC.rglob("*.py"))]


def ids() -> set[str]:
    """Every string in the sources that looks like the id of a sentence."""
    names = "|".join([*LAYERS, *GAMES])
    shape = re.compile(rf"({names})\.(?!json$)[a-z][a-z_0-9]*")  # x.json is a file
    docs = {
        id(node.value) for tree in trees() for node in ast.walk(tree) if isinstance(node, ast.Expr)
    }
    pieces = {
        id(part)
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    return {
        node.value
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if id(node) not in docs | pieces and shape.fullmatch(node.value)
    }


def patterns() -> list[re.Pattern[str]]:
    """The ids that are put together, as in f"match.{code}"."""
    found: list[re.Pattern[str]] = []
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                parts = [
                    re.escape(str(part.value))
                    if isinstance(part, ast.Constant)
                    else "[a-zA-Z0-9_]+"
                    for part in node.values
                ]
                if re.match(rf"({'|'.join([*LAYERS, *GAMES])})\\\.", parts[0]):
                    found.append(re.compile("".join(parts)))
    return found


def said() -> Iterator[tuple[str, set[str]]]:
    """Every sentence with a written id in the sources, and the names of its values."""
    kinds = {"Sentence", "ParlourError"} | {kind.__name__ for kind in family(ParlourError)}
    for tree in trees():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in kinds and node.args and not isinstance(node.args[0], ast.JoinedStr):
                if any(word.arg is None for word in node.keywords):  # `**values` tell nothing here
                    continue
                values = {word.arg for word in node.keywords if word.arg}
                for part in ast.walk(node.args[0]):
                    if isinstance(part, ast.Constant) and "." in str(part.value):
                        yield str(part.value), values


def family(kind: type) -> set[type]:
    return {kind}.union(*(family(child) for child in kind.__subclasses__()))


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_where_there_is_but_one_another_text_is_said():
    add_texts("crowd", {"here": "{count} are here", "here_one": "one is here"})
    assert str(Sentence("crowd.here", count=1)) == "one is here"
    assert str(Sentence("crowd.here", count=2)) == "2 are here"
    add_texts("crowd", {"here": "{count} zijn hier"}, "nl")
    assert Sentence("crowd.here", count=1).text("nl") == "1 zijn hier"


def test_everything_that_is_said_has_a_text(texts: dict[str, str]):
    assert len(ids()) > 100
    assert ids() - set(texts) == set()


def test_every_text_is_said_somewhere(texts: dict[str, str]):
    made = patterns()
    assert made
    asked = {f"{id}_touch" for id in ids()}  # by who touches
    asked |= {f"{id}_one" for id in ids()}  # where there is but one
    asked |= {id for id in texts if id.endswith(".about") or ".setting_" in id}  # by `describe`
    unsaid = {
        id for id in set(texts) - ids() - asked if not any(shape.fullmatch(id) for shape in made)
    }
    assert unsaid == set()


def test_every_place_in_a_text_is_given_a_value(texts: dict[str, str]):
    found = list(said())
    assert len(found) > 100
    for id, values in found:
        assert places(texts[id]) <= values, id


def test_places_in_texts_have_names(texts: dict[str, str]):
    for id, text in texts.items():
        assert all(name.isidentifier() for name in places(text)), id
        assert text.strip() == text, id


@given(st.text())
def test_values_cannot_break_a_sentence(value: str):
    assert str(Sentence("table.not_legal", text=value)) == f"{value}: this is not possible now."


@pytest.mark.parametrize("value", ["{text}", "{0}", "{", "}", "{text.__class__}", "%s", "{{}}"])
def test_braces_in_values_stay_as_they_are(value: str):
    assert str(Sentence("table.not_legal", text=value)) == f"{value}: this is not possible now."


def test_a_sentence_without_a_text_still_says_what_it_knows():
    assert str(Sentence("nowhere.nothing", a=1, b="x")) == "nowhere.nothing a=1 b=x"


def test_another_language_says_the_same_and_falls_back_to_english():
    add_texts("table", {"over": "das Spiel ist aus"}, "xy")
    assert Sentence("table.over").text("xy") == "das Spiel ist aus"
    assert str(Sentence("table.over")) == "The game is over."
    assert Sentence("table.chance").text("xy") == "Chance decides."
    assert catalogue("xy") == {"table.over": "das Spiel ist aus"}
    assert catalogue("xx") == {}


def test_errors_carry_their_sentence_even_through_a_pickle():
    error = pickle.loads(pickle.dumps(BadRecord("record.too_deep", most=8)))
    assert isinstance(error, BadRecord)
    assert error.sentence == Sentence("record.too_deep", most=8)
    assert str(error) == "Variations may be nested at most 8 deep."


@given(st.text() | st.integers() | st.binary() | st.none() | st.lists(st.integers()))
def test_what_somebody_sent_is_repeated_short_and_printable(value: object):
    assert len(shorten(value)) <= 40
    assert shorten(value).isprintable()


def test_what_is_too_large_to_show_is_not_shown():
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert shorten(10**5_000) == "something too large to show"
    assert shorten(deep) == "something too large to show"
    assert shorten("x" * 10_000_000) == "x" * 37 + "..."


def test_lists_are_read_aloud():
    assert listing([]) == ""
    assert listing(["a"]) == "a"
    assert listing(("a", "b")) == "a and b"
    assert listing({"a": 1, "b": 2, "c": 3}) == "a, b and c"
