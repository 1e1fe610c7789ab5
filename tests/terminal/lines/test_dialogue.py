"""The line dialogue: whole matches, and every command."""

from __future__ import annotations

from random import Random

import pytest

import parlour
from parlour.players.player import RandomPlayer
from parlour.terminal.lines.dialogue import Dialogue
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.seats import SeatedPlayer, people_everywhere
from tests.play import choose
from tests.terminal.script import EMPTY_3, Script, brique, play_lines

# ---- whole matches -------------------------------------------------------------------------------


def test_a_match_of_brique_with_the_words_of_the_source():
    console, ended = brique("b 2", "yes", "a1", "b1", "a2", "b3", pie=True)
    assert ended
    assert console.prompts == [
        "You are Black: join top and bottom. Please enter the coordinates:",
        "You are White: join left and right. Would you like to use Pie Rule? yes/no",
        "You are White: join left and right. Please enter the coordinates:",
        "You are Black: join top and bottom. Please enter the coordinates:",
        "You are White: join left and right. Please enter the coordinates:",
        "You are Black: join top and bottom. Please enter the coordinates:",
    ]
    assert console.heard[:4] == [
        "Brique: Player 1 (black) and Player 2 (white). Enter help at any time.",
        "",
        EMPTY_3,
        "",
    ]
    assert "The position 'b 2' is now filled with the Black Piece as follows:" in console.heard
    assert EMPTY_3.replace("2 |#| |#|", "2 |#|B|#|") in console.heard
    assert (
        "Player 2 uses the Pie Rule: Player 2 now plays the Black Piece, "
        "Player 1 the White Piece." in console.heard
    )
    assert console.heard[-1] == "Player 2 joined top and bottom with black and wins."


def test_a_match_of_chessicle_to_its_end():
    game = parlour.game("chessicle").guarded()
    lines, state, rng = list[str](), game.start(), Random(1)
    while not state.over:
        action = choose(state, state.seat, rng)
        lines.append(game.write(state, action))
        state.push(action)
    console, ended = play_lines(game, *lines)
    assert ended
    assert console.lines == []
    assert (
        console.prompts[:2]
        == ["Please enter your characters from left to right, as in P1, H1, P2, H2, P3:"] * 2
    )
    assert set(console.prompts[2:]) == {"Please enter your move (such as P1:F):"}
    assert state.outcome is not None
    assert console.heard[-1] == str(state.outcome.sentence)
    assert str(state) in console.heard


@pytest.mark.parametrize("slug", parlour.games())
def test_computers_play_every_game_to_its_end(slug: str):
    game = parlour.game(slug)
    seated: list[SeatedPlayer] = [(f"C{i}", RandomPlayer(i)) for i in range(len(game.seats))]
    console, ended = play_lines(game, seated=seated)
    assert ended
    assert console.prompts == []


def test_a_person_plays_against_the_computer():
    game = parlour.game("brique", size=3, pie=False)
    seated: list[SeatedPlayer] = [("Ann", None), ("random", RandomPlayer(1))]
    console, ended = play_lines(game, "b2", "moves", "quit", seated=seated)
    assert not ended
    assert console.heard.count("It is Ann's turn.") == 3
    assert "White Piece" in console.text


def test_people_and_chance_play_the_tiny_game():
    lines = ["", "hide c3"] * 4 + ["dam c1"] * 4 + ["west", "done"]
    console, ended = play_lines(parlour.game("tiny"), *lines)
    assert not ended
    assert console.lines == []
    assert "Chance draws " in console.text


# ---- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["help", "HELP", " help ", "?"])
def test_help_names_every_word(word: str):
    console, _ = brique(word)
    for known in ("help", "moves", "board", "rules", "undo", "draw", "resign", "quit"):
        assert known in console.text.split("help at any time")[1]


def test_moves_lists_every_move():
    console, _ = brique("moves", "b2", "moves")
    assert "You have 9:\n  a3  b3  c3  a2  b2  c2  a1  b1  c1" in console.text
    assert "You have 8:\n  a3  b3  c3  a2  c2  a1  b1  c1" in console.text


def test_very_many_moves_are_cut_short():
    console, _ = brique("moves", size=19)
    assert "You have 361:" in console.heard
    assert any(line.endswith("...") for line in console.heard)


def test_board_shows_the_board_once_more():
    console, _ = brique("board", "board")
    assert console.heard.count(EMPTY_3) == 3


def test_rules_shows_the_rulebook():
    console, _ = brique("rules")
    assert "escort" in console.text


def test_undo_takes_the_last_move_back():
    console, _ = brique("b2", "undo", "moves")
    assert "Taken back." in console.heard
    assert "It is Player 1's turn." in console.heard[console.heard.index("Taken back.") :]
    assert any(line == "You have 9:" for line in console.heard)


def test_undo_against_the_computer_goes_back_to_ones_own_turn():
    game = parlour.game("brique", size=3, pie=False)
    seated: list[SeatedPlayer] = [("Ann", None), ("random", RandomPlayer(1))]
    console, _ = play_lines(game, "b2", "undo", "moves", seated=seated)
    assert any(line == "You have 9:" for line in console.heard)


