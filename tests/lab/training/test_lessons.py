"""What self-play of Brique teaches: the board from the side of whoever has the turn."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import parlour
from parlour.games.brique.rules import BLACK, WHITE, Rules
from parlour.lab.training.gumbel import halving
from parlour.lab.training.selfplay import SelfPlay

GAME = parlour.game("brique", size=7, pie=False)


def lessons(size: int, matches: int = 8, **settings: object) -> tuple[np.ndarray, ...]:
    """A hundred lessons of self-play in which the net says nothing."""
    game = parlour.game("brique", size=size, **settings)
    play = SelfPlay(game, matches=matches, simulations=4, considered=4, openings=2, seed=5)
    area, cells = play.net_input.side**2, play.net_input.policy_size
    grids, rows = np.zeros((matches, area), np.uint8), np.zeros((matches, 2), np.int16)
    policies, values = np.zeros((matches, cells), np.float32), np.zeros(matches, np.float32)
    play.step(grids, rows, policies, values, True)
    while play.ready < 100:
        play.step(grids, rows, policies, values)
    found = (
        np.zeros((100, area), np.uint8),
        np.zeros((100, 2), np.int16),
        np.zeros((100, cells), np.int16),
        np.zeros(100, np.float32),
        np.zeros(100, np.float32),
    )
    assert play.collect(*found) == 100
    return found


def test_the_rim_has_the_sides_of_both_colours():
    grids, rows, *_ = lessons(5)
    board = grids[0].reshape(7, 7)
    assert (board[0, 1:-1] == 1).all()
    assert (board[-1, 1:-1] == 1).all()
    assert (board[1:-1, 0] == 2).all()
    assert (board[1:-1, -1] == 2).all()
    light = (board[1:-1, 1:-1] >> 2) & 1
    assert light[0].tolist() == [1, 0, 1, 0, 1]
    assert (board[1:-1, 1:-1] >> 3 == 1).all()
    assert set(rows[:, 0]) == {4}


def test_only_the_first_stone_under_the_pie_rule_is_an_offer():
    grids, rows, *_ = lessons(5)
    empty = (grids.reshape(-1, 7, 7)[:, 1:-1, 1:-1] & 3).sum((1, 2)) == 0
    assert (rows[:, 1] == np.where(empty, 20, 19)).all()
    assert empty.any()
    _, without, *_ = lessons(5, pie=False)
    assert set(without[:, 1]) == {19}


def test_the_legal_actions_are_the_empty_squares_that_are_seen():
    grids, _, policies, results, roots = lessons(6)
    stones = grids.reshape(-1, 8, 8)[:, 1:-1, 1:-1].reshape(-1, 36) & 3
    legal = policies.view(np.uint16) > 0
    assert (legal == (stones == 0)).all()
    weights = (policies.view(np.uint16).astype(float) - legal) / 65_534
    assert np.allclose(weights.sum(1), 1, atol=0.001)
    assert set(results) == {-1.0, 1.0}
    assert np.abs(roots).max() <= 1


def test_a_seat_that_could_win_at_once_learns_to_do_so():
    """The search finds it, whatever the net says: the improved policy is almost all on the win."""
    _, _, policies, results, roots = lessons(5, matches=32)
    sure = roots > 0  # a simulation has reached a win, and nothing else has a value
    assert sure.any()
    assert results[sure].mean() > results[~sure].mean()
    shares = policies.view(np.uint16)[sure].max(1) / 65_535
    assert shares.mean() > 0.5


def mirrored(state: Rules) -> Rules:
    """The board mirrored along its falling diagonal, with the colours and the turn exchanged."""
    stones = [0] * 49
    for cell in range(49):
        stones[cell % 7 * 7 + cell // 7] = (0, WHITE, BLACK)[state.board[cell]]
    other = GAME.blank()
    other.set_up(stones, BLACK + WHITE - state.turn, 1 - state.black, False)
    return other


@pytest.mark.parametrize("seed", range(10))
def test_the_mirror_commutes_with_the_rules(seed: int):
    """Why one colour is enough for the net: what one plays, the other plays mirrored."""
    rng, state = Random(seed), GAME.start()
    other = mirrored(state)
    while not state.over:
        assert other.actions() == sorted(a % 7 * 7 + a // 7 for a in state.actions())
        action = rng.choice(state.actions())
        state.push(action)
        other.push(action % 7 * 7 + action // 7)
        assert [*mirrored(state).board] == [*other.board]
    assert other.over


def test_candidates_are_halved_until_two_are_left():
    assert halving(1, 4) == [0, 1, 2, 3]
    order = halving(4, 16)
    assert order[:4] == [0, 0, 0, 0]
    assert len(order) == 16
    assert order.count(0) == 4  # each of the four at its first visit
    assert max(order) == order[-1]


@pytest.mark.parametrize("slug", ["knights", "turncoat"])
def test_a_game_without_an_net_input_is_refused(slug: str):
    with pytest.raises(ValueError, match="needs a net input"):
        SelfPlay(parlour.game(slug), matches=2, simulations=4, considered=2, openings=0, seed=1)
