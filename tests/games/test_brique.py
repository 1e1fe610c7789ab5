"""Brique, § by §. Boards are drawn as the game prints them."""

from __future__ import annotations

import re

import pytest

import parlour
from parlour.games.brique.rules import Rules
from tests.play import play

EMPTY_BOARD = """\
    a b c d e f g h i j k l m n o
15 | |#| |#| |#| |#| |#| |#| |#| | 15
14 |#| |#| |#| |#| |#| |#| |#| |#| 14
13 | |#| |#| |#| |#| |#| |#| |#| | 13
12 |#| |#| |#| |#| |#| |#| |#| |#| 12
11 | |#| |#| |#| |#| |#| |#| |#| | 11
10 |#| |#| |#| |#| |#| |#| |#| |#| 10
 9 | |#| |#| |#| |#| |#| |#| |#| | 9
 8 |#| |#| |#| |#| |#| |#| |#| |#| 8
 7 | |#| |#| |#| |#| |#| |#| |#| | 7
 6 |#| |#| |#| |#| |#| |#| |#| |#| 6
 5 | |#| |#| |#| |#| |#| |#| |#| | 5
 4 |#| |#| |#| |#| |#| |#| |#| |#| 4
 3 | |#| |#| |#| |#| |#| |#| |#| | 3
 2 |#| |#| |#| |#| |#| |#| |#| |#| 2
 1 | |#| |#| |#| |#| |#| |#| |#| | 1
    a b c d e f g h i j k l m n o"""

AFTER_D8 = EMPTY_BOARD.replace(" 8 |#| |#| |#|", " 8 |#| |#|B|#|", 1)

# The source prints h5 as a light square here; it is dark.
BEFORE_G5 = """\
    a b c d e f g h i j k l m n o
15 | |#| |#| |#| |#| |#| |#| |#| | 15
14 |#| |#| |#| |#| |#| |#| |#| |#| 14
13 | |#| |#| |#| |#| |#| |#| |#| | 13
12 |#| |#| |#| |#| |#| |#| |#| |#| 12
11 | |#| |#| |#| |#|B|#| |#| |#| | 11
10 |#| |#| |#| |#|W|#| |#| |#| |#| 10
 9 | |#| |W| |#| |#| |#| |#| |#| | 9
 8 |#| |#|B|B| |#| |#| |#| |#| |#| 8
 7 | |#| |#| |#| |#| |#| |#| |#| | 7
 6 |B| |#| |#| |#|W|#| |#| |#| |#| 6
 5 | |#| |#| |#| |#| |#| |#| |#| | 5
 4 |#| |#| |#|W|#| |#| |#| |#| |#| 4
 3 |B|#| |#| |#| |#| |#| |#| |#| | 3
 2 |W| |#| |#| |#| |#| |#| |#| |#| 2
 1 | |#| |#| |#| |#| |#| |#| |#| | 1
    a b c d e f g h i j k l m n o"""

AFTER_G5 = BEFORE_G5.replace(" 6 |B| |#| |#| |#|W|", " 6 |B| |#| |#| |W|W|").replace(
    " 5 | |#| |#| |#| |#|", " 5 | |#| |#| |W|W|#|"
)


def drawn(board: str, turn: str = "b", **settings: object) -> Rules:
    """The position of a drawn board: only B and W count."""
    rows = [line.split("|")[1:-1] for line in board.splitlines() if "|" in line]
    game = parlour.game("brique", size=len(rows), **settings)
    signs = ("".join({"B": "b", "W": "w"}.get(cell, ".") for cell in row) for row in rows)
    line = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in signs)
    state = game.from_line(f"{line} {turn} 1 -")
    assert isinstance(state, Rules)
    return state


def start(**settings: object) -> Rules:
    state = parlour.game("brique", **settings).start()
    assert isinstance(state, Rules)
    return state


def stones(state: Rules) -> dict[str, str]:
    return {piece.site: piece.letter for piece in state.game.view(state).pieces}


def at(state: Rules, site: str) -> str:
    return stones(state).get(site, " ")


# ---- §1 to §8, one after the other ---------------------------------------------------------------


def test_the_empty_board_is_printed_as_in_the_source():
    assert str(start()) == EMPTY_BOARD


def test_1_a_stone_on_d8_is_printed_as_in_the_source():
    state = play(start(), "d 8")
    assert str(state) == AFTER_D8
    assert str(play(state, "yes")) == AFTER_D8


@pytest.mark.parametrize("text", ["d8", "D8", "d 8", " d  8 ", "D 8\n", "d08"])
def test_1_coordinates_are_read_leniently(text: str):
    state = start()
    assert state.game.write(state, state.game.read(state, text)) == "d8"


