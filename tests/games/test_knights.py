"""Knights, § by §: the rules and play mode. Boards are drawn as the game prints them."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.games.knights.game import Knights
from parlour.games.knights.rules import Rules
from parlour.players.mcts.uct_player import UctPlayer
from parlour.players.playouts import Playouts
from parlour.table.match import Match
from tests.play import alike, lengths, play

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


def test_9_what_finds_no_room_on_its_tile_gets_a_line():
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
def test_1_who_leaves_the_board_drowns(tile: int, deadly: set[str]):
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


# ---- play mode -----------------------------------------------------------------------------------


def test_7_the_knights_move_in_turn_and_the_fallen_are_skipped():
    state = knights().start()
    seats: list[int] = []
    for text in ("S", "W", "N", "W", "S", "N", "W"):  # blue drowns
        seats.append(state.seat)
        play(state, text)
    assert seats == [0, 1, 2, 3, 0, 2, 3]


@pytest.mark.parametrize(
    ("players", "seats", "line"),
    [
        (2, ("Red", "Green"), "R00,G77 A22,M52,D25,H55 R 0"),
        (3, ("Red", "Blue", "Green"), "R00,B70,G77 A22,M52,D25,H55 R 0"),
        (4, ("Red", "Blue", "Green", "Yellow"), "R00,B70,G77,Y07 A22,M52,D25,H55 R 0"),
    ],
)
def test_7_two_three_or_four_play(players: int, seats: tuple[str, ...], line: str):
    game = knights(players=players)
    assert game.seats == seats
    assert game.line(game.start()) == line
    assert [game.colour(game.start(), seat) for seat in range(players)] == [
        seat.lower() for seat in seats
    ]


def test_7_the_last_one_alive_wins_and_ranks_go_by_the_order_of_falling():
    state = play(knights().start(), "S", "S", "N", "N", "N", "E")  # blue, yellow, green
    assert state.over
    assert state.payoffs == pytest.approx((1, -1 / 3, -1 / 3, -1 / 3))
    assert state.outcome is not None
    assert state.outcome.ranks == (1, 4, 2, 3)
    assert state.outcome.code == "last"
    assert str(state.outcome.sentence) == "Red is the last knight standing and wins."


def test_7_of_two_the_other_wins():
    state = play(knights(players=2).start(), "N")
    assert state.payoffs == (-1.0, 1.0)


def test_7_after_the_limit_the_living_share_what_the_fallen_lost():
    state = play(knights(limit=5).start(), "S", "S", "N", "W")  # blue drowns
    assert not state.over
    play(state, "S")
    assert state.over
    assert state.payoffs == pytest.approx((1 / 9, -1 / 3, 1 / 9, 1 / 9))
    assert state.outcome is not None
    assert (state.outcome.code, state.outcome.ranks) == ("limit", (1, 4, 1, 1))
    assert str(state.outcome.sentence) == (
        "After 5 steps Red, Green and Yellow are still standing and share the win."
    )


def test_7_after_the_limit_with_all_alive_nobody_gets_anything():
    state = play(knights(limit=1).start(), "S")
    assert state.payoffs == (0.0, 0.0, 0.0, 0.0)
    assert state.outcome is not None
    assert str(state.outcome.sentence).endswith("the match is a draw.")


def test_7_the_last_step_of_the_limit_is_completed_by_chance():
    game = knights(players=2, limit=1)
    state = game.blank()
    state.set_up([0, 1], [0, 0], [4, 4], [0, 0], [1, 1, 40, 41], 0, False, 0)
    play(state, "R:E")
    assert state.seat == parlour.CHANCE
    play(state, "item:axe")
    assert state.over
    assert state.payoffs == (1.0, -1.0)


def test_7_without_a_limit_no_steps_are_counted():
    assert play(knights().start(), "S", "N", "N", "S").steps == 0


def test_7_who_gives_up_dies_where_it_stands_and_drops_its_item():
    state = drawn("RA .. B. .. G. .. Y.", turn="B")
    rest = without(state, 0)
    assert corner(rest, 1, 3) == "rA .. B."
    assert rest.seat == 1
    assert about(state, "R").startswith("R LIVE axe")


def test_7_the_turn_of_who_gives_up_goes_to_the_next():
    state = drawn("R. .. B. .. G. .. Y.", turn="Y")
    assert without(state, 3).seat == 0
    assert without(without(state, 3), 0).seat == 1


def test_7_who_gives_up_while_chance_decides_takes_nothing():
    state = play(drawn("R. BM .. G. .. Y.", also="A01 D01"), "R:E")
    rest = without(state, 0)
    assert rest.seat == 1
    assert about(rest, "R") == "R DEAD - attack 0 defence 0"
    still = without(without(state, 3), 2)
    assert still.seat == parlour.CHANCE
    assert without(still, 1).payoffs[0] == 1.0


def test_7_who_has_fallen_cannot_give_up_nor_can_anybody_after_the_end():
    state = play(knights().start(), "N")
    assert state.game.withdraw(state, 0) is None
    over = play(knights(players=2).start(), "N")
    assert over.game.withdraw(over, 1) is None


def test_7_a_match_of_four_goes_on_when_one_resigns():
    match = Match(knights())
    match.act(0, "S")
    match.resign(3)
    match.resign(1)
    assert match.outcome is None
    match.resign(2)
    assert match.outcome is not None
    assert match.outcome.ranks == (1, 3, 2, 4)


def test_7_chance_is_recorded_so_that_a_record_replays_exactly():
    match = Match(knights(), start="R12,B53,G76,Y06 A22,M22,D25,H55 R 0")
    match.act(0, "S")
    drawn_items = match.draw_chance(Random(1))
    assert [event.what.split(":")[0] for event in drawn_items] == ["item"]
    again = Match.from_record(match.record())
    assert again.state == match.state
    assert again.events == match.events


def test_7_all_four_directions_are_always_legal_drowning_too():
    assert moves(knights().start()) == ["R:N", "R:E", "R:S", "R:W"]


# ---- how moves are said --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["R:S", "r:s", "S", "s", "rs", "R S", "red south", "South", "R-S", " R : S "]
)
def test_7_moves_are_read_leniently(text: str):
    state = knights().start()
    assert state.game.write(state, state.game.read(state, text)) == "R:S"


@pytest.mark.parametrize(
    "text", ["item:magic_staff", "ITEM:MAGIC_STAFF", "magic staff", "staff", "m", "item m"]
)
def test_7_what_chance_brings_is_read_leniently(text: str):
    state = play(drawn("R. .A .. B.", also="M01"), "R:E")
    assert state.game.write(state, state.game.read(state, text)) == "item:magic_staff"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Enter a direction: N, E, S or W, or with your knight, such as R:S."),
        ("B:S", "It is R's turn; B has to wait."),
        ("Y:S", "There is no knight Y in this match; it is R's turn."),
        ("R:X", "R:X is not a step; enter N, E, S or W, or with your knight, such as R:S."),
        ("X:S", "X:S is not a step; enter N, E, S or W, or with your knight, such as R:S."),
        ("R", "R is not a step; enter N, E, S or W, or with your knight, such as R:S."),
        ("R:S:S", "R:S:S is not a step; enter N, E, S or W, or with your knight, such as R:S."),
        ("item:axe", "item:axe: no item is drawn now; enter a step such as R:S."),
    ],
)
def test_7_a_wrong_move_is_answered_by_a_sentence(text: str, says: str):
    state = knights(players=3).start()
    assert refusal(state, text) == says
    assert state == knights(players=3).start()


@pytest.mark.parametrize("text", ["R:S", "item:helmet", "", "xyzzy"])
def test_7_what_chance_cannot_bring_is_answered_by_what_it_can(text: str):
    state = play(drawn("R. .A .. B.", also="M01"), "R:E")
    assert refusal(state, text) == (
        "Chance decides which item is taken: item:axe or item:magic_staff."
    )


@pytest.mark.parametrize(
    ("board", "also", "winner_takes", "says"),
    [
        ("R. .. .. G.", "", False, "Red steps east."),
        ("R. .M .. G.", "", False, "Red steps east and takes the magic staff."),
        ("R. .A .. G.", "D01", False, "Red steps east and finds several items."),
        ("R. B. .. G.", "", False, "Red steps east and defeats Blue."),
        ("R. BD .. G.", "", False, "Red steps east and defeats Blue."),
        ("R. BD .. G.", "", True, "Red steps east, defeats Blue and takes the dagger."),
        ("R. BH .. G.", "", False, "Red steps east, attacks Blue and dies."),
        ("RA BH .. G.", "", False, "Red steps east and defeats Blue."),
        ("R. BH .. G.", "A01", False, "Red steps east, takes the axe and defeats Blue."),
        ("R. BM .. G.", "H01", False, "Red steps east, takes the helmet, attacks Blue and dies."),
    ],
)
def test_a_step_is_told_with_what_it_led_to(board: str, also: str, winner_takes: bool, says: str):
    assert told(drawn(board, also=also, winner_takes=winner_takes), "R:E") == says


def test_drowning_is_told():
    assert told(knights().start(), "N") == "Red steps north into the water, drowns and is out."


@pytest.mark.parametrize(
    ("board", "item", "says"),
    [
        ("R. .. .. G.", "axe", "Red takes the axe."),
        ("R. BM .. G.", "axe", "Red takes the axe and defeats Blue."),
        ("R. BM .. G.", "helmet", "Red takes the helmet, attacks Blue and dies."),
    ],
)
def test_what_chance_brings_is_told_with_what_it_led_to(board: str, item: str, says: str):
    assert told(play(drawn(board, also="A01 H01"), "R:E"), item) == says


# ---- what is shown -------------------------------------------------------------------------------


def test_the_view_marks_where_a_step_would_be_the_last():
    state = drawn("R. BH .. G.")
    (mark,) = state.game.view(state, 0).marks
    assert (mark.kind, set(mark.sites)) == ("danger", {"n0", "w0", "r0c1"})
    assert state.game.view(state, 1).marks == ()
    assert state.game.view(state).marks == ()


def test_the_way_into_the_water_is_a_touch_on_the_water():
    state = knights().start()
    assert set(state.game.paths(state, 0).next()) == {"n0", "r0c1", "r1c0", "w0"}
    water = {cell.site for cell in state.game.board().cells if cell.ground == "water"}
    assert len(water) == 32
    assert {"n0", "w0", "e7", "s7"} <= water


def test_panels_tell_who_is_alive_and_how_strong():
    state = drawn("RA b. .. G.")
    panels = state.game.view(state).panels
    assert [panel.alive for panel in panels] == [True, False, True, False]
    assert panels[0].counters == {"attack": 3, "defence": 1}
    assert panels[1].counters == {}


def test_planes_show_knights_and_items():
    state = drawn("RA .. .. G.", also="D12")
    rows: Any = state.game.planes(state, 2).tolist()
    assert rows[0][0][3] == 1.0  # the viewer, green
    assert rows[2][0][0] == 1.0  # red, two seats later
    assert rows[4 + ITEMS.index("dagger")][1][2] == 1.0
    assert sum(map(sum, rows[4 + ITEMS.index("axe")])) == 0.0  # it is held


# ---- positions in one line -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "R00,B70,G77,Y07 A22,M52,D25,H55 R 0",
        "R22A,b70/2,G44,y--/1 M52,D25,H55 R 0",
        "R22A,B61,G66,y--/1 M52,D25,H55 R 0",
        "R22A,B52M,G55H,Y25D - R 0",
        "R22,B53,G76,Y06 A22,M22,D25,H55 R* 0",
        "R22,b--/1,g--/2,y17/3 A22,M22,D25,H55 - 0",
    ],
)
def test_lines_come_back_as_they_were(line: str):
    game = knights()
    state = game.from_line(line)
    assert game.line(state) == line


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("R00,B70,G77,Y07 A22,M52,D25,H55 R", "A position has four parts"),
        ("R00,B70,G77 A22,M52,D25,H55 R 0", "The first part must name 4 knights, not 3."),
        (
            "B70,R00,G77,Y07 A22,M52,D25,H55 R 0",
            "B70: write knight R as R00, R22A, r22/1 or r--/1.",
        ),
        ("R80,B70,G77,Y07 A22,M52,D25,H55 R 0", "R80: write knight R as"),
        ("R00X,B70,G77,Y07 A22,M52,D25,H55 R 0", "R00X: write knight R as"),
        ("r00,B70,G77,Y07 A22,M52,D25,H55 B 0", "r00: write knight R as"),
        ("r00A/1,B70,G77,Y07 M52,D25,H55 B 0", "r00A/1: write knight R as"),
        ("R--,B70,G77,Y07 A22,M52,D25,H55 R 0", "R--: write knight R as"),
        ("R00,B70,G77,Y07 A22,M52,D25,X55 R 0", "X55 is not an item on a tile, such as A22."),
        ("R00,B70,G77,Y07 A22,M52,D25,H58 R 0", "H58 is not an item on a tile, such as A22."),
        ("R00,B70,G77,Y07 A22,M52,D25, R 0", "nothing is not an item on a tile, such as A22."),
        ("R00A,B70,G77,Y07 A22,M52,D25,H55 R 0", "The axe appears twice."),
        ("R00,B70,G77,Y07 A22,M52,M25,D25,H55 R 0", "The magic staff appears twice."),
        ("R00A,B70A,G77,Y07 M52,D25,H55 R 0", "The axe appears twice."),
        ("R00,B70,G77,Y07 A22,M52,D25 R 0", "The helmet is missing."),
        ("R00,B70,g77/2,Y07 A22,M52,D25,H55 R 0", "The fallen must be numbered from 1 to 1"),
        ("R00,b70/1,g77/1,Y07 A22,M52,D25,H55 R 0", "The fallen must be numbered from 1 to 2"),
        ("r00/1,b70/2,g77/3,y07/4 A22,M52,D25,H55 - 0", "At least one knight must be alive."),
        ("R70,B70,G77,Y07 A22,M52,D25,H55 R 0", "R and B cannot both be alive on one tile."),
        ("R00,B70,G77,Y07 A22,M52,D25,H55 X 0", "The third part must be a knight such as R"),
        ("R00,B70,G77,Y07 A22,M52,D25,H55 * 0", "The third part must be a knight such as R"),
        ("R00,B70,G77,Y07 A22,M52,D25,H55 RB 0", "The third part must be a knight such as R"),
        ("R00,B70,G77,Y07 A22,M52,D25,H55 - 0", "The match is not over"),
        ("R00,b70/1,g77/2,y--/3 A22,M52,D25,H55 R 0", "The match is over"),
        ("r00/1,B70,G77,Y07 A22,M52,D25,H55 R 0", "R has fallen, so it cannot be R's turn."),
        ("R00,B70,G77,Y07 A22,M52,D25,H55 R* 0", "R*: chance decides only if R is empty-handed"),
        ("R22H,B53,G77,Y07 A22,M22,D25 R* 0", "R*: chance decides only if R is empty-handed"),
        ("R00,B70,G77,Y07 A22,M52,D25,H55 B 0", "Every living knight moves one tile per round"),
        ("R01,B70,G77,Y07 A22,M52,D25,H55 R 0", "Every living knight moves one tile per round"),
        ("R00,B70,G77,Y07 A22,M52,D25,H55 R 1", "The steps must be a number from 0 to 0, not 1."),
        ("R00,B70,G77,Y07 A22,M52,D25,H55 R -1", "The steps must be a number from 0 to 0, not -1."),
        ("R00,B70,G77,Y07 A22,M52,D25,H55 R 00", "The steps must be a number from 0 to 0, not 00."),
        ("R00,B70,G77,Y07 A22,M52,D25,H55 R x", "The steps must be a number from 0 to 0, not x."),
        ("R??,B70,G77,Y07 A22,M52,D25,H55 R 0", "Part of this line is hidden"),
    ],
)
def test_a_line_that_is_no_position_is_refused_with_a_sentence(line: str, says: str):
    with pytest.raises(parlour.BadText) as refused:
        knights().from_line(line)
    assert str(refused.value).startswith(says)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("R00,B70,G77,Y07 A22,M52,D25,H55 R 8", None),
        ("R01,B70,G77,Y07 A22,M52,D25,H55 B 1", None),
        ("R01,B70,G77,Y07 A22,M52,D25,H55 - 9", None),
        ("R01,B70,G77,Y07 A22,M52,D25,H55 B 0", None),  # counted from here on
        ("R01,B70,G77,Y07 A22,M52,D25,H55 B 9", "The match is over"),
        ("R01,B70,G77,Y07 A22,M52,D25,H55 - 8", "The match is not over"),
        ("R01,B70,G76,Y07 A22,M52,D25,H55 - 9", "Every living knight moves one tile per round"),
        ("R00,B70,G77,Y07 A22,M52,D25,H55 R 10", "The steps must be a number from 0 to 9, not 10."),
    ],
)
def test_lines_with_a_limit_count_the_steps(line: str, says: str | None):
    game = knights(limit=9)
    if says is None:
        assert game.line(game.from_line(line)) == line
        return
    with pytest.raises(parlour.BadText) as refused:
        game.from_line(line)
    assert str(refused.value).startswith(says)


def test_a_line_where_chance_decides_needs_a_game_with_chance():
    line = "R22,B53,G76,Y06 A22,M22,D25,H55 R* 0"
    assert knights().from_line(line).seat == parlour.CHANCE
    with pytest.raises(parlour.BadText, match="item_choice is random"):
        knights(item_choice="priority").from_line(line)


def test_a_knight_may_stand_with_another_only_while_chance_decides():
    together = "R22,B22,G76,Y06 A22,M22,D25,H55 {} 0"
    with pytest.raises(parlour.BadText, match="R and B cannot both be alive"):
        knights().from_line(together.format("R"))
    assert knights().from_line(together.format("R*")).seat == parlour.CHANCE
    with pytest.raises(parlour.BadText, match="Every living knight moves one tile per round"):
        knights().from_line(together.format("B*"))


def test_a_search_may_begin_in_the_middle_of_a_match_without_a_limit():
    state = play(knights().start(), "S", "E", "N")
    assert UctPlayer(simulations=200, seed=1).choose(state, 3) in state.actions()


# ---- what can be proved --------------------------------------------------------------------------


class Plain:
    """The rules once more, slowly and literally as the page states them."""

    BONUS: ClassVar = {"axe": (2, 0), "dagger": (1, 0), "magic_staff": (1, 1), "helmet": (0, 1)}
    STEPS: ClassVar = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}

    def __init__(self, letters: str = "RBGY", winner_takes: bool = False) -> None:
        corners = {"R": (0, 0), "B": (7, 0), "G": (7, 7), "Y": (0, 7)}
        self.position: dict[str, tuple[int, int] | None] = {k: corners[k] for k in letters}
        self.status = dict.fromkeys(letters, "LIVE")
        self.held: dict[str, str | None] = dict.fromkeys(letters)
        self.lying = {"axe": (2, 2), "dagger": (2, 5), "magic_staff": (5, 2), "helmet": (5, 5)}
        self.winner_takes = winner_takes
        self.fallen: list[str] = []

    def score(self, knight: str) -> tuple[int, int]:
        if self.status[knight] != "LIVE":
            return 0, 0
        item = self.held[knight]
        attack, defence = self.BONUS[item] if item else (0, 0)
        return 1 + attack, 1 + defence

    def step(self, knight: str, direction: str) -> list[str]:
        """Move; the items to choose from if there are several, else the step is completed."""
        row, column = self.position[knight] or (0, 0)
        down, right = self.STEPS[direction]
        to = (row + down, column + right)
        if not (0 <= to[0] <= 7 and 0 <= to[1] <= 7):
            self.drop(knight, (row, column))
            self.status[knight], self.position[knight] = "DROWNED", None
            self.fallen.append(knight)
            return []
        self.position[knight] = to
        here = [item for item, place in self.lying.items() if place == to]
        if here and self.held[knight] is None:
            if len(here) > 1:
                return here
            self.take(knight, here[0])
        self.fight(knight)
        return []

    def drop(self, knight: str, tile: tuple[int, int]) -> str | None:
        item, self.held[knight] = self.held[knight], None
        if item:
            self.lying[item] = tile
        return item

    def take(self, knight: str, item: str) -> None:
        self.held[knight] = item
        del self.lying[item]

    def fight(self, knight: str) -> None:
        tile = self.position[knight]
        assert tile is not None
        live = [k for k in self.position if self.status[k] == "LIVE" and k != knight]
        for other in live:
            if self.position[other] == tile:
                won = self.score(knight)[0] + 0.5 > self.score(other)[1]
                winner, loser = (knight, other) if won else (other, knight)
                dropped = self.drop(loser, tile)
                self.status[loser] = "DEAD"
                self.fallen.append(loser)
                if self.winner_takes and dropped and self.held[winner] is None:
                    self.take(winner, dropped)


def shown(state: Rules) -> dict[str, object]:
    """What a position holds, in the words of `Plain`."""
    game = state.game
    assert isinstance(game, Knights)
    letters = game.letters

    def place(tile: int) -> tuple[int, int] | None:
        return divmod(tile, 8) if tile < 64 else None

    return {
        "position": {k: place(state.place[i]) for i, k in enumerate(letters)},
        "status": {k: ("LIVE", "DEAD", "DROWNED")[state.status[i]] for i, k in enumerate(letters)},
        "held": {k: (*ITEMS, None)[state.hand[i]] for i, k in enumerate(letters)},
        "lying": {ITEMS[i]: place(state.spot[i]) for i in range(4) if state.spot[i] < 64},
        "scores": {k: state.strength(i) for i, k in enumerate(letters)},
        "fallen": sorted(
            (k for i, k in enumerate(letters) if state.fell[i]),
            key=lambda k: state.fell[letters.index(k)],
        ),
    }


def shown_plain(plain: Plain) -> dict[str, object]:
    return {
        "position": plain.position,
        "status": plain.status,
        "held": plain.held,
        "lying": plain.lying,
        "scores": {knight: plain.score(knight) for knight in plain.position},
        "fallen": plain.fallen,
    }


def careful(state: Rules, rng: Random) -> int:
    """A random action that is no step into the water, so that matches become long."""

    def drowns(action: int) -> bool:
        after = state.after(action)
        assert isinstance(after, Rules)
        return after.status[state.turn] == 2

    return rng.choice([action for action in state.actions() if not drowns(action)])


@given(
    st.integers(2, 4),
    st.booleans(),
    st.sampled_from(["random", "priority"]),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_all_rules_agree_with_the_page_taken_literally(
    players: int, winner_takes: bool, item_choice: str, near: bool, seed: int
):
    """From the start, and from where the items lie near each other, so that there is a choice."""
    rng = Random(seed)
    game = knights(players=players, winner_takes=winner_takes, item_choice=item_choice, limit=150)
    state, plain = game.start(), Plain(game.letters, winner_takes)
    if near:
        plain.lying = {item: (rng.choice((3, 4)), rng.choice((3, 4))) for item in ITEMS}
        tiles = ((item[0].upper(), *plain.lying[item]) for item in ITEMS)
        lying = ",".join(f"{letter}{row}{column}" for letter, row, column in tiles)
        state = game.from_line(game.line(state).replace("A22,M52,D25,H55", lying))
    order: list[str] = []
    while not state.over:
        mover = game.letters[state.seat]
        order.append(mover)
        action = careful(state, rng) if rng.random() < 0.97 else rng.choice(state.actions())
        state.push(action)
        choice = plain.step(mover, "NESW"[action])
        if choice and item_choice == "random":
            assert {game.write(state, a) for a in state.actions()} == {f"item:{i}" for i in choice}
            brought = rng.choice(state.odds())[0]
            plain.take(mover, game.write(state, brought).removeprefix("item:"))
            state.push(brought)
            plain.fight(mover)
        elif choice:
            plain.take(mover, next(item for item in ITEMS if item in choice))
            plain.fight(mover)
        assert shown(state) == shown_plain(plain)
        # §2: no item is ever lost or doubled.
        held = [item for item in plain.held.values() if item]
        assert sorted([*held, *plain.lying]) == sorted(ITEMS)
        assert sorted([*(i for i in state.hand if i < 4), *(
            i for i in range(4) if state.spot[i] < 64)]) == [0, 1, 2, 3]  # fmt: skip
        assert game.from_line(game.line(state)) == state
        assert sum(state.payoffs) == pytest.approx(0)
        if not state.over:  # §7: in turn, those not alive skipped
            assert plain.status[game.letters[state.seat]] == "LIVE"
            between = (game.letters * 2)[game.letters.index(mover) + 1 :]
            assert (
                next(k for k in between if plain.status[k] == "LIVE") == (game.letters[state.seat])
            )
    alive = [k for k in game.letters if plain.status[k] == "LIVE"]
    assert len(alive) == 1 or len(order) == 150
    assert game.line(state).endswith(f"- {len(order)}")


@given(st.integers(0, 2**32))
def test_who_gives_up_leaves_a_possible_position(seed: int):
    rng = Random(seed)
    game = knights(limit=100)
    state = game.start()
    while not state.over:
        if rng.random() < 0.05:
            alive = [seat for seat in range(4) if game.alive(state, seat)]
            state = without(state, rng.choice(alive))
            assert game.from_line(game.line(state)) == state
            continue
        state.push(careful(state, rng))
    living = sum(game.alive(state, seat) for seat in range(4))
    assert living == 1 or state.steps == 100


@pytest.mark.parametrize("players", [2, 4])
def test_the_playout_hook_and_single_moves_win_equally_often(players: int):
    state, count = knights(players=players).start(), 20_000
    by_hook, by_moves = Playouts(state, seed=1), Playouts(state, seed=2)
    by_hook.run(count, True)
    by_moves.run(count, False)
    for seat in range(players):
        difference = (by_hook.totals[seat] - by_moves.totals[seat]) / count
        assert abs(difference) < 5 * (2 / count) ** 0.5  # five standard deviations


@pytest.mark.parametrize("item_choice", ["random", "priority"])
def test_the_playout_hook_counts_steps_and_draws(item_choice: str):
    """Four items lie on the tile beside R, so that there is much to draw."""
    state = drawn("R. .A G.", also="D01 H01 M01", players=2, item_choice=item_choice)
    assert alike(lengths(state, 1, 10_000), lengths(state, 2, 10_000, by_hook=False))
    if item_choice == "random":
        state = play(state, "R:E")
        assert state.seat == parlour.CHANCE
        assert alike(lengths(state, 1, 10_000), lengths(state, 2, 10_000, by_hook=False))


def test_a_playout_may_begin_where_chance_decides():
    """An axe wins this fight, and a helmet loses it."""
    state = play(drawn("R. GM", also="A01 H01", players=2), "R:E")
    assert state.seat == parlour.CHANCE
    runner = Playouts(state, seed=5)
    runner.run(4_000)
    assert runner.totals[0] == pytest.approx(0, abs=5 * 4_000**0.5)
    assert runner.totals[0] == -runner.totals[1]


def test_a_match_of_four_random_players_lasts_about_ten_steps():
    runner = Playouts(knights().start(), seed=3)
    runner.run(2_000, False)
    assert 8 < runner.steps / 2_000 < 20
