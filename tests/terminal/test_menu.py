"""`parlour` alone: choose, play, play again."""

from __future__ import annotations

import re
from importlib.metadata import EntryPoint

import pytest

import parlour
from parlour.table import registry
from parlour.terminal.menu import menu, play_on
from parlour.terminal.party import Party
from parlour.terminal.rulebook import rulebook, summary
from parlour.terminal.seats import people
from tests.terminal.test_dialogue import Script
from tests.tiny import Tiny

WHICH = "Enter its name or its number, or quit:"
STARTED = "Brique: Player 1 (black) and Player 2 (white). Enter help at any time."


def answered(*lines: str) -> Script:
    console = Script(*lines)
    menu(console)
    return console


def test_the_menu_lists_every_game_with_a_number():
    console = answered("quit")
    assert console.heard[0] == "Which game would you like to play?"
    for number, slug in enumerate(parlour.games(), start=1):
        line = console.heard[number]
        assert line.startswith(f"  {number}  {slug} ")
        assert line.endswith(summary(slug))
    assert console.prompts == [WHICH]


@pytest.mark.parametrize("word", ["quit", "exit", "q", " QUIT "])
def test_quit_leaves_the_menu(word: str):
    assert answered(word, "1").lines == ["1"]


def test_the_end_of_the_input_leaves_the_menu_at_every_question():
    assert answered().prompts == [WHICH]
    assert answered("brique").prompts == [WHICH, "Play against the computer? yes/no"]
    left = answered("brique", "no")
    assert left.prompts[2:] == ["Please enter the coordinates:", WHICH]


@pytest.mark.parametrize("name", ["brique", "BRIQUE ", "1"])
def test_a_game_is_chosen_by_name_or_number(name: str):
    assert STARTED in answered(name, "no").heard


@pytest.mark.parametrize("name", ["", "0", "99", "-1", "١", "chess", "\x00", "{}", "x" * 4_001])
def test_a_wrong_choice_is_answered_by_a_sentence(name: str):
    console = answered(name, "quit")
    said = next(line for line in console.heard if "please enter one of the names" in line)
    assert said.isprintable()
    assert console.prompts == [WHICH, WHICH]


def test_after_a_game_there_is_another_one():
    game = parlour.game("brique", size=2, pie=False)
    console = Script("a2", "b2", "a1", "what", "yes", "a2", "resign", "no")
    play_on(Party(game, people(game)), console)
    assert console.lines == []
    assert console.heard.count(STARTED) == 2
    assert console.prompts.count("Would you like to play another game? yes/no") == 3


def test_the_computer_takes_the_other_seats():
    console = answered("brique", "yes", "quit", "quit")
    assert "Brique: Player 1 (black) and uct:1s (white). Enter help at any time." in console.heard
    console = answered("tiny", "yes", "quit", "quit")
    assert any(
        re.match(r"Tiny: One \(\w+\), (uct:1s \(\w+\)(, | and )?){3}\. ", line)
        for line in console.heard
    )


def test_a_broken_plug_in_does_not_take_the_other_games_away(monkeypatch: pytest.MonkeyPatch):
    entry = EntryPoint(name="aaa", value="no_such_module:Game", group="parlour.games")
    monkeypatch.setattr(registry, "_plug_ins", lambda: {"aaa": entry})
    console = answered("aaa", "brique", "no", "quit", "quit")
    assert console.heard[1].startswith("  1  aaa ")
    assert "the game aaa cannot be loaded" in console.heard[1]
    assert sum("the game aaa cannot be loaded" in line for line in console.heard) > 1
    assert STARTED in console.heard


def test_a_plug_in_of_one_file_without_a_rulebook_is_described_by_its_rules(
    monkeypatch: pytest.MonkeyPatch,
):
    class Mute(Tiny.State):
        pass

    class Single(Tiny):
        slug = "single"
        __module__ = "single"

    monkeypatch.setattr(registry, "_registered", registry._registered | {"single": Single})
    assert rulebook(Single) == "The rules, as hooks that look at `self.seat`."
    assert summary("single") == "The rules, as hooks that look at `self.seat`."
    Single.State = Mute
    assert summary("single") == rulebook(Single) == ""
