"""States of small games made by hand: where the table decides and not the game."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.table import settings
from parlour.table.compiled.array_types import Floats, Ints
from parlour.table.errors import IllegalAction
from parlour.table.game import Game
from parlour.table.state import CHANCE, NOBODY, State


class Coin(State):
    """Chance decides once, among three; the second seat cannot even be asked."""

    def begin(self) -> None:
        self.seat, self.fallen = CHANCE, -1

    def acting(self) -> tuple[int, ...]:
        return (0, 1) if self.seat >= 0 else super().acting()

    def legal(self, out: Ints) -> int:
        if self.seat == 1:
            raise ZeroDivisionError
        out[0], out[1], out[2] = 2, 0, 1
        return 3

    def play(self, action: int) -> int:
        self.fallen, self.seat = action, 0 if self.seat == CHANCE else NOBODY
        return 0

    def result(self, out: Floats) -> int:
        out[0], out[1] = float(self.fallen), 0.5
        return 0

    def copy_from(self, other: Any) -> int:
        self.seat, self.fallen = other.seat, other.fallen
        return 0


class Toss(Game[Coin, settings.Settings]):
    slug = "toss"
    title = "Toss"
    State = Coin

    def prepare(self) -> None:
        self.seats, self.action_count, self.chance = ("One", "Two"), 3, True

    def write(self, state: Coin, action: int) -> str:
        return f"side {action}"

    def write_line(self, state: Coin, viewer: int | None) -> str:
        return f"{state.fallen}"


class Sure(Toss):
    def prepare(self) -> None:
        super().prepare()
        self.chance = False


def toss() -> Coin:
    return Toss(settings.Settings()).start()


def test_what_chance_may_do_is_equally_likely_unless_the_game_says_otherwise():
    assert toss().odds() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    assert toss().actions() == [0, 1, 2]


def test_everybody_is_paid_at_the_end_and_not_before():
    state = toss().after(2)
    assert (state.payoffs, state.over, state.odds()) == ((0.0, 0.0), False, [])
    state.push(1)
    assert (state.payoffs, state.over, state.seat) == ((1.0, 0.5), True, NOBODY)


def test_what_a_game_raises_comes_through_and_leaves_the_seat_alone():
    state = toss().after(2)
    with pytest.raises(ZeroDivisionError):
        state.push(0, seat=1)
    assert state.seat == 0
    with pytest.raises(ZeroDivisionError):
        state.actions(1)
    assert state.seat == 0
    assert state.actions(5) == []


@pytest.mark.parametrize("seat", [-3, 2, 99, None, "0", 1.0])
def test_a_seat_that_there_is_not_cannot_be_assigned(seat: Any):
    state = toss()
    with pytest.raises(IllegalAction):
        state.seat = seat
    assert state.seat == CHANCE


@pytest.mark.parametrize("seat", [NOBODY, CHANCE, 0, 1, True])
def test_every_seat_that_there_is_can_be_assigned(seat: int):
    state = toss()
    state.seat = seat
    assert state.seat == seat


def test_chance_has_no_seat_in_a_game_without_it():
    state = Sure(settings.Settings()).blank()
    assert state.seat == NOBODY
    with pytest.raises(IllegalAction, match="-1"):
        state.seat = CHANCE


@pytest.mark.parametrize("action", [-1, 3, 10**30])
def test_what_is_no_action_is_refused(action: int):
    for way in (toss().push, toss().apply):
        with pytest.raises(IllegalAction, match="There is no action"):
            way(action)


@pytest.mark.parametrize("action", [None, "1", 1.0])
def test_what_is_no_number_is_no_action(action: Any):
    with pytest.raises(IllegalAction):
        toss().push(action)


def test_the_planes_of_a_small_board():
    """Stones of the viewer, of the other; who is black, who white, the turn, the pie question."""
    game = parlour.game("brique", size=2)
    state = game.from_line("b1/1w b 1 -")
    empty, full = [[0.0, 0.0], [0.0, 0.0]], [[1.0, 1.0], [1.0, 1.0]]
    upper_left, lower_right = [[1.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 1.0]]
    first, second = [full, empty, full, empty], [empty, full, empty, empty]
    assert game.planes(state, 0).tolist() == [upper_left, lower_right, *first]
    assert game.planes(state, 1).tolist() == [lower_right, upper_left, *second]
    asked = game.from_line("b1/2 w 1 ask")
    assert game.planes(asked, 1).tolist() == [empty, upper_left, empty, full, full, full]
