"""A game in which seats act at once as a PettingZoo parallel environment.

In every step each agent names an action. Those of seats that are to act count, in the order of the
seats; the mask of all others is empty, and what they name is ignored.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from parlour.lab.environments import rendering
from parlour.lab.environments.matches import EnvironmentMatch, Observation
from parlour.table.errors import BadSettings, IllegalAction
from parlour.table.registry import AnyGame

Infos = dict[str, dict[str, Any]]


class SimultaneousEnv(ParallelEnv[str, Observation, int]):
    """One agent for each seat."""

    def __init__(self, game: AnyGame, name: str, render_mode: str | None = None) -> None:
        rendering.check_mode(render_mode)
        if len(game.start().acting()) < 2:
            raise BadSettings("environment.in_turn", game=repr(game))
        self.metadata = {**rendering.METADATA, "name": name}
        self.render_mode = render_mode
        self.match = EnvironmentMatch(game)
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(len(game.seats))]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {a: self.match.observation_space() for a in self.seats}
        self.action_spaces = {a: self.match.action_space() for a in self.seats}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        self.match.begin(seed)
        self.agents = list(self.possible_agents)
        return self._shown()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        if not self.agents:
            raise IllegalAction(
                "environment.ended" if self.match.begun else "environment.no_step_yet"
            )
        image = self.match.position.copy()
        for seat in self.match.position.acting():
            image.push(actions[self.possible_agents[seat]], seat)
        self.match.position = image
        self.match.draw_chance()
        agents, over = self.agents, image.over
        observations, infos = self._shown()
        rewards = dict(zip(agents, image.payoffs, strict=True))
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            observations,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            infos,
        )

    def _shown(self) -> tuple[dict[str, Observation], Infos]:
        observations: dict[str, Observation] = {}
        for agent in self.agents:
            seat = self.seats[agent]
            observations[agent] = {
                "observation": self.match.observation(seat),
                "action_mask": self.match.mask(seat),
            }
        infos = {
            agent: {"action_mask": shown["action_mask"]} for agent, shown in observations.items()
        }
        return observations, infos

    def render(self) -> NDArray[np.uint8] | str | None:
        """The position as a spectator sees it."""
        return rendering.render(self.match.position, self.render_mode)

    def close(self) -> None:
        """Nothing is kept open."""