def test_2_escorts_of_a_light_square_are_above_and_left_of_a_dark_one_below_and_right():
    #    a b c d
    # 4 | |#| |#| 4
    # 3 |#| |#| | 3      b3 is light: b4 and a3;  c3 is dark: c2 and d3
    # 2 | |#| |#| 2
    # 1 |#| |#| | 1
    light = play(start(size=4, pie=False), "b4", "d1", "a3")
    assert stones(light) == {"b4": "B", "d1": "W", "a3": "B", "b3": "B"}
    dark = play(start(size=4, pie=False), "c2", "a1", "d3")
    assert stones(dark) == {"c2": "B", "a1": "W", "d3": "B", "c3": "B"}


def test_2_a_square_that_lacks_an_escort_at_the_edge_is_never_filled():
    # a4 is light and touches both stones, but has neither a square above it nor one to its left.
    state = play(start(size=4, pie=False), "b4", "d3", "a3")
    assert at(state, "a4") == " "


def test_3_two_escorts_fill_the_square_between_them_as_in_the_source():
    state = drawn(BEFORE_G5, turn="w")
    assert str(state) == BEFORE_G5
    assert str(play(state, "g5")) == AFTER_G5


def test_3_an_enemy_stone_between_two_escorts_is_taken():
    #  b3 is light: White there falls to Black on b4 and a3
    state = drawn(
        """
        4 | |B| |#| 4
        3 |#|W|#| | 3
        2 | |#| |#| 2
        1 |#| |#|W| 1"""
    )
    play(state, "a3")
    assert at(state, "b3") == "B"


def test_3_a_fill_does_not_set_off_another():
    # After b2 and c3 (light), b3... the dark c2 is claimed; c2 with d3 would claim nothing more.
    state = drawn(
        """
        4 | |#| |#| 4
        3 |#| |#|B| 3
        2 | |#| |#| 2
        1 |#|W|#| | 1""",
    )
    before = stones(state)
    play(state, "b2")
    assert len(stones(state)) == len(before) + 1


def test_4_black_joins_top_and_bottom():
    state = drawn(
        """
        3 | |B| | 3
        2 |#|B|#| 2
        1 |W|#|W| 1"""
    )
    play(state, "b1")
    assert state.over
    assert state.payoffs == (1.0, -1.0)
    assert state.outcome is not None
    assert str(state.outcome.sentence) == "Player 1 joined top and bottom with black and wins."


def test_4_white_joins_left_and_right():
    state = drawn(
        """
        3 |B|#|B| 3
        2 |W|W|#| 2
        1 | |B| | 1""",
        turn="w",
    )
    play(state, "c2")
    assert state.over
    assert state.payoffs == (-1.0, 1.0)


def test_4_a_chain_by_a_filled_square_counts():
    # b3 and a2 are dark: with both, Black claims the light b2 between them.
    state = drawn(
        """
        3 | |B| | 3
        2 |#| |#| 2
        1 |#|B|W| 1"""
    )
    play(state, "a2")
    assert at(state, "b2") == "B"
    assert state.over
    assert state.payoffs == (1.0, -1.0)


def test_5_swap_exchanges_colours_and_the_first_player_goes_on_with_white():
    state = play(start(), "d8")
    assert state.seat == 1
    assert [state.game.write(state, action) for action in state.actions()] == ["swap", "keep"]
    play(state, "swap")
    assert state.seat == 0
    assert [panel.colour for panel in state.game.view(state, None).panels] == ["white", "black"]
    assert at(play(state, "e8"), "e8") == "W"


def test_5_keep_lets_the_second_player_place_a_stone():
    state = play(start(), "d8", "no")
    assert state.seat == 1
    assert at(play(state, "e8"), "e8") == "W"


@pytest.mark.parametrize(
    ("text", "action"),
    [("yes", "swap"), ("Y", "swap"), ("swap", "swap"), ("no", "keep"), ("keep", "keep")],
)
def test_5_yes_and_no_are_read_too(text: str, action: str):
    state = play(start(), "d8")
    assert state.game.write(state, state.game.read(state, text)) == action


def test_5_the_question_comes_once_and_only_where_the_pie_rule_is_on():
    assert play(start(pie=False), "d8", "e8").seat == 0
    asked = play(start(), "d8", "no", "e8", "f8")
    assert len(asked.actions()) == 15 * 15 - 3


def test_5_the_winner_after_a_swap_is_who_has_the_colour():
    state = play(start(size=2), "a2", "yes")
    play(state, "b1")  # Player 1 is White now
    assert not state.over
    play(state, "a1")  # Player 2 joins top and bottom with Black
    assert state.payoffs == (-1.0, 1.0)


