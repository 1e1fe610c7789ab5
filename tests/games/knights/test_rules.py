"""Knights, § by §: the rules. Boards are drawn as the game prints them."""

from __future__ import annotations

from random import Random

import pytest

import parlour
from parlour.games.knights.game import Knights
from parlour.games.knights.rules import Rules
from tests.play import play

ITEMS = ("axe", "magic_staff", "dagger", "helmet")

START = """\
   0  1  2  3  4  5  6  7
0  R. .. .. .. .. .. .. Y.
1  .. .. .. .. .. .. .. ..
2  .. .. .A .. .. .D .. ..
3  .. .. .. .. .. .. .. ..
4  .. .. .. .. .. .. .. ..
5  .. .. .M .. .. .H .. ..
6  .. .. .. .. .. .. .. ..
7  B. .. .. .. .. .. .. G.
R  LIVE     -            attack 1  defence 1
B  LIVE     -            attack 1  defence 1
G  LIVE     -            attack 1  defence 1
Y  LIVE     -            attack 1  defence 1"""


def knights(**settings: object) -> Knights:
    game = parlour.game("knights", **settings)
    assert isinstance(game, Knights)
    return game


def drawn(board: str, turn: str = "R", also: str = "", **settings: object) -> Rules:
    """The position of a drawn part of the arena, its top left tile being (0, 0).

    A knight holds the item drawn beside it; `also` names more items lying there, as in `D22`. Items
    that are drawn nowhere lie on (7, 7). Knights that are drawn nowhere have drowned, in the order
    of their letters, and before them those drawn as fallen died."""
    game = knights(**settings)
    letters, count = game.letters, len(game.letters)
    places, statuses, hands, falls = [64] * count, [2] * count, [4] * count, [0] * count
    spots = [63] * 4
    for row, line in enumerate(board.strip().splitlines()):
        for column, cell in enumerate(line.split()):
            tile, (knight, item) = 8 * row + column, cell
            if knight != ".":
                number = letters.index(knight.upper())
                places[number], statuses[number] = tile, int(knight.islower())
            if item != ".":
                held = knight.isupper()
                spots["AMDH".index(item)] = 65 if held else tile
                if held:
                    hands[letters.index(knight)] = "AMDH".index(item)
    for item, row, column in map(tuple, also.split()):
        spots["AMDH".index(item)] = 8 * int(row) + int(column)
    for fallen in (1, 2):
        for number in range(count):
            if statuses[number] == fallen:
                falls[number] = max(falls) + 1
    state = game.blank()
    state.set_up(places, statuses, hands, falls, spots, letters.index(turn), False, 0)
    return state


def told(state: Rules, text: str) -> str:
    """What is said of a move."""
    game = state.game
    return str(game.report(state, game.read(state, text), game.seats))


def board(state: Rules) -> list[str]:
    """The drawn tiles, without coordinates."""
    return [row[3:] for row in str(state).splitlines()[1:9]]


def corner(state: Rules, rows: int, columns: int) -> str:
    """The top left part of the board."""
    return "\n".join(row[: 3 * columns - 1] for row in board(state)[:rows])


def about(state: Rules, letter: str) -> str:
    """The line about a knight, with single blanks."""
    lines = str(state).splitlines()[9:]
    return next(" ".join(line.split()) for line in lines if line.startswith(letter))


def without(state: Rules, seat: int) -> Rules:
    """The position after a seat gave up."""
    rest = state.game.withdraw(state, seat)
    assert isinstance(rest, Rules)
    return rest


def moves(state: Rules) -> list[str]:
    return [state.game.write(state, action) for action in state.actions()]


def refusal(state: Rules, text: str) -> str:
    with pytest.raises(parlour.IllegalAction) as refused:
        state.game.read(state, text)
    return str(refused.value)


# ---- the rules -----------------------------------------------------------------------------------


def test_9_the_first_position_is_drawn_with_a_line_for_each_knight():
    assert str(knights().start()) == START


def test_9_what_does_not_fit_on_its_tile_gets_a_line():
    state = drawn(
        """
        .. .. ..
        .. RA ..""",
        also="D11",
    )
    assert corner(state, 2, 3) == ".. .. ..\n.. RA .."
    assert "(1,1) also D" in str(state).splitlines()


