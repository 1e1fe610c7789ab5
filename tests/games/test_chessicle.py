"""Chessicle, § by §. Boards are drawn as the game prints them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

import pytest

import parlour
from parlour.games.chessicle.rules import Rules
from tests.play import play

NAMES = ("P1", "P2", "P3", "H1", "H2")


def drawn(board: str, turn: str = "A", quiet: int = 0, **settings: object) -> Rules:
    """The position of five drawn rows."""
    rows = [line.split() for line in board.strip().splitlines()]
    line = "/".join(",".join(row) for row in rows)
    state = parlour.game("chessicle", **settings).from_line(f"{line} {turn} {quiet}")
    assert isinstance(state, Rules)
    return state


def moves(state: Rules) -> set[str]:
    return {state.game.write(state, action) for action in state.actions()}


def rows(state: Rules) -> list[list[str]]:
    return [line.split()[1:] for line in str(state).splitlines()[1:]]


def refusal(state: Rules, text: str) -> str:
    with pytest.raises(parlour.IllegalAction) as refused:
        state.game.read(state, text)
    return str(refused.value)


def test_1_and_9_the_board_has_a_on_top_and_b_at_the_bottom():
    state = play(parlour.game("chessicle").start(), "P1, H1, P2, H2, P3", "H2, P3, P2, P1, H1")
    assert str(state) == (
        "   1    2    3    4    5\n"
        "1  A-P1 A-H1 A-P2 A-H2 A-P3\n"
        "2  .    .    .    .    .\n"
        "3  .    .    .    .    .\n"
        "4  .    .    .    .    .\n"
        "5  B-H2 B-P3 B-P2 B-P1 B-H1"
    )


@pytest.mark.parametrize(
    "text", ["P1, H1, P2, H2, P3", "p1 h1 p2 h2 p3", "P1,H1,P2,H2,P3", "P1H1P2H2P3"]
)
def test_2_a_deployment_is_read_leniently(text: str):
    state = parlour.game("chessicle").start()
    assert state.game.write(state, state.game.read(state, text)) == "P1, H1, P2, H2, P3"


def test_2_every_order_of_the_five_can_be_deployed():
    state = parlour.game("chessicle").start()
    assert moves(state) == {", ".join(order) for order in permutations(NAMES)}


def test_2_the_characters_stand_as_they_were_named_from_left_to_right():
    for order in permutations(NAMES):
        state = play(parlour.game("chessicle").start(), " ".join(order))
        assert rows(state)[0] == [f"A-{name}" for name in order]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("P1, H1, P2, H2", "Still missing: P3."),
        ("P1, H1", "Still missing: P2, P3 and H2."),
        ("P1, H1, P2, H2, H2", "H2 is named twice."),
        ("P1, H1, P2, H2, P4", "P4: there is no such character; yours are P1, P2, P3, H1 and H2."),
        ("P1, P1, P2, H2, P3", "P1 is named twice."),
        ("hello", "hello: enter your five characters"),
        ("", "Enter your five characters"),
    ],
)
def test_2_a_wrong_deployment_is_answered_by_a_sentence(text: str, says: str):
    assert refusal(parlour.game("chessicle").start(), text).startswith(says)


def test_2_open_deployment_is_a_first_and_b_sees_it():
    state = parlour.game("chessicle").start()
    assert state.acting() == (0,)
    play(state, "P1 P2 P3 H1 H2")
    assert state.acting() == (1,)
    assert {piece.id for piece in state.game.view(state, 1).pieces} == {
        f"A-{name}" for name in NAMES
    }


def test_2_hidden_deployment_is_done_by_both_at_once_in_any_order():
    for order in ((0, 1), (1, 0)):
        state = parlour.game("chessicle", deployment="hidden").start()
        assert state.acting() == (0, 1)
        for seat in order:
            state.push(state.game.read(state, "P1 P2 P3 H1 H2", seat), seat)
        assert state.acting() == (0,)
        assert rows(state)[0][0] == "A-P1"
        assert rows(state)[4][0] == "B-P1"


def test_2_nobody_can_deploy_twice():
    state = parlour.game("chessicle", deployment="hidden").start()
    state.push(state.actions(1)[0], 1)
    with pytest.raises(parlour.NotYourTurn):
        state.push(state.actions(0)[0], 1)


def test_3_a_moves_first_then_alternately():
    state = play(parlour.game("chessicle").start(), "P1 P2 P3 H1 H2", "P1 P2 P3 H1 H2")
    assert state.seat == 0
    assert play(state, "P1:F").seat == 1
    assert play(state, "P1:F").seat == 0


LONELY = """
    .    .    .    .    .
    .    .    .    .    .
    .    .    {}   .    .
    .    .    .    .    .
    .    .    .    .    {}"""


@pytest.mark.parametrize(
    ("turn", "name", "directions", "expected"),
    [
        # row, column from the top left; A faces down, so A's left is the right of the display
        ("A", "P1", "seat", {"P1:L": (2, 3), "P1:R": (2, 1), "P1:F": (3, 2), "P1:B": (1, 2)}),
        ("B", "P1", "seat", {"P1:L": (2, 1), "P1:R": (2, 3), "P1:F": (1, 2), "P1:B": (3, 2)}),
        ("A", "P1", "screen", {"P1:L": (2, 1), "P1:R": (2, 3), "P1:F": (3, 2), "P1:B": (1, 2)}),
        ("B", "P1", "screen", {"P1:L": (2, 1), "P1:R": (2, 3), "P1:F": (1, 2), "P1:B": (3, 2)}),
        ("A", "H1", "seat", {"H1:L": (2, 4), "H1:R": (2, 0), "H1:F": (4, 2), "H1:B": (0, 2)}),
        ("B", "H1", "seat", {"H1:L": (2, 0), "H1:R": (2, 4), "H1:F": (0, 2), "H1:B": (4, 2)}),
        ("A", "H2", "seat", {"H2:FL": (4, 4), "H2:FR": (4, 0), "H2:BL": (0, 4), "H2:BR": (0, 0)}),
        ("B", "H2", "seat", {"H2:FL": (0, 0), "H2:FR": (0, 4), "H2:BL": (4, 0), "H2:BR": (4, 4)}),
        ("A", "H2", "screen", {"H2:FL": (4, 0), "H2:FR": (4, 4), "H2:BL": (0, 0), "H2:BR": (0, 4)}),
    ],
)
def test_4_each_character_has_four_moves(
    turn: str, name: str, directions: str, expected: dict[str, tuple[int, int]]
):
    enemy = "BA"["AB".index(turn)]
    board = LONELY.format(f"{turn}-{name}", f"{enemy}-P3")
    state = drawn(board, turn, directions=directions)
    assert moves(state) == set(expected)
    for text, (row, column) in expected.items():
        after = play(drawn(board, turn, directions=directions), text)
        assert rows(after)[row][column] == f"{turn}-{name}"


def test_5_any_character_removes_an_enemy_it_lands_on_pawns_too():
    state = drawn(
        """
        .    .    .    .    .
        .    .    A-P1 .    .
        .    .    B-H1 .    .
        .    .    .    .    .
        .    .    .    .    B-P1"""
    )
    play(state, "P1:F")
    assert rows(state)[2][2] == "A-P1"
    assert "B-H1" not in str(state)


def test_5_a_hero_removes_the_enemy_it_crosses_and_the_one_it_lands_on():
    state = drawn(
        """
        .    .    A-H1 .    .
        .    .    B-P2 .    .
        .    .    B-H1 .    .
        .    .    .    .    .
        .    .    .    .    B-P1"""
    )
    play(state, "H1:F")
    assert rows(state)[2][2] == "A-H1"
    assert [name for name in ("B-P2", "B-H1", "B-P1") if name in str(state)] == ["B-P1"]


def test_5_hero_2_crosses_the_corner_tile():
    state = drawn(
        """
        A-H2 .    .    .    .
        .    B-P2 .    .    .
        .    .    .    .    .
        .    .    .    .    .
        .    .    .    .    B-P1"""
    )
    play(state, "H2:FL")
    assert rows(state)[2][2] == "A-H2"
    assert "B-P2" not in str(state)


FRIEND_ON_THE_WAY = """
    .    .    A-H1 .    .
    .    .    A-P2 .    .
    .    .    B-H1 .    .
    .    .    .    .    .
    .    .    .    .    B-P1"""


def test_5_a_friend_on_the_crossed_tile_stays_and_does_not_matter():
    state = play(drawn(FRIEND_ON_THE_WAY), "H1:F")
    assert rows(state)[1][2] == "A-P2"
    assert rows(state)[2][2] == "A-H1"
    assert "B-H1" not in str(state)


def test_5_with_friend_blocks_the_friend_makes_the_move_invalid():
    state = drawn(FRIEND_ON_THE_WAY, friend_blocks=True)
    assert "H1:F" not in moves(state)
    assert refusal(state, "H1:F") == "H1:F: your own P2 is in the way."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("P4:L", "P4: there is no such character; yours are P1, P2, P3, H1 and H2."),
        ("P3:F", "P3 has been removed from the board."),
        ("P1:L", "P1:L: your own P2 stands there."),
        ("P1:R", "P1:R would leave the board."),
        ("H1:B", "H1:B would leave the board."),
        ("P1:FL", "P1:FL: P1 cannot move that way; its moves are L, R, F and B."),
        ("H2:F", "H2:F: H2 cannot move that way; its moves are FL, FR, BL and BR."),
        ("", "Enter a character and a direction, such as P1:L or H2:FL."),
        ("P1, P2", "Your characters are already deployed; enter a move such as P1:L."),
    ],
)
def test_6_a_sentence_says_which_reason_it_was(text: str, says: str):
    state = drawn(
        """
        A-P1 A-P2 A-H1 A-H2 .
        .    .    .    .    .
        .    .    .    .    .
        .    .    .    .    .
        B-P1 .    .    .    ."""
    )
    before = state.copy()
    assert refusal(state, text) == says
    assert state == before
    assert state.seat == 0


@pytest.mark.parametrize("text", ["H2:FL", "h2:fl", "H2 FL", "h2 f l", "H2-FL", "H2FL"])
def test_7_moves_are_read_leniently(text: str):
    state = drawn(LONELY.format("A-H2", "B-P3"))
    assert state.game.write(state, state.game.read(state, text)) == "H2:FL"


def test_8_the_side_that_is_left_wins():
    state = drawn(
        """
        .    .    .    .    .
        .    .    A-P1 .    .
        .    .    B-H1 .    .
        .    .    .    .    .
        .    .    .    .    ."""
    )
    play(state, "P1:F")
    assert state.over
    assert state.payoffs == (1.0, -1.0)
    assert state.outcome is not None
    assert str(state.outcome.sentence) == "A removed every character of B and wins."


def test_8_the_limit_counts_moves_without_a_capture_and_makes_a_draw():
    board = LONELY.format("A-P1", "B-P3")
    state = play(drawn(board, quiet=1, limit=3), "P1:B")
    assert not state.over
    play(state, "P3:F")
    assert state.over
    assert state.payoffs == (0.0, 0.0)
    assert state.outcome is not None
    assert (state.outcome.code, state.outcome.ranks) == ("limit", (1, 1))


def test_8_a_capture_sets_the_counter_back():
    state = drawn(
        """
        .    .    .    .    .
        .    .    A-P1 .    .
        .    .    B-H1 .    .
        .    .    .    .    .
        .    .    .    .    B-P1""",
        quiet=2,
        limit=3,
    )
    assert play(state, "P1:F").quiet == 0
    assert not state.over


def test_8_without_a_limit_nothing_is_counted():
    state = play(drawn(LONELY.format("A-P1", "B-P3")), "P1:B", "P3:F")
    assert state.quiet == 0


@pytest.mark.compiled_only  # half a million positions
@pytest.mark.parametrize("friend_blocks", [False, True])
def test_8_every_placement_of_one_to_five_characters_has_a_move(friend_blocks: bool):
    """Enemies never block a move, so one side is enough, and one enemy so that it is not over."""
    state = parlour.game("chessicle", friend_blocks=friend_blocks).blank()
    assert isinstance(state, Rules)
    tried = 0
    for board in placements_of_one_side():
        enemy = next(tile for tile in range(24, -1, -1) if board[tile] == 0)
        board[enemy] = 6
        state.set_up(board, True, True, 0, 0)
        assert state.actions(), str(state)
        tried += 1
    assert tried > 100_000


def placements_of_one_side() -> Iterator[list[int]]:
    """Boards with one to five characters of A. Pawns are alike, so only their set of tiles matters;
    heroes stand on rows 1, 3 and 5."""
    reachable = [tile for tile in range(25) if tile // 5 % 2 == 0]
    for pawns in range(4):
        for pawn_tiles in combinations(range(25), pawns):
            for hero_tiles in product([None, *reachable], repeat=2):
                tiles = [*pawn_tiles, *(tile for tile in hero_tiles if tile is not None)]
                if not tiles or len(set(tiles)) < len(tiles):
                    continue
                board = [0] * 25
                for piece, tile in enumerate(pawn_tiles, start=1):
                    board[tile] = piece
                for piece, tile in enumerate(hero_tiles, start=4):
                    if tile is not None:
                        board[tile] = piece
                yield board


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (".,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,. A 0", "The board has five rows, not 4."),
        (
            ".,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,. A 0",
            "Row 1 must have five tiles, not 4.",
        ),
        ("A-P4,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,. A 0", "Row 1: A-P4 is neither"),
        (
            "A-P1,A-P1,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,. A 0",
            "A-P1 is on the board twice.",
        ),
        (
            ".,.,.,.,./A-H1,.,.,.,./.,.,.,.,./.,.,.,.,./B-P1,.,.,.,. A 0",
            "A-H1 cannot be on row 2",
        ),
        (
            ".,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,. A 0",
            "At least one side must have characters.",
        ),
        (
            "A-P1,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,. A 0",
            "A has won, so it cannot be A's move.",
        ),
        ("A-P1,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./B-P1,.,.,.,. C 0", "The second part must be"),
        (
            "A-P1,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./B-P1,.,.,.,. A -1",
            "The moves since a capture",
        ),
        (
            "A-P1,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./B-P1,.,.,.,. A 1",
            "The moves since a capture",
        ),
        (
            "A-P1,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,. deploy 0",
            "Before the first move, home rows",
        ),
        (
            ".,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./B-P1,B-P2,B-P3,B-H1,B-H2 deploy 0",
            "A deploys first.",
        ),
        (
            "?,?,?,?,?/.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,. deploy 0",
            "Part of this line is hidden",
        ),
        (".,.,.,.,.", "A position has three parts"),
    ],
)
def test_a_line_that_is_no_position_is_refused_with_a_sentence(line: str, says: str):
    with pytest.raises(parlour.BadText) as refused:
        parlour.game("chessicle").from_line(line)
    assert str(refused.value).startswith(says)


def test_a_move_is_read_with_its_character_as_the_board_displays_it():
    state = drawn("""
        A-P1 .    .    .    .
        .    .    .    .    .
        .    .    .    .    .
        .    .    .    .    .
        B-P1 .    .    .    .""")
    assert state.game.read(state, "A-P1:F") == state.game.read(state, "P1:F")
    assert state.game.read(state, "a-p1 f") == state.game.read(state, "P1:F")
    assert refusal(state, "B-P1:F") == refusal(state, "B-P1")
    state = play(state, "A-P1:F")
    assert state.game.read(state, "B-P1:F") == state.game.read(state, "P1:F")