def test_6_seat_1_may_have_black_and_then_begins():
    state = start(first=1)
    assert state.seat == 1
    assert at(play(state, "d8"), "d8") == "B"
    assert state.seat == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("d8", "d8: there is already a stone on this square."),
        ("p1", "p1: no such square; columns go from a to o, rows from 1 to 15."),
        ("a16", "a16: no such square; columns go from a to o, rows from 1 to 15."),
        ("a0", "a0: no such square; columns go from a to o, rows from 1 to 15."),
        ("", "Please enter a square, such as h8."),
        ("hello", "hello: this is not a square; enter one such as h8."),
        ("yes", "The pie rule is only for the second player, right after the first stone."),
    ],
)
def test_7_what_cannot_be_played_is_answered_by_a_sentence(text: str, says: str):
    state = play(start(), "d8", "no")
    before = str(state)
    with pytest.raises(parlour.IllegalAction) as refused:
        state.game.read(state, text)
    assert str(refused.value) == says
    assert str(state) == before


def test_7_digits_of_other_alphabets_are_not_read():
    state = start()
    with pytest.raises(parlour.BadText, match=r"U\+FF18"):
        state.game.read(state, "d８")


def test_8_the_dialogue_of_the_source():
    game = parlour.game("brique")
    state = game.start()
    view = game.view(state, 0)
    assert (str(view.status), str(view.prompt)) == (
        "It is Player 1's turn.",
        "You are Black: join top and bottom. Please enter the coordinates:",
    )
    told = game.report(state, game.read(state, "d 8"), game.seats)
    assert str(told) == "The position 'd 8' is now filled with the Black Piece as follows:"
    view = game.view(play(state, "d8"), 1)
    asked = "You are White: join left and right. Would you like to use Pie Rule? yes/no"
    assert (str(view.status), str(view.prompt)) == ("It is Player 2's turn.", asked)


def test_4_everybody_is_told_what_to_join_after_the_pie_rule_too():
    game = parlour.game("brique", size=3)
    swapped = play(game.start(), "b2", "swap")
    assert str(game.view(swapped, 0).prompt).startswith("You are White: join left and right.")
    later = play(swapped, "a1")
    assert str(game.view(later, 1).prompt).startswith("You are Black: join top and bottom.")


# ---- position lines that are none ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("5/5/5/5/bbbbbb b 1 -", "Row 1 must have 5 squares, not 6."),
        ("5/5/5/5/6 b 1 -", "Row 1 must have 5 squares, not 6."),
        ("5/5/5/5 b 1 -", "This board has 5 rows, not 4."),
        ("5/5/5/5/5/5 b 1 -", "This board has 5 rows, not 6."),
        ("5/5/5/5/x4 b 1 -", "Row 1: x is not b, w or a number of empty squares."),
        ("5/5/5/5/-1b5 b 1 -", "Row 1: - is not b, w or a number of empty squares."),
        ("5/5/5/5/05 b 1 -", "Row 1: 05 is not b, w or a number of empty squares."),
        ("5/5/5/5/5 x 1 -", "The side to move must be b or w, not x."),
        ("5/5/5/5/5 b 3 -", "The seat with black must be 1 or 2, not 3."),
        ("5/5/5/5/5 b 1 maybe", "The last part must be ask or -, not maybe."),
        ("5/5/5/5/5 w 1 -", "On an empty board it is Black's turn, and seat 1 has black."),
        ("5/5/5/5/b4 w 2 ask", "The pie question comes after one black stone"),
        ("5/5/5/5/bw3 w 1 ask", "The pie question comes after one black stone"),
        ("5/5/5/5/b4 b 1 -", "The first stone is black, and then it is White's turn."),
        ("5/5/5/5/w4 b 1 -", "The first stone is black, and then it is White's turn."),
        ("5/5/b4/1b3/5 w 1 -", None),
        ("5/5/1b3/b4/5 w 1 -", "b2 has two black escorts, so it must be black too."),
        ("b4/b4/b4/b4/b4 b 1 -", "black has joined the sides, so it cannot be black's turn."),
        ("5/5/5/5/5", "A position has four parts"),
    ],
)
def test_a_line_that_is_no_position_is_refused_with_a_sentence(line: str, says: str | None):
    game = parlour.game("brique", size=5)
    if says is None:
        assert game.line(game.from_line(line)) == "5/5/b4/1b3/5 w 1 -"
        return
    with pytest.raises(parlour.BadText) as refused:
        game.from_line(line)
    assert str(refused.value).startswith(says)
