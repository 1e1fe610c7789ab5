"""`parlour` alone: choose, play, play again, go on, watch, read."""

from __future__ import annotations

import re
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import parlour
from parlour.players.computer_names import name_of
from parlour.players.strengths import STRENGTHS, USUAL
from parlour.table import registry
from parlour.table.looks.rulebook import rulebook, summary
from parlour.table.sentences import Sentence
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.match_setup import ask_display
from parlour.terminal.menu import menu
from parlour.terminal.playing import play_on
from parlour.terminal.seats import people_everywhere
from tests.terminal.script import Script
from tests.tiny import Tiny

WHICH = "Enter a name or a number (Enter for brique):"
STARTED = "Brique: Player 1 (black) and Player 2 (white). Enter help at any time."
GAMES = len(parlour.games())


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    return tmp_path / "matches"


def answered(*lines: str) -> Script:
    console = Script(*lines)
    menu(console)
    return console


def words(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


# ---- the list ------------------------------------------------------------------------------------


def test_the_menu_lists_every_game_and_what_else_can_be_done():
    console = answered("quit")
    said = words(console.text)
    assert console.heard[0] == "Which game would you like to play?"
    for number, slug in enumerate(parlour.games(), start=1):
        assert f" {number} {slug} {summary(slug)}" in said
    for number, word in enumerate(("online", "browser", "watch", "rules", "quit"), start=GAMES + 1):
        assert f" {number} {word} " in said
    assert " resume " not in said
    assert all(len(line) < 80 for line in console.heard)
    assert console.prompts == [WHICH]


@pytest.mark.parametrize("word", ["quit", "exit", "q", " QUIT ", str(GAMES + 5)])
def test_quit_leaves_the_menu(word: str):
    assert answered(word, "1").lines == ["1"]


@pytest.mark.parametrize("before", [["brique"], ["brique", ""], ["brique", "", "easy"], ["watch"],
                                    ["rules"]])  # fmt: skip
def test_quit_and_the_end_of_the_input_leave_every_question_and_back_goes_to_the_one_before(
    before: list[str],
):
    left = answered(*before)
    assert len(left.prompts) == len(before) + 1
    assert answered(*before, "quit", "1").lines == ["1"]
    back = answered(*before, *["back"] * len(before), "quit")
    assert back.prompts == [*left.prompts, *reversed(left.prompts[:-1])]
    assert all("back" in prompt for prompt in left.prompts[1:])
    assert back.lines == []


def test_going_back_to_the_settings_keeps_them():
    console = answered("brique", "size=3", "", "back", "pie=off", "", "friend", "quit", "quit")
    assert console.heard[-1 - console.heard[::-1].index("The settings of Brique:") :][1].startswith(
        "  size=3   "
    )
    assert STARTED in console.heard


@pytest.mark.parametrize("name", ["brique", "BRIQUE ", "1", "", "  "])
def test_a_game_is_chosen_by_name_or_number_and_the_first_by_just_enter(name: str):
    assert STARTED in answered(name, "", "friend").heard


@pytest.mark.parametrize("name", ["0", "99", "-1", "١", "chess", "\x00", "{}", "x" * 4_001])
def test_a_wrong_choice_is_answered_by_a_sentence(name: str):
    console = answered(name, "quit")
    said = next(line for line in console.heard if "please enter one of the names" in line)
    assert said.isprintable()
    assert console.prompts == [WHICH, WHICH]


def test_a_broken_plug_in_does_not_take_the_other_games_away(monkeypatch: pytest.MonkeyPatch):
    entry = EntryPoint(name="aaa", value="no_such_module:Game", group="parlour.games")
    monkeypatch.setattr(registry, "_plug_ins", lambda: {"aaa": entry})
    console = answered("aaa", "brique", "", "friend", "quit", "quit")
    assert console.heard[1].lstrip().startswith("1  aaa ")
    assert words(console.text).count("The game aaa cannot be loaded") == 3 + 1, "and when chosen"
    assert STARTED in console.heard


# ---- setting up ----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", parlour.games())
def test_just_enter_begins_every_game_against_the_usual_computer(slug: str):
    console = answered(slug, "", "", "", "quit", "quit")
    game = parlour.game(slug)
    computer = re.escape(name_of(STRENGTHS[USUAL]))
    rest = rf"({computer}( \([\w ]+\)){{1,2}}(; | and )?){{{len(game.seats) - 1}}}"
    begun = rf"{game.title}: {game.seats[0]}( \(\w+\))?(; | and ){rest}\. "
    assert any(re.match(begun, line) for line in console.heard)
    said = words(console.text)
    for setting in game.describe():
        assert setting.description in said


def test_settings_are_changed_one_by_one_and_nonsense_changes_nothing():
    lines = ["size=3", "size=99", "sise=4", "what", "pie=off", "", "friend", "b2", "quit", "quit"]
    console = answered("brique", *lines)
    said = [line.strip() for line in console.heard]
    assert "size must be between 2 and 19, not 99." in said
    assert "There is no setting called sise. The settings are size, pie and first." in said
    assert "what: write a setting and its value, such as size=11." in said
    last = console.heard[len(said) - 1 - said[::-1].index("The settings of Brique:") :]
    assert last[1].startswith("  size=3   squares along a side (2 to 19)")
    assert last[2].startswith("  pie=off  ")
    assert "   3 | |#| | 3".strip() in words(console.text)
    assert console.lines == []


def test_a_setting_that_another_one_refuses_is_answered():
    console = answered("turncoat", "map_text=nonsense", "", "friend", "quit", "quit")
    assert STARTED.replace("Brique", "Turncoat").split(":")[0] in console.text
    assert any("map" in line and line.endswith(".") for line in console.heard)


def test_all_ten_levels_are_offered_by_name_and_strength():
    console = answered("chessicle", "", "quit")
    said = words(console.text)
    for level, (name, measured) in enumerate(
        zip(STRENGTHS, parlour.game("chessicle").levels, strict=False), start=1
    ):
        assert f" {level} {name} the computer, level {level} of 10, rating {measured.elo}" in said
    assert "level:" not in said


@pytest.mark.parametrize("word", ["3", "casual", "level 3", "level:3", "Level3"])
def test_a_level_is_chosen_by_its_number_or_name(word: str):
    console = answered("brique", "size=3", "", word, "1", "quit", "quit")
    begun = "Brique: Player 1 (black) and Computer, level 3 (white). Enter help at any time."
    assert begun in console.heard


def test_a_seat_is_chosen_by_the_colour_that_is_shown():
    console = answered("brique", "size=3", "", "easy", "white", "quit", "quit")
    begun = "Brique: Computer, level 2 (black) and Player 2 (white). Enter help at any time."
    assert begun in console.heard


@pytest.mark.parametrize(("slug", "example"), [("brique", "size=11"), ("knights", "players=3")])
def test_the_example_of_a_setting_is_one_that_people_want(slug: str, example: str):
    assert f"such as {example}, or back" in answered(slug, "quit").prompts[-1]


@pytest.mark.parametrize("slug", ["chessicle", "feud", "knights", "turncoat"])
def test_a_limit_of_nothing_is_explained_without_contradiction(slug: str):
    guard = parlour.game(slug).safeguard["limit"]
    said = words(answered(slug, "quit").text)
    assert f"; 0 means {guard} in matches (0 to 10000)" in said
    assert "0: none" not in said


def test_who_sets_up_two_knights_reads_that_green_can_force_a_win():
    assert "with two, Green can force a win" in words(answered("knights", "quit").text)


def test_a_computer_of_a_strength_takes_the_seats_that_one_does_not_want():
    console = answered("brique", "size=3", "", "easy", "2", "quit", "quit")
    easy, hard = "Computer, level 2", "Computer, 1 s per move"
    assert f"Brique: {easy} (black) and Player 2 (white). Enter help at any time." in console.heard
    assert console.busy == [easy]
    console = answered("brique", "", "hard", "player 1", "quit", "quit")
    assert f"Brique: Player 1 (black) and {hard} (white). Enter help at any time." in console.heard


def test_the_board_is_offered_on_a_screen_only():
    assert not ask_display(Script())
    console = Script("what", "")
    console.on_screen = True
    assert ask_display(console)
    console = Script("LINES")
    console.on_screen = True
    assert not ask_display(console)


def test_after_a_game_there_is_another_one():
    game = parlour.game("brique", size=2, pie=False)
    console = Script("a2", "b2", "a1", "what", "yes", "a2", "resign", "no")
    play_on(LocalMatch(game, people_everywhere(game)), console)
    assert console.lines == []
    assert console.heard.count(STARTED) == 2
    assert console.prompts.count("Would you like to play another game? yes/no") == 3


def test_after_a_game_on_a_screen_it_is_said_where_its_record_is(folder: Path):
    game = parlour.game("brique", size=2, pie=False)
    console = Script("resign", "resign", "no")
    console.on_screen = True
    play_on(LocalMatch(game, people_everywhere(game)), console)
    (file,) = folder.iterdir()
    said = [line for line in console.heard if str(file) in line]
    assert len(said) == 1
    assert "parlour replay" in said[0]
    assert "parlour analyse" in said[0]


# ---- going on, watching, reading -----------------------------------------------------------------


def test_the_match_that_was_left_last_goes_on(folder: Path):
    answered("brique", "size=3", "pie=off", "", "friend", "b2", "quit", "quit")
    (file,) = folder.iterdir()
    console = answered("resume", "b1", "quit", "quit")
    about = "resume continue: Brique: Player 1 and Player 2; 1 move, "
    assert about in words(console.text)
    assert [event.what for event in parlour.read_record(file).events] == ["b2", "b1"]
    answered("resume", "b3", "resign", "no", "quit")
    assert "resume" not in answered("quit").text, "a finished match does not go on"


def test_of_several_matches_that_were_left_any_goes_on(folder: Path):
    for move in ("a1", "b2", "c3"):
        answered("brique", "size=3", "pie=off", "", "friend", move, "quit", "quit")
    files = sorted(folder.iterdir(), key=lambda file: file.stat().st_mtime_ns)
    console = answered("resume", "m3", "b1", "quit", "quit")
    assert "resume continue one of 3 unfinished matches" in words(console.text)
    assert [event.what for event in parlour.read_record(files[0]).events] == ["a1", "b1"]
    answered("resume", "", "c1", "quit", "quit")  # just Enter: the one that was left last
    assert [event.what for event in parlour.read_record(files[0]).events] == ["a1", "b1", "c1"]


@pytest.mark.parametrize("columns", [60, 80])
def test_no_line_of_the_menu_or_of_a_help_is_wider_than_the_terminal(
    columns: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", str(columns))
    console = answered("brique", "", "friend", "help", "moves", "quit", "quit")
    listed = [line for text in console.heard for line in text.splitlines() if line[:2] == "  "]
    assert len(listed) > 30
    assert max(map(len, listed)) < columns
    for help in ("help", "online_help", "online_watch_help"):
        assert all(len(line) < 60 for line in str(Sentence(f"terminal.{help}")).splitlines())


def test_what_is_no_match_is_not_offered(folder: Path):
    folder.mkdir()
    (folder / "empty.json").touch()
    (folder / "deep.json").write_text("[" * 100_000)
    (folder / "other.json").write_text('{"events": 3}')
    (folder / "folder.json").mkdir()
    assert "resume" not in answered("quit").text


def test_a_saved_match_is_watched_the_latest_by_just_enter(folder: Path, tmp_path: Path):
    assert answered("watch").prompts[-1].startswith("There are no saved matches yet.")
    answered("brique", "size=3", "pie=off", "", "friend", "b2", "quit", "quit")
    (file,) = folder.iterdir()
    for given in (
        ["m1"],
        [""],
        [str(file)],
        [file.name],
        ["other", str(file)],
        ["other", file.stem],
    ):
        console = answered("watch", *given, "", "", "quit")
        assert (
            "1. The position 'b 2' is now filled with the Black Piece as follows:" in console.heard
        )
        assert console.lines == []
    console = answered("watch", "other", str(tmp_path / "none"), "quit")
    assert any("there is no such file" in line for line in console.heard)


def test_saved_matches_are_listed_with_game_players_result_and_date():
    answered("brique", "size=3", "pie=off", "", "friend", "b2", "quit", "quit")
    answered("feud", "", "friend", "resign", "no", "quit")
    said = words(answered("watch", "quit").text)
    when = r"\d\d [A-Z][a-z]+, \d\d:\d\d"
    assert re.search(rf"1 m1 Feud: Black and White; {when}. Black resigned: White wins\.", said)
    assert re.search(rf"2 m2 Brique: Player 1 and Player 2; 1 move, {when}", said)


def test_the_rules_of_a_game_are_read():
    console = answered("rules", "feud", "quit")
    assert rulebook(parlour.game("feud")) in console.heard
    assert answered("rules", "chess", "", "quit").text.count("please enter one of") == 1


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
