"""One seat against any player, as Gymnasium knows it."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import parlour
from parlour.lab.gymnasium import AgainstPlayer
from parlour.table.errors import BadSettings, IllegalAction

SLUGS = parlour.games()


def made(slug: str, **settings: Any) -> AgainstPlayer:
    env = gymnasium.make(f"parlour/{slug}-v0", **settings).unwrapped
    assert isinstance(env, AgainstPlayer)
    return env


@pytest.mark.parametrize("slug", SLUGS)
def test_the_checker_of_gymnasium_is_content(slug: str, capsys: pytest.CaptureFixture[str]):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*render mode.*")
        check_env(made(slug))
    capsys.readouterr()


@pytest.mark.parametrize(
    ("slug", "opponent"), [("brique", "uct:20"), ("knights", "level:1"), ("tiny", "random")]
)
def test_a_match_against_a_player(slug: str, opponent: str):
    seats = set[int]()
    for seed in range(4):
        env, rng = made(slug, opponent=opponent), Random(seed)
        _, info = env.reset(seed=seed)
        seats.add(info["seat"])
        terminated, reward = False, 0.0
        while not terminated:
            assert env.match.position.seat == env.seat or env.seat in env.match.position.acting()
            assert np.array_equal(env.action_masks(), info["action_mask"] > 0)
            action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
            _, reward, terminated, truncated, info = env.step(action)
            assert not truncated
        assert env.match.position.over
        assert reward == env.match.position.payoffs[env.seat]
        with pytest.raises(IllegalAction, match="over"):
            env.step(0)
    assert len(seats) > 1


def test_an_illegal_action_loses_and_says_why():
    env = made("brique", seat=0, size=3)
    env.reset(seed=1)
    taken = env.match.position.actions()[0]
    env.step(taken)
    _, reward, terminated, _, info = env.step(taken)
    assert (reward, terminated) == (-1.0, True)
    assert info["illegal"].endswith(".")
    with pytest.raises(IllegalAction, match="over"):
        env.step(1)


def test_a_seed_makes_the_same_match_again():
    lines: list[list[str]] = []
    for _ in range(2):
        env, rng, line = made("knights"), Random(3), list[str]()
        _, info = env.reset(seed=9)
        for _ in range(10):
            line.append(repr(env.match.position))
            if env.match.position.over:
                break
            _, _, _, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
        lines.append(line)
    assert lines[0] == lines[1]


def test_what_does_not_exist_is_refused():
    for wrong in ({"opponent": "nobody"}, {"seat": 2}, {"size": 99}, {"render_mode": "hologram"}):
        with pytest.raises((BadSettings, Exception)) as caught:
            AgainstPlayer("brique", **wrong)  # type: ignore[reportArgumentType]
        assert isinstance(caught.value, BadSettings)
    with pytest.raises(IllegalAction, match="Call reset"):
        AgainstPlayer("brique").step(0)
