"""Knights, §7: play mode."""

from __future__ import annotations

from random import Random

import pytest

import parlour
from parlour.table.match import Match
from tests.games.knights.test_rules import about, corner, drawn, knights, moves, without
from tests.play import play

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


def test_7_a_knight_that_gives_up_dies_where_it_stands_and_drops_its_item():
    state = drawn("RA .. B. .. G. .. Y.", turn="B")
    rest = without(state, 0)
    assert corner(rest, 1, 3) == "rA .. B."
    assert rest.seat == 1
    assert about(state, "R").startswith("R LIVE axe")


def test_7_the_turn_of_a_knight_that_gives_up_passes_on():
    state = drawn("R. .. B. .. G. .. Y.", turn="Y")
    assert without(state, 3).seat == 0
    assert without(without(state, 3), 0).seat == 1


def test_7_a_knight_that_gives_up_while_chance_decides_takes_nothing():
    state = play(drawn("R. BM .. G. .. Y.", also="A01 D01"), "R:E")
    rest = without(state, 0)
    assert rest.seat == 1
    assert about(rest, "R") == "R DEAD - attack 0 defence 0"
    still = without(without(state, 3), 2)
    assert still.seat == parlour.CHANCE
    assert without(still, 1).payoffs[0] == 1.0


def test_7_the_fallen_cannot_give_up_and_nobody_can_after_the_end():
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