def test_9_a_knight_about_to_fight_is_shown_with_what_it_holds_itself_or_what_lies_there():
    state = play(drawn("R. BH .. G.", also="A01 D01"), "R:E")
    assert corner(state, 1, 4) == ".. RA .. G."
    assert "(0,1) also B D H" in str(state).splitlines()


@pytest.mark.parametrize(
    ("text", "place"), [("R:N", "r0c1"), ("R:E", "r1c2"), ("R:S", "r2c1"), ("R:W", "r1c0")]
)
def test_1_a_knight_moves_one_tile(text: str, place: str):
    state = drawn(
        """
        .. .. .. ..
        .. R. .. B."""
    )
    play(state, text)
    assert {p.site for p in state.game.view(state).pieces if p.id == "R"} == {place}
    assert state.seat == 1


@pytest.mark.parametrize(
    ("tile", "deadly"),
    [(0, {"N", "W"}), (7, {"N", "E"}), (63, {"E", "S"}), (56, {"S", "W"}), (9, set()), (31, {"E"})],
)
def test_1_a_knight_that_leaves_the_board_drowns(tile: int, deadly: set[str]):
    game = knights(players=2)
    drowned: set[str] = set()
    for direction in "NESW":
        state = game.blank()
        state.set_up([tile, 36], [0, 0], [4, 4], [0, 0], [1, 2, 3, 4], 0, False, 0)
        play(state, direction)
        if "R DROWNED - attack 0 defence 0" in about(state, "R"):
            drowned.add(direction)
    assert drowned == deadly


def test_1_the_drowned_have_no_place_and_their_item_stays_on_the_last_tile():
    state = drawn(
        """
        .. RA .. B.""",
        also="D01",
    )
    play(state, "R:N")
    assert corner(state, 1, 4) == ".. .A .. B."
    assert "(0,1) also D" in str(state).splitlines()
    assert not [piece for piece in state.game.view(state).pieces if piece.id == "R"]
    assert about(state, "R") == "R DROWNED - attack 0 defence 0"


@pytest.mark.parametrize(
    ("letter", "line"),
    [
        ("A", "R LIVE axe attack 3 defence 1"),
        ("M", "R LIVE magic_staff attack 2 defence 2"),
        ("D", "R LIVE dagger attack 2 defence 1"),
        ("H", "R LIVE helmet attack 1 defence 2"),
    ],
)
def test_2_an_empty_handed_knight_takes_the_item_it_moves_onto(letter: str, line: str):
    state = play(drawn(f"R. .{letter} .. B."), "R:E")
    assert about(state, "R") == line
    assert corner(state, 1, 4) == f".. R{letter} .. B."
    assert {piece.holds for piece in state.game.view(state).pieces if piece.id == "R"} == {
        line.split()[2]
    }


def test_2_a_knight_that_holds_an_item_ignores_others():
    state = play(drawn("RD .A .. B."), "R:E")
    assert about(state, "R") == "R LIVE dagger attack 2 defence 1"
    play(state, "B:S", "R:E")
    assert corner(state, 1, 3) == ".. .A RD"


def test_2_of_several_items_chance_brings_one_each_equally_likely():
    state = play(drawn("R. .A .. B.", also="D01 H01"), "R:E")
    assert state.seat == parlour.CHANCE
    assert moves(state) == ["item:axe", "item:dagger", "item:helmet"]
    assert [chance for _, chance in state.odds()] == pytest.approx([1 / 3] * 3)
    play(state, "item:dagger")
    assert about(state, "R") == "R LIVE dagger attack 2 defence 1"
    assert "(0,1) also A H" in str(state).splitlines()
    assert state.seat == 1


@pytest.mark.parametrize(
    ("lying", "taken"),
    [("A01 M01 D01 H01", "axe"), ("M01 D01", "magic_staff"), ("H01 D01", "dagger")],
)
def test_2_with_priority_the_first_of_a_m_d_h_is_taken_without_chance(lying: str, taken: str):
    state = play(drawn("R. .. .. B.", also=lying, item_choice="priority"), "R:E")
    assert state.seat == 1
    assert about(state, "R").split()[2] == taken
    assert state.game.action_count == 4


