"""A match as environments play it: a position, the dice of chance, and arrays for each seat."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from parlour.lab.environments import english as english  # imported for the texts
from parlour.table.registry import AnyGame
from parlour.table.state import CHANCE, State

Observation = dict[str, NDArray[Any]]


class EnvironmentMatch:
    """One match after the other of a game with its safeguard on."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game.guarded()
        self.position: State = self.game.start()
        self.rng = Random()
        self.begun = False

    def begin(self, seed: int | None) -> None:
        """A new match; with a seed, chance begins anew too."""
        if seed is not None:
            self.rng = Random(seed)
        self.position, self.begun = self.game.start(), True
        self.draw_chance()

    def draw_chance(self) -> None:
        while self.position.seat == CHANCE:
            actions, odds = zip(*self.position.odds(), strict=True)
            self.position.apply(self.rng.choices(actions, odds)[0])

    def copy(self) -> EnvironmentMatch:
        """The same match, with dice of its own that fall alike."""
        other = object.__new__(EnvironmentMatch)
        other.game, other.position, other.rng = self.game, self.position.copy(), Random()
        other.rng.setstate(self.rng.getstate())
        other.begun = self.begun
        return other

    def mask(self, seat: int) -> NDArray[np.int8]:
        """The legal actions of a seat."""
        mask = np.empty(self.game.action_count, np.int8)
        self.game.mask(self.position, mask, seat)
        return mask

    def observation(self, seat: int) -> NDArray[np.float32]:
        """The position as a seat may know it."""
        numbers = np.empty(self.game.encoding.size, np.float32)
        self.game.encode(self.position, seat, numbers)
        return numbers

    def observation_space(self) -> spaces.Dict:
        size, actions = (self.game.encoding.size,), (self.game.action_count,)
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, size, np.float32),
                "action_mask": spaces.Box(0, 1, actions, np.int8),
            }
        )

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.game.action_count)
