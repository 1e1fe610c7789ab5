"""Brique's knowledge: distances, evaluations, priors, and keys of positions."""

from __future__ import annotations

from random import Random

import pytest

import parlour
from parlour.games.brique.game import Brique
from parlour.games.brique.knowledge import BriqueKnowledge
from parlour.games.brique.rules import Rules


def at(line: str, **settings: object) -> tuple[Brique, Rules, BriqueKnowledge]:
    game = parlour.game("brique", size=line.count("/") + 1, **settings)
    assert isinstance(game, Brique)
    return game, game.from_line(line), game.knowledge()


def opinion(line: str) -> tuple[float, ...]:
    """How well each seat stands; the first has Black."""
    _, state, knowledge = at(line)
    found = knowledge.evaluation(state)
    assert found is not None
    return found


def favourites(line: str) -> set[str]:
    game, state, knowledge = at(line)
    weights = knowledge.action_priors(state)
    assert weights is not None
    return {
        game.write(state, action)
        for action, weight in weights.items()
        if weight == max(weights.values())
    }


def test_the_colour_that_lacks_fewer_stones_is_ahead():
    black, white = opinion("2b2/2b2/5/2b2/w4 w 1 -")
    assert black > 0.5
    assert white == -black


def test_having_the_move_is_worth_something():
    assert opinion("5/5/2bw1/5/5 b 1 -")[0] > opinion("5/5/2bw1/5/5 w 1 -")[0]


def test_a_bridge_counts_as_joined():
    # c4 and d3 share two empty squares; b4 and d3 do not.
    assert opinion("5/2b2/3b1/5/w3w w 1 -")[0] > opinion("5/1b3/3b1/5/w3w w 1 -")[0]


def test_the_player_at_the_pie_question_is_never_behind():
    middle, corner = opinion("5/5/2b2/5/5 w 1 ask"), opinion("b4/5/5/5/5 w 1 ask")
    assert middle[1] > 0
    assert corner[1] > 0


def test_the_last_gap_of_a_path_has_the_highest_prior():
    assert "c3" in favourites("2b2/2b2/1w1w1/2b2/2b2 b 1 -")
    assert "c3" in favourites("2b2/2b2/1w1w1/2b2/2b2 w 1 -")


def test_a_square_that_another_one_fills_has_no_prior():
    # After b2, a light square, the band goes b3, c3: a stone on c3 fills b3.
    game, state, knowledge = at("5/5/5/1b3/3w1 b 1 -")
    weights = knowledge.action_priors(state)
    assert weights is not None
    cells = {game.write(state, action): weight for action, weight in weights.items()}
    filled = state.after(game.read(state, "c3"))
    assert filled.board[game.read(state, "b3")] == filled.board[game.read(state, "c3")]
    assert cells["b3"] == 0.0 < cells["c3"]


def test_a_dominated_square_has_a_prior_if_the_better_one_is_not_offered():
    """If only b3 is offered and not c3, b3 needs a prior."""
    game, state, knowledge = at("5/5/5/1b3/3w1 b 1 -")
    cells = [game.read(state, text) for text in ("a1", "b3", "e5")]
    weights = knowledge.action_priors(state, cells)
    assert weights is not None
    assert sorted(weights) == sorted(cells)
    assert min(weights.values()) > 0.0


def test_of_two_squares_that_fill_each_other_one_has_a_prior():
    """Between two own stones on a band lie two empty squares: either of them fills the other."""
    game, _, knowledge = at("5/5/5/5/5 b 1 -")
    checked = 0
    for seed in range(40):
        rng = Random(seed)
        state = game.start()
        while not state.over:
            weights = knowledge.action_priors(state)
            for action, weight in (weights or {}).items():
                if weight == 0.0:
                    assert weights is not None
                    checked += 1
                    assert any(
                        state.after(other).board[action] == state.turn
                        for other, worth in weights.items()
                        if worth > 0.0
                    ), f"{state!r}: nothing serves {game.write(state, action)}"
            state.push(rng.choice(state.actions()))
    assert checked > 100


def test_some_square_always_has_a_prior():
    rng = Random(3)
    for size in (2, 3, 5, 11):
        game = parlour.game("brique", size=size)
        knowledge = game.knowledge()
        assert knowledge is not None
        state = game.start()
        while not state.over:
            weights, found = knowledge.action_priors(state), knowledge.evaluation(state)
            assert weights is None or max(weights.values()) > 0.0
            assert found is not None
            assert found[0] == -found[1]
            assert abs(found[0]) <= 1.0
            state.push(rng.choice(state.actions()))


@pytest.mark.parametrize("size", [3, 15])
def test_different_positions_have_different_keys(size: int):
    game = parlour.game("brique", size=size)
    rng, seen = Random(4), dict[int, object]()
    for _ in range(12):
        state = game.start()
        while not state.over:
            number, again = state.hash_key(), game.from_line(game.line(state))
            assert number == again.hash_key() == state.copy().hash_key()
            assert seen.setdefault(number, state.copy()) == state
            state.push(rng.choice(state.actions()))
    assert len(seen) > 30
