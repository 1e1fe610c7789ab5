"""Many matches in one call: each goes as it would alone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import parlour
from parlour import _modes
from parlour.lab.environments.vector import VectorEnv
from parlour.table.errors import BadSettings, IllegalAction
from parlour.table.state import CHANCE, State

COUNT = 8
STEPS = 400 if _modes.compiled() else 60
SLUGS = parlour.games()


def stepped(env: VectorEnv, steps: int) -> Iterator[np.ndarray]:
    """Random actions, each before it is played."""
    for _ in range(steps):
        actions = env.sample().copy()
        yield actions
        env.step(actions)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_row_is_a_match_of_the_game(slug: str):
    env = VectorEnv(slug, COUNT, seed=3)
    batch = env.batch
    for _ in range(STEPS):
        actions = env.sample()
        states = [env.state(i) for i in range(COUNT)]
        for i, state in enumerate(states):
            assert_row(env, i, state)
            state.push(int(actions[i]))
        env.step(actions)
        for i, state in enumerate(states):
            if state.over:
                assert batch.ended[i]
                assert batch.rewards[i].tolist() == np.array(state.payoffs, np.float32).tolist()
                assert not env.state(i).over
            elif state.seat != CHANCE:
                assert not batch.ended[i]
                assert not batch.rewards[i].any()
                assert env.state(i) == state


def assert_row(env: VectorEnv, i: int, state: State) -> None:
    """The row shows the position."""
    batch, game = env.batch, env.game
    assert batch.seats[i] == state.seat >= 0
    assert np.flatnonzero(batch.masks[i]).tolist() == state.actions()
    numbers = np.zeros(game.encoding.size, np.uint8)
    game.encode(state, state.seat, numbers)
    assert np.array_equal(batch.observations[i], numbers)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_same_seed_gives_the_same_matches_with_any_number_of_threads(slug: str):
    one, again, many = (VectorEnv(slug, COUNT, seed=5, threads=number) for number in (1, 1, 3))
    for actions in stepped(one, STEPS // 2):
        assert again.sample().tolist() == actions.tolist()
        again.step(actions)
        many.step(actions)
    states = [one.state(i) for i in range(COUNT)]
    assert len(set(map(repr, states))) > 1
    assert [again.state(i) for i in range(COUNT)] == states
    assert [many.state(i) for i in range(COUNT)] == states
    many.close()


def test_matches_end_and_begin_anew():
    env, ended = VectorEnv("tiny", COUNT, seed=1), 0
    for _ in stepped(env, 200):
        ended += int(env.batch.ended.sum())
    assert ended > COUNT
    batch = env.reset()
    assert not batch.ended.any()
    assert not batch.rewards.any()
    assert [env.state(i) for i in range(COUNT)] == [env.game.start()] * COUNT


def test_every_match_may_have_a_seed_of_its_own():
    env = VectorEnv("knights", 4, seed=[7, 7, 8, 9])
    for actions in stepped(env, 60):
        assert actions[0] == actions[1]
    assert env.state(0) == env.state(1)


def test_without_observations_nothing_is_encoded():
    env = VectorEnv("knights", 4, observations=False)
    assert env.batch.observations.shape == (4, 0)
    assert env.step(env.sample()).masks.shape == (4, 8)


def test_illegal_actions_are_refused_before_anything_is_played():
    env = VectorEnv("brique", 3, size=5)
    env.step([0, 0, 0])
    lines = [repr(env.state(i)) for i in range(3)]
    for wrong in (0, -1, 27, 2**32 + 25, 2**63 - 1):
        with pytest.raises(IllegalAction, match=r"^Match 1: "):
            env.step(np.array([25, wrong, 26], np.int64))
    for shape in ([25, 25], [[25, 25, 25]], [25.0, 25.0, 25.0], ["a", "b", "c"], 25):
        with pytest.raises(IllegalAction, match="array of 3 whole numbers"):
            env.step(shape)
    assert [repr(env.state(i)) for i in range(3)] == lines
    with pytest.raises(ValueError, match="read-only"):
        env.batch.masks[0, 3] = True


@pytest.mark.parametrize(("matches", "threads"), [(0, 1), (2, 0), (10**7, 1)])
def test_impossible_sizes_are_refused(matches: int, threads: int):
    with pytest.raises(BadSettings, match="1 to 1000000 matches"):
        VectorEnv("feud", matches, threads=threads)


def test_strange_settings_and_seeds_are_refused():
    with pytest.raises(BadSettings):
        VectorEnv("feud", 2, colour="red")
    with pytest.raises(BadSettings, match="2 matches, but 3 seeds"):
        VectorEnv("feud", 2, seed=[1, 2, 3])
