"""A game as a PettingZoo AEC environment: agents act in turn and see what their seats may see."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from parlour.lab.environments import rendering
from parlour.lab.environments.matches import EnvironmentMatch, Observation
from parlour.table.errors import IllegalAction
from parlour.table.registry import AnyGame
from parlour.table.state import State


class RawEnv(AECEnv[str, Observation, int]):
    """One agent for each seat. An illegal action raises IllegalAction; `env` ends the match.

    Copies are independent, so a tree search may `copy.copy`, deep-copy or pickle it at any point.
    """

    def __init__(self, game: AnyGame, name: str, render_mode: str | None = None) -> None:
        super().__init__()
        rendering.check_mode(render_mode)
        self.metadata = {**rendering.METADATA, "name": name, "is_parallelizable": False}
        self.render_mode = render_mode
        self.match = EnvironmentMatch(game)
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(len(game.seats))]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {a: self.match.observation_space() for a in self.seats}
        self.action_spaces = {a: self.match.action_space() for a in self.seats}
        self.agents: list[str] = []

    @property
    def position(self) -> State:
        """The state of the game."""
        return self.match.position

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; with a seed, chance begins anew too."""
        self.match.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {
            agent: {"action_mask": self.match.mask(self.seats[agent])} for agent in self.agents
        }
        self._skip_agent_selection = None
        self.agent_selection = self.agents[self.position.seat]

    def observe(self, agent: str) -> Observation:
        mask = self.match.mask(self.seats[agent])
        if agent in self.infos:
            self.infos[agent] = {"action_mask": mask}
        return {"observation": self.match.observation(self.seats[agent]), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The action of the agent whose turn it is; None once the match is over."""
        if not self.agents:
            raise IllegalAction(
                "environment.ended" if self.match.begun else "environment.no_step_yet"
            )
        if self.terminations[self.agent_selection]:
            if action is not None:
                raise IllegalAction("environment.dead_agent")
            self._was_dead_step(None)
            return
        if action is None:
            raise IllegalAction("environment.action_needed")
        position = self.match.position
        position.push(action)
        if position.seat < 0:
            self.match.draw_chance()
            if position.over:
                self._end()
                return
        self.agent_selection = self.possible_agents[position.seat]
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Pay everybody; all agents are dead now, and step once more with None."""
        self.rewards = dict(zip(self.possible_agents, self.position.payoffs, strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, True)
        none = np.zeros(self.match.game.action_count, np.int8)
        self.infos = {agent: {"action_mask": none} for agent in self.agents}
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def render(self) -> NDArray[np.uint8] | str | None:
        """The position as a spectator sees it."""
        return rendering.render(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is kept open."""

    def __copy__(self) -> RawEnv:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> RawEnv:
        """The game and the spaces never change, so copies share them."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.match = self.match.copy()
        other.agents = list(self.agents)
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            if name in self.__dict__:
                other.__dict__[name] = dict(self.__dict__[name])
        return other
