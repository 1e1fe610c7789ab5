"""The registry: which games there are, and what is wrong with a plug-in."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

import parlour
from parlour.table import registry
from parlour.table.advice.knowledge import Knowledge
from parlour.table.errors import BadSettings
from parlour.table.registry import find, game, games, register
from tests.tiny import Tiny

Plug = Callable[[str], None]


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch) -> Plug:
    """Announce something as a plug-in called nim, for one test."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))

    def announce(value: str) -> None:
        entry = EntryPoint(name="nim", value=value, group="parlour.games")
        monkeypatch.setattr(registry, "_plug_ins", lambda: {"nim": entry})

    return announce


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """An empty module that can be imported by the name of `nimble`."""
    made = ModuleType("nimble")
    monkeypatch.setitem(sys.modules, "nimble", made)
    return made


def refusal() -> str:
    with pytest.raises(BadSettings) as caught:
        game("nim")
    return str(caught.value)


def test_games_are_listed_in_order_and_each_can_be_made():
    assert list(games()) == sorted(set(games()))
    assert "tiny" in games()
    assert [game(slug).slug for slug in games()] == list(games())
    assert parlour.games() == games()


@pytest.mark.parametrize(
    "slug",
    ["", "chess", "../brique", "brique.rules", "{}", "\x00", "x" * 9_999, "__init__"],
)
def test_an_unknown_game_is_refused_and_the_known_ones_are_named(slug: str):
    with pytest.raises(BadSettings) as caught:
        game(slug)
    assert str(caught.value).startswith("There is no game called ")
    assert "brique, chessicle" in str(caught.value)
    assert str(caught.value).isprintable()


def test_the_same_settings_make_an_equal_game():
    assert game("tiny", reach=1) == game("tiny", reach="1")
    assert game("tiny", reach=1) != game("tiny")
    assert repr(game("tiny", reach=1)) == "parlour.game('tiny', reach=1)"
    assert eval(repr(game("tiny", reach=1))) == game("tiny", reach=1)


def test_a_game_is_registered_for_as_long_as_the_process_lives(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))

    @register
    class Other(Tiny):
        slug = "other"
        english = Tiny.english

    assert find("other") is Other
    assert "other" in games()
    assert game("other").start().game.slug == "other"


def test_a_plug_in_is_found(plug: Plug, module: ModuleType):
    class Nim(Tiny):
        slug = "nim"

    vars(module)["Nim"] = Nim
    plug("nimble:Nim")
    assert "nim" in games()
    assert find("nim") is Nim


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no_such_module:Nim", "ModuleNotFoundError"),
        ("nimble:Nim", "AttributeError"),
        ("nimble:number", "nimble:number is not a game with this slug"),
        ("nimble:Other", "nimble:Other is not a game with this slug"),
        ("nimble", "nimble is not a game with this slug"),
    ],
)
def test_what_is_wrong_with_a_plug_in_is_one_sentence(
    plug: Plug, module: ModuleType, value: str, reason: str
):
    vars(module).update(number=5, Other=Tiny)
    plug(value)
    assert refusal().startswith("The game nim cannot be loaded: ")
    assert reason in refusal()
    assert "nim" in games()


def test_a_plug_in_that_fails_on_import_is_one_sentence(
    plug: Plug, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "nim_that_fails.py").write_text("raise RuntimeError('out of matches\\n')")
    monkeypatch.syspath_prepend(tmp_path)
    plug("nim_that_fails:Nim")
    said = "The game nim cannot be loaded: RuntimeError: out of matches?"
    assert refusal() == said


def test_a_plug_in_with_hooks_of_former_names_is_told_the_new_ones(plug: Plug, module: ModuleType):
    class State(Tiny.State):
        def hunch(self, rng_state: object) -> int:
            return 0

    class NimKnowledge(Knowledge):
        __module__ = "former_names"

        def weigh(self, *_: object) -> int:
            return 0

    class Nim(Tiny):
        __module__ = "former_names"
        slug = "nim"
        mastery = "uct"

    Nim.State = State
    vars(module).update(Nim=Nim, NimKnowledge=NimKnowledge)
    plug("nimble:Nim")
    assert refusal() == (
        "The game nim cannot be loaded: `mastery` is called `best_player` now,"
        " `hunch` is called `sample_action` now and `weigh` is called `priors` now"
    )


def test_a_plug_in_may_use_a_former_name_beside_the_new_one(plug: Plug, module: ModuleType):
    class Nim(Tiny):
        __module__ = "nimble"
        slug = "nim"
        mastery = best_player = "uct"

    vars(module)["Nim"] = Nim
    plug("nimble:Nim")
    assert find("nim") is Nim


def test_a_plug_in_compiled_for_another_table_is_refused(
    plug: Plug, module: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    class State(Tiny.State):
        __module__ = "nimble"

    class Nim(Tiny):
        slug = "nim"

    Nim.State = State
    vars(module).update(Nim=Nim, PARLOUR_ABI=0, __file__="nimble.so")
    plug("nimble:Nim")
    assert "it was compiled for table 0" in refusal()
