"""PettingZoo environments: what they promise beyond the tests that `make test-lab` runs."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.lab import pettingzoo
from parlour.table.errors import BadSettings, IllegalAction

SLUGS = parlour.games()
COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    lambda env: pickle.loads(pickle.dumps(env)),
]
HIDDEN = {"deployment": "hidden"}


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """PettingZoo warns about what it merely would do otherwise."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def play_on(env: Any, seed: int, most: int = 2_000) -> list[tuple[str, float]]:
    """A random match to its end; what each agent got."""
    rng, got = Random(seed), list[tuple[str, float]]()
    for agent in env.agent_iter(most):
        observation, reward, terminated, _, info = env.last()
        if terminated:
            got.append((agent, reward))
            env.step(None)
            continue
        assert np.array_equal(info["action_mask"], observation["action_mask"])
        env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return got


@pytest.mark.parametrize(("slug", "settings"), [("chessicle", HIDDEN), ("tiny", {})])
def test_where_seats_act_at_once_there_is_a_parallel_environment(
    slug: str, settings: dict[str, Any]
):
    env = pettingzoo.parallel_env(slug, **settings)
    observations, infos = env.reset(seed=1)
    rng, rewards, terminated = Random(2), dict[str, float](), dict[str, bool]()
    while env.agents:
        masks = {agent: shown["action_mask"] for agent, shown in observations.items()}
        for agent, mask in masks.items():
            assert np.array_equal(infos[agent]["action_mask"], mask)
        actions = {a: rng.choice(np.flatnonzero(m).tolist() or [0]) for a, m in masks.items()}
        observations, rewards, terminated, _, infos = env.step(actions)
    assert set(terminated.values()) == {True}
    assert sum(rewards.values()) == 0
    with pytest.raises(IllegalAction, match="over"):
        env.step({})


def test_where_seats_take_turns_there_is_none():
    with pytest.raises(BadSettings, match="one seat acts at a time"):
        pettingzoo.parallel_env("brique")


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.raw_env])
def test_copies_go_their_own_way_and_the_same_way(slug: str, make: Callable[..., Any]):
    """A tree search copies, plays on, and comes back."""
    env = make(slug)
    env.reset(seed=4)
    before = env.unwrapped.position.copy()
    alone = [play_on(way(env), seed=1) for way in COPIES for _ in range(2)]
    assert env.unwrapped.position == before
    assert alone == [play_on(env, seed=1)] * len(alone)


@pytest.mark.parametrize("slug", SLUGS)
def test_everybody_is_paid_at_the_end(slug: str):
    env = pettingzoo.raw_env(slug)
    env.reset(seed=2)
    got = dict(play_on(env, seed=3, most=100_000))
    assert [got[agent] for agent in env.possible_agents] == list(env.position.payoffs)
    assert env.agents == []
    with pytest.raises(IllegalAction, match="over"):
        env.step(None)


def test_an_illegal_action_is_a_sentence_and_ends_a_wrapped_match():
    raw, wrapped = (make("brique", size=3) for make in (pettingzoo.raw_env, pettingzoo.env))
    for env in (raw, wrapped):
        env.reset(seed=1)
        env.step(4)
    with pytest.raises(IllegalAction, match="no action 99"):
        raw.step(99)
    with pytest.raises(IllegalAction):
        raw.step(4)
    with pytest.raises(IllegalAction, match="action is needed"):
        raw.step(None)
    assert raw.agent_selection == "seat_2"
    wrapped.step(4)
    assert wrapped.terminations == {"seat_1": True, "seat_2": True}
    assert wrapped.rewards["seat_2"] == -1.0


def test_steps_before_the_first_reset_are_refused():
    with pytest.raises(IllegalAction, match="Call reset"):
        pettingzoo.raw_env("feud").step(0)
    with pytest.raises(IllegalAction, match="Call reset"):
        pettingzoo.parallel_env("tiny").step({})


def test_an_action_after_the_end_must_be_none():
    env = pettingzoo.raw_env("brique", size=2, pie=False)
    env.reset(seed=1)
    while not env.position.over:
        env.step(env.position.actions()[0])
    with pytest.raises(IllegalAction, match="only valid action is None"):
        env.step(0)


def test_unknown_games_settings_and_modes_are_refused():
    for make in (pettingzoo.env, pettingzoo.raw_env, pettingzoo.parallel_env):
        with pytest.raises(BadSettings, match="no game called"):
            make("checkers")
        with pytest.raises(BadSettings):
            make("tiny", width=3)
        with pytest.raises(BadSettings, match="render mode"):
            make("tiny", render_mode="hologram")


def test_every_game_has_a_module():
    from parlour.lab.pettingzoo import knights_v0  # type: ignore[reportAttributeAccessIssue]

    env = knights_v0.env(players=3)
    assert env.unwrapped.metadata["name"] == "knights_v0"
    assert len(env.possible_agents) == 3


def test_it_renders_as_text_and_as_a_picture(capsys: pytest.CaptureFixture[str]):
    ansi, array, human = (
        pettingzoo.raw_env("feud", render_mode=mode) for mode in ("ansi", "rgb_array", "human")
    )
    for env in (ansi, array, human):
        env.reset(seed=1)
    assert ansi.render() == str(ansi.position)
    picture = array.render()
    assert isinstance(picture, np.ndarray)
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (480, 3)
    assert picture.std() > 0
    human.step(human.position.actions()[0])
    assert str(human.position) in capsys.readouterr().out