def test_2_with_priority_nothing_is_drawn_by_chance_in_a_whole_match():
    game = knights(item_choice="priority")
    assert not game.chance
    assert knights().chance
    for seed in range(50):
        rng, state = Random(seed), game.start()
        while not state.over:
            assert state.seat != parlour.CHANCE
            state.push(rng.choice(state.actions()))


def test_3_the_item_is_taken_before_the_fight():
    """With the axe, that lies where B stands, R has 3.5 against 2; without it, 1.5."""
    state = play(drawn("R. BH .. G.", also="A01"), "R:E")
    assert corner(state, 1, 4) == ".. RA .. G."
    assert "(0,1) also b H" in str(state).splitlines()


def test_3_the_item_is_drawn_before_the_fight():
    for item, line in (("item:axe", "R LIVE axe"), ("item:helmet", "R DEAD -")):
        state = play(drawn("R. BM .. G.", also="A01 H01"), "R:E")
        assert state.seat == parlour.CHANCE
        assert about(state, "B").startswith("B LIVE")
        assert about(play(state, item), "R").startswith(line)


@pytest.mark.parametrize(
    ("attacker", "defender", "wins"),
    [
        # attack + 0.5 against defence
        (".", ".", True),  # 1.5 : 1
        (".", "A", True),  # 1.5 : 1
        (".", "D", True),  # 1.5 : 1
        (".", "H", False),  # 1.5 : 2
        (".", "M", False),  # 1.5 : 2
        ("H", "M", False),  # 1.5 : 2
        ("D", "H", True),  # 2.5 : 2
        ("D", "M", True),  # 2.5 : 2
        ("M", "H", True),  # 2.5 : 2
        ("A", "M", True),  # 3.5 : 2
    ],
)
def test_4_the_higher_score_wins(attacker: str, defender: str, wins: bool):
    state = play(drawn(f"R{attacker} B{defender} .. G."), "R:E")
    winner, loser = ("R", "B") if wins else ("B", "R")
    assert about(state, winner).startswith(f"{winner} LIVE")
    assert about(state, loser) == f"{loser} DEAD - attack 0 defence 0"
    fallen = next(piece for piece in state.game.view(state).pieces if piece.id == loser)
    assert (fallen.site, fallen.letter, fallen.condition) == ("r0c1", loser.lower(), "fallen")


def test_4_the_loser_drops_its_item_and_nobody_picks_it_up_by_standing_there():
    state = play(drawn("R. BD .. G."), "R:E")
    assert about(state, "R") == "R LIVE - attack 1 defence 1"
    assert corner(state, 1, 4) == ".. RD .. G."  # an item that lies there, as the line above says
    play(state, "G:S", "R:E", "G:N")
    assert corner(state, 1, 4) == ".. bD R. G."
    play(state, "R:W")
    assert about(state, "R") == "R LIVE dagger attack 2 defence 1"


def test_4_a_defender_that_wins_keeps_what_it_holds():
    state = play(drawn("RH BM .. G."), "R:E")
    assert about(state, "B") == "B LIVE magic_staff attack 2 defence 2"
    assert "(0,1) also r H" in str(state).splitlines()


def test_4_with_winner_takes_an_unarmed_winner_takes_what_the_loser_drops():
    state = play(drawn("R. BD .. G.", winner_takes=True), "R:E")
    assert about(state, "R") == "R LIVE dagger attack 2 defence 1"


def test_4_with_winner_takes_an_armed_winner_keeps_its_own():
    state = play(drawn("RA BD .. G.", winner_takes=True), "R:E")
    assert about(state, "R") == "R LIVE axe attack 3 defence 1"
    assert "(0,1) also b D" in str(state).splitlines()


def test_5_the_dead_neither_move_fight_nor_block():
    state = play(drawn("R. b. .. G. .. Y."), "R:E")
    assert about(state, "R").startswith("R LIVE")
    assert corner(state, 1, 3) == ".. R. .."
    play(state, "G:E", "Y:E", "R:E")
    assert corner(state, 1, 3) == ".. b. R."
    assert state.seat == 2
