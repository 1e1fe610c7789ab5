"""The line dialogue: whole matches, every word, and what is said to whom."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from random import Random

import pytest

import parlour
from parlour.players.player import RandomPlayer
from parlour.terminal.lines.dialogue import Dialogue
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.seats import SeatedPlayer, people_everywhere
from tests.play import AnyGame, choose

_colours = re.compile(r"\x1b\[[0-9;]*m")
EMPTY_3 = """\
    a b c
 3 | |#| | 3
 2 |#| |#| 2
 1 | |#| | 1
    a b c"""

ROW = "P1, P2, P3, H1, H2"


class Script:
    """A console that types what it was told to, and keeps what was said."""

    on_screen = False

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.prompts: list[str] = []
        self.heard: list[str] = []
        self.screen: list[str] = []  # what can still be seen: with what was typed
        self.busy: list[str] = []  # the computers that were waited for
        self.glimpses: list[list[str]] = []  # the screen, each time that somebody is asked

    def say(self, text: str = "", tone: str = "") -> None:
        self.heard.append(text)
        self.screen.append(text)

    def ask(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        self.screen.append(prompt)
        self.glimpses.append(list(self.screen))
        if not self.lines:
            return None
        self.screen.append(self.lines[0])
        return self.lines.pop(0)

    def wipe(self) -> None:
        self.screen.clear()

    def page(self, markdown: str) -> None:
        self.say(markdown)

    def working(self, player: str) -> AbstractContextManager[None]:
        self.busy.append(player)
        return nullcontext()

    @property
    def text(self) -> str:
        return "\n".join(self.heard)


def brique(*lines: str, **settings: object) -> tuple[Script, bool]:
    game = parlour.game("brique", **({"size": 3, "pie": False} | settings))
    return play_lines(game, *lines)


def play_lines(
    game: AnyGame, *lines: str, seated: Sequence[SeatedPlayer] = ()
) -> tuple[Script, bool]:
    console = Script(*lines)
    ended = Dialogue(LocalMatch(game, seated or people_everywhere(game), seed=1), console).play()
    return console, ended


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


def test_on_a_screen_who_steps_into_the_water_is_asked_again():
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


# ---- the board on a screen -----------------------------------------------------------------------


def on_screen(slug: str, *lines: str, **settings: object) -> Script:
    console = Script(*lines)
    console.on_screen = True
    game = parlour.game(slug, **settings)
    Dialogue(LocalMatch(game, people_everywhere(game), seed=1), console).play()
    return console


def boards(console: Script) -> list[list[str]]:
    """The boards that were drawn, without their colours."""
    return [_colours.sub("", text).split("\n") for text in console.heard if "\n" in text]


def test_the_last_move_is_marked_in_lines(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NO_COLOR", "1")
    first, second = boards(on_screen("feud", "C1 C2"))
    assert not any("*" in line for line in first)
    assert sum(line.count("*") for line in second) == 2


def test_a_turn_of_many_actions_of_a_computer_is_told_with_one_board():
    console = Script("end", "fighter", "quit")
    console.on_screen = True
    game = parlour.game("turncoat", map="small")
    seated: list[SeatedPlayer] = [("Ann", None), ("Bot", RandomPlayer(3))]
    match = (local_match := LocalMatch(game, seated, seed=1)).match
    Dialogue(local_match, console).play()
    operations = [event.what for event in match.events if event.seat == 1]
    assert len(operations) > 2
    assert len(boards(console)) == 4, "at first, after both of Ann's, after the computer's turn"


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
def test_the_last_stone_is_marked_in_lines_however_small_the_cells(
    columns: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", "24")
    *_, board = boards(on_screen("brique", "h8", "no", "g9"))
    assert [line[:3] for line in board if "*" in line] == ["W 9"]


def test_what_is_counted_stays_beside_its_name_in_lines(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "60")
    console = Script()
    console.on_screen = True
    game = parlour.game("turncoat")
    Dialogue(LocalMatch(game, [("A computer with a name", None)] * 2, seed=1), console).play()
    ((*_, first, second),) = boards(console)
    assert first.endswith("objectives 2,")
    assert second == "    units 0, blocks 1"


def test_the_sides_to_join_and_the_players_are_seen_in_lines():
    (board,) = boards(on_screen("brique", size=3, pie=False))
    assert board[0].startswith("B")
    assert all(line.startswith("W") and line.endswith("W") for line in board[1:10:3])
    assert board[-2:] == ["▶ [] Player 1, black", "  () Player 2, white"]


def test_a_hint_is_shown_on_the_board_in_lines():
    before, after = boards(on_screen("brique", "hint", size=3, pie=False))
    assert not any("?" in line for line in before)
    assert sum(line.count("?") for line in after) == 1


def test_the_board_in_lines_fits_the_terminal(monkeypatch: pytest.MonkeyPatch):
    for slug in parlour.games():
        for columns, lines in ((60, 20), (80, 24), (120, 40)):
            monkeypatch.setenv("COLUMNS", str(columns))
            monkeypatch.setenv("LINES", str(lines))
            board = boards(on_screen(slug))[0]
            assert max(map(len, board)) < columns, (slug, columns)
            assert len(board) <= lines, (slug, lines)


# ---- secrets at one terminal ---------------------------------------------------------------------


def hidden(*lines: str) -> Script:
    return play_lines(parlour.game("chessicle", deployment="hidden"), *lines)[0]


def test_hidden_deployment_at_one_terminal_shows_nothing_of_the_others_row():
    console = hidden("", ROW, "H2, H1, P3, P2, P1")
    assert console.prompts[0] == "A: take the keyboard and press Enter. Nobody else should look."
    assert "A has chosen." in console.heard
    bobs_turn = console.heard.index("It is B's turn.")
    assert not any("P1" in line or "H1" in line for line in console.heard[:bobs_turn])
    assert not any("P1, P2" in line or "A-" in line for line in console.glimpses[2])
    revealed = console.heard[bobs_turn:]
    assert any("A-P1 A-P2 A-P3 A-H1 A-H2" in line for line in revealed)


def test_what_b_sees_is_the_same_whatever_a_has_chosen():
    screens = [hidden("", row).glimpses[-1] for row in (ROW, "H2, H1, P3, P2, P1")]
    assert screens[0] == screens[1]


def test_a_mistake_in_secret_is_answered_before_the_screen_is_wiped():
    console = hidden("", "P1, P2", ROW)
    assert "Still missing: P3, H1 and H2." in console.glimpses[2]
    assert console.prompts.count(console.prompts[0]) == 1, "one sits down once"


def test_a_refuge_that_stays_secret_is_wiped_for_the_last_one_too():
    console, _ = play_lines(
        parlour.game("tiny"), *[line for i in range(1, 5) for line in ("", f"hide c{i}")]
    )
    assert [prompt.split(":")[0] for prompt in console.prompts[:8:2]] == [
        "One",
        "Two",
        "Three",
        "Four",
    ]
    assert not any("hide" in line for line in console.screen)
    assert not any(f"hide c{i}" in line for i in range(1, 5) for line in console.heard)


def test_a_person_alone_against_computers_sees_their_own_row_and_not_the_computers():
    game = parlour.game("chessicle", deployment="hidden")
    seated: list[SeatedPlayer] = [("C", RandomPlayer(1)), ("Bob", None)]
    console, _ = play_lines(game, "board", seated=seated)
    assert "C has chosen." in console.heard
    assert "A-" not in console.text
    console, _ = play_lines(game, "H2, H1, P3, P2, P1", seated=seated)
    assert "B-H2 B-H1 B-P3 B-P2 B-P1" in console.text
