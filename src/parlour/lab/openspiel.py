"""All games in OpenSpiel: importing this module registers them.

    import pyspiel, parlour.lab.openspiel
    game = pyspiel.load_game("parlour_brique(size=11)")

The settings of a game are its parameters. Chance is explicit, and where seats act at once they act
one after the other without seeing what the others chose.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from parlour.table.registry import AnyGame, find, game, games
from parlour.table.state import CHANCE, NOBODY

LONGEST_MATCH = 20_000  # actions; what a guarded match can take at most is not known exactly


def name_of(slug: str) -> str:
    return f"parlour_{slug}"


def game_type(played: AnyGame) -> Any:
    """What OpenSpiel has to know of the rules."""
    kinds, seats = pyspiel.GameType, len(played.seats)
    hides = played.hides and len(played.start().acting()) > 1
    information, utility = kinds.Information, kinds.Utility
    return kinds(
        short_name=name_of(played.slug),
        long_name=f"{played.title} (Parlour)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC
        if played.chance
        else kinds.ChanceMode.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if hides else information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if seats == 2 else utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=not hides,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(played),
    )


def parameters(played: AnyGame) -> dict[str, Any]:
    """The settings with their defaults."""
    return {setting.name: setting.default for setting in played.describe()}


def game_info(played: AnyGame) -> Any:
    two = len(played.seats) == 2
    return pyspiel.GameInfo(
        num_distinct_actions=played.action_count,
        max_chance_outcomes=played.action_count if played.chance else 0,
        num_players=len(played.seats),
        min_utility=-float(played.max_payoff),
        max_utility=float(played.max_payoff),
        **({"utility_sum": 0.0} if two else {}),
        max_game_length=LONGEST_MATCH,
    )


class OpenSpielGame(pyspiel.Game):
    """A game of Parlour with its safeguard on."""

    def __init__(self, slug: str, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.parlour_game = game(slug, **given).guarded()
        super().__init__(game_type(self.parlour_game), game_info(self.parlour_game), given)

    def new_initial_state(self, state: object = None) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return EncodingObserver(self.parlour_game)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class OpenSpielState(pyspiel.State):
    """A position; OpenSpiel keeps the history and saves states as it."""

    def __init__(self, played: OpenSpielGame) -> None:
        super().__init__(played)
        self.position = played.parlour_game.start()

    def current_player(self) -> int:
        seat = self.position.seat
        if seat == NOBODY:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if seat == CHANCE else seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.odds()

    def _apply_action(self, action: int) -> None:
        self.position.push(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.write(self.position, action)

    def is_terminal(self) -> bool:
        return self.position.over

    def returns(self) -> list[float]:
        return list(self.position.payoffs)

    def __str__(self) -> str:
        return self.position.game.line(self.position)


class EncodingObserver:
    """The tensor of a position, as `game.encoding` describes it, and the line as a text."""

    def __init__(self, played: AnyGame) -> None:
        self.tensor = np.zeros(played.encoding.size, np.float32)
        planes, rows, columns = played.encoding.shape
        shown = planes * rows * columns
        self.dict = {
            "planes": self.tensor[:shown].reshape(planes, rows, columns),
            "features": self.tensor[shown:],
        }

    def set_from(self, state: OpenSpielState, player: int) -> None:
        state.position.game.encode(state.position, player, self.tensor)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        return state.position.game.line(state.position, player)


def register(slug: str) -> None:
    """A class of its own for each game: OpenSpiel makes games of classes by their short names."""

    def begin(self: OpenSpielGame, params: dict[str, Any] | None = None) -> None:
        OpenSpielGame.__init__(self, slug, params)

    made = type(f"{find(slug).__name__}OpenSpielGame", (OpenSpielGame,), {"__init__": begin})
    default = find(slug)(msgspec.convert({}, find(slug).Settings))
    pyspiel.register_game(game_type(default), made)


for _slug in games():
    register(_slug)
