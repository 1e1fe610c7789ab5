"""A learner that others wrote, on an environment of ours."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pytest

import parlour.lab.gymnasium as environments

torch: Any = import_module("torch")
sb3_contrib: Any = import_module("sb3_contrib")

MATCHES = 200


@pytest.mark.filterwarnings("ignore")  # of theirs
def test_maskable_ppo_comes_to_beat_random_at_brique():
    torch.set_num_threads(1)
    env = gymnasium.make("parlour/brique-v0", size=4, pie=False).unwrapped
    assert isinstance(env, environments.AgainstPlayer)
    learner = sb3_contrib.MaskablePPO("MlpPolicy", env, seed=1, n_steps=512, learning_rate=1e-3)
    before = points(learner, env)
    learner.learn(8_192)
    # A fair coin has 140 of 200 less than once in a hundred million times.
    assert points(learner, env) > 0.7 * MATCHES > before


def points(learner: Any, env: environments.AgainstPlayer) -> float:
    """Won matches and half of the drawn ones."""
    won = 0.0
    for seed in range(MATCHES):
        observation, info = env.reset(seed=seed)
        ended, reward = False, 0.0
        while not ended:
            masks = np.asarray(info["action_mask"], bool)
            action, _ = learner.predict(observation, action_masks=masks)
            observation, reward, ended, _, info = env.step(int(action))
        won += (1 + reward) / 2
    return won
