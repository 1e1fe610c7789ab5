"""A game against any player as a Gymnasium environment.

    import gymnasium, parlour.lab.gymnasium
    env = gymnasium.make("parlour/brique-v0", opponent="uct:200", seat=1, size=11)

The opponent is a text as in `parlour play`: `random`, `level:4`, `uct:1s`, `py:bot.py`. It has all
other seats. `info["action_mask"]` says what is legal; an illegal action loses the match, and
`info["illegal"]` says why.
"""

from __future__ import annotations

from typing import Any, ClassVar, cast

import gymnasium
import numpy as np
from numpy.typing import NDArray

from parlour.lab.environments import rendering
from parlour.lab.environments.matches import EnvironmentMatch
from parlour.players.player import read_player
from parlour.table.errors import BadSettings, IllegalAction
from parlour.table.registry import game, games

VERSION = 0  # of the encodings and the numbers of actions

Step = tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]


class AgainstPlayer(gymnasium.Env[NDArray[np.float32], int]):
    """One seat of a game; without a `seat`, another one in every match."""

    metadata: ClassVar[dict[str, Any]] = rendering.METADATA  # type: ignore[reportIncompatibleVariableOverride]

    def __init__(
        self,
        slug: str,
        opponent: str = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        **settings: object,
    ) -> None:
        rendering.check_mode(render_mode)
        played = game(slug, **settings)
        if seat is not None and not 0 <= seat < len(played.seats):
            raise BadSettings("table.no_such_seat", seat=seat, count=len(played.seats))
        self.opponent, self.fixed_seat, self.seat = opponent, seat, seat or 0
        self.render_mode = render_mode
        self.match = EnvironmentMatch(played)
        self.player = read_player(opponent)
        self.player.check(self.match.game)
        self.observation_space = self.match.observation_space()["observation"]  # type: ignore[reportAttributeAccessIssue]
        self.action_space = self.match.action_space()  # type: ignore[reportAttributeAccessIssue]
        self.lost = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """A new match; with a seed, the opponent, the seats and chance begin anew too."""
        super().reset(seed=seed)
        if seed is not None:
            self.player = read_player(self.opponent, seed=seed)
        self.match.begin(seed)
        if self.fixed_seat is None:
            self.seat = self.match.rng.randrange(len(self.match.game.seats))
        self.lost = False
        self._let_others_play()
        return self.match.observation(self.seat), self._info()

    def step(self, action: int) -> Step:
        """One's own action, and those of all others until it is one's turn again."""
        if not self.match.begun:
            raise IllegalAction("environment.no_step_yet")
        if self.match.position.over or self.lost:
            raise IllegalAction("environment.ended")
        try:
            self.match.position.push(int(action), self.seat)
        except IllegalAction as error:
            self.lost = True
            worst = -self.match.game.max_payoff
            info = {**self._info(), "illegal": str(error)}
            return self.match.observation(self.seat), worst, True, False, info
        self._let_others_play()
        position = self.match.position
        reward = position.payoffs[self.seat]
        return self.match.observation(self.seat), reward, position.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as MaskablePPO asks for them."""
        return self.match.mask(self.seat).astype(bool)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.match.mask(self.seat), "seat": self.seat}

    def _let_others_play(self) -> None:
        position = self.match.position
        while not position.over:
            self.match.draw_chance()
            acting = position.acting()
            if not acting or self.seat in acting:
                break
            position.push(self.player.choose(position, position.seat), position.seat)
        if self.render_mode == "human":
            self.render()

    def render(self) -> NDArray[np.uint8] | str | None:  # type: ignore[reportIncompatibleMethodOverride]
        """The position as a spectator sees it."""
        return rendering.render(self.match.position, self.render_mode)


for _slug in games():
    cast(Any, gymnasium).register(
        f"parlour/{_slug}-v{VERSION}",
        entry_point="parlour.lab.gymnasium:AgainstPlayer",
        kwargs={"slug": _slug},
    )