def test_undo_before_the_first_move_is_answered_by_a_sentence():
    console, _ = brique("undo", "b2")
    assert "There is nothing to take back." in console.heard
    assert "Black Piece" in console.text


def test_undo_inside_ones_own_turn():
    console, _ = play_lines(parlour.game("tiny"), *["", "hide c3"] * 4, "west", "undo", "moves")
    assert "Taken back." in console.heard
    assert any(line == "You have 17:" for line in console.heard)


def test_resign_ends_a_match_of_two():
    console, ended = brique("b2", "resign")
    assert ended
    assert console.heard[-1] == "Player 2 resigned: Player 1 wins."


def test_on_a_screen_resign_has_to_be_entered_twice_in_a_row():
    sure = "Enter resign again to give up."
    console = Script("resign", "board", "resign", "b2", "resign", "resign")
    console.on_screen = True
    game = parlour.game("brique", size=3, pie=False)
    assert Dialogue(LocalMatch(game, people_everywhere(game)), console).play()
    assert console.heard.count(sure) == 3
    assert console.lines == []
    assert console.heard[-1] == "Player 2 resigned: Player 1 wins."


WATER = "This step leads into the water: you would drown and be out."


def test_on_a_screen_stepping_into_the_water_needs_confirmation():
    console = Script("N", "no", "N", "maybe", "yes", "quit")
    console.on_screen = True
    game = parlour.game("knights")
    Dialogue(LocalMatch(game, people_everywhere(game)), console).play()
    asked = "Play it anyway? yes/no"
    assert console.heard.count(WATER) == 2
    assert console.prompts.count(asked) == 3
    assert console.lines == []
    drowned = "Red steps north into the water, drowns and is out."
    assert console.heard.count(drowned) == 1
    assert "Red is out of the match." in console.heard


def test_a_pipe_steps_into_the_water_unasked():
    console, _ = play_lines(parlour.game("knights"), "N", "quit")
    assert WATER not in console.text
    assert "Red is out of the match." in console.heard


def test_resign_lets_the_other_three_play_on():
    console, ended = play_lines(parlour.game("tiny"), *["", "hide c3"] * 4, "resign", "west")
    assert not ended
    assert "One resigned." in console.heard
    assert "It is Two's turn." in console.heard
    assert console.lines == []


def test_a_draw_is_agreed_when_the_other_one_says_yes():
    console, ended = brique("b2", "draw", "yes")
    assert ended
    assert console.prompts[-1] == "Player 1: Player 2 offers a draw. Do you accept? yes/no"
    assert console.heard[-1] == "The players agreed on a draw."


def test_a_draw_is_declined_when_the_other_one_says_no():
    console, ended = brique("b2", "draw", "perhaps", "no", "a1")
    assert not ended
    assert "Player 1 plays on." in console.heard
    assert "The position 'a 1' is now filled" in console.text


def test_a_draw_among_four_needs_everybody_who_is_left():
    hides = ["", "hide c3"] * 4
    console, ended = play_lines(parlour.game("tiny"), *hides, "resign", "draw", "yes", "yes")
    assert ended
    assert console.heard[-1] == "The players agreed on a draw."
    console, ended = play_lines(parlour.game("tiny"), *hides, "draw", "yes", "no", "west")
    assert "Three plays on." in console.heard
    assert console.lines == []


def test_the_computer_does_not_agree_on_a_draw():
    game = parlour.game("brique", size=3, pie=False)
    seated: list[SeatedPlayer] = [("Ann", None), ("random", RandomPlayer(1))]
    console, ended = play_lines(game, "draw", "quit", seated=seated)
    assert not ended
    assert "Computers do not accept draws; only people can agree on one." in console.heard


@pytest.mark.parametrize("word", ["quit", "exit", "QUIT "])
def test_quit_leaves_the_game(word: str):
    console, ended = brique("b2", word, "a1")
    assert not ended
    assert console.heard[-1].startswith("The game is saved. To continue: parlour play --resume ")
    assert console.lines == ["a1"]


def test_the_end_of_the_input_leaves_the_game():
    console, ended = brique()
    assert not ended
    assert console.heard[-1] == "No move was played, so nothing was saved."


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "Please enter a square, such as b2."),
        ("x9", "x9: no such square; columns go from a to c, rows from 1 to 3."),
        ("b2 b3", "b2 b3: this is not a square; enter one such as b2."),
        ("b٢", "U+0662 is not allowed here: use plain letters, digits and signs."),
        ("\x00", "U+0000 is not allowed here: use plain letters, digits and signs."),
        ("\ufffd\ufffd", "U+FFFD is not allowed here: use plain letters, digits and signs."),
        ("x" * 4_001, "This text has 4001 characters; the limit is 400."),
        ("{0}", "{0}: this is not a square; enter one such as b2."),
        ("yes", "The pie rule is only for the second player, right after the first stone."),
    ],
)
def test_wrong_input_is_answered_by_a_sentence_and_the_turn_is_kept(line: str, says: str):
    console, _ = brique(line, "b2")
    assert says in console.heard
    assert console.heard.count("It is Player 1's turn.") == 2
    assert "It is Player 2's turn." in console.heard
