"""Counting sequences of actions, and the golden files of every game."""

from __future__ import annotations

import pytest

import parlour
from parlour.lab.perft import divide, perft
from tests import golden
from tests.play import Variant, variants
from tests.screens import PLAYED, look, screens


def test_no_action_is_one_sequence():
    assert perft(parlour.game("tiny").start(), 0) == 1


def test_seats_that_act_at_once_are_counted_in_one_order():
    start = parlour.game("tiny", reach=1).start()
    assert [perft(start, depth) for depth in (1, 2, 3, 4)] == [3, 9, 27, 81]


def test_chance_counts_like_a_seat():
    state = parlour.game("tiny", reach=1).from_line("1:1:0 2:2:0 3:3:0 1:2:0 - * 2 1")
    assert perft(state, 1) == 4


def test_what_is_over_has_no_sequences():
    state = parlour.game("tiny", reach=1).from_line("1:1!:0 2:2!:1 3:3!:1 1:2!:1 - - 2 2")
    assert perft(state, 1) == 0
    assert divide(state, 1) == {}


def test_divide_shares_out_the_same_number():
    start = parlour.game("tiny").start()
    shares = divide(start, 3)
    assert list(shares) == ["hide c1", "hide c2", "hide c3", "hide c4", "hide c5"]
    assert sum(shares.values()) == perft(start, 3)


def test_counting_leaves_the_state_alone():
    state = parlour.game("tiny").start()
    perft(state, 3)
    assert state == parlour.game("tiny").start()


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_the_counts_are_as_they_were(variant: Variant):
    assert golden.kept(variant, "perft") == golden.perft_text(variant), golden.HINT


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_playthroughs_are_as_they_were(variant: Variant):
    if golden.worth_reading(variant):
        wanted = golden.playthrough(variant)
        assert golden.kept(variant, "playthrough") == wanted, golden.HINT


@pytest.mark.compiled_only  # the screen is never compiled, and the games behind it are seen above
@pytest.mark.parametrize("slug", PLAYED)
async def test_the_full_screen_board_looks_as_it_did(slug: str):
    async for screen, text in look(slug):
        path = golden.screen_path(screen)
        assert path.exists(), golden.HINT
        assert path.read_text("utf-8") == text, golden.HINT


def test_every_game_is_seen_on_the_full_screen():
    assert {screen.slug for screen in screens()} == set(parlour.games()) - {"tiny"}


def test_every_golden_file_belongs_to_a_game():
    assert set(golden.FOLDER.rglob("*.txt")) == set(golden.paths()), golden.HINT
