"""Knights: positions in one line."""

from __future__ import annotations

import pytest

import parlour
from parlour.players.mcts.uct_player import UctPlayer
from tests.games.knights.test_rules import knights
from tests.play import play

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
