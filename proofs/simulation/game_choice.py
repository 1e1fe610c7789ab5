"""Random games with random settings for the simulation."""

from __future__ import annotations

from random import Random
from typing import Any

from parlour.table.errors import BadSettings
from parlour.table.registry import AnyGame, game
from parlour.table.settings import Setting


def choose_game(rng: Random, slugs: tuple[str, ...]) -> tuple[AnyGame, dict[str, Any]]:
    """A game and its settings; half of them have hidden actions, because only those can leak."""
    needs_hidden = rng.random() < 0.5
    for _ in range(40):
        chosen, settings = _any_game(rng, slugs)
        if not needs_hidden or has_hidden_actions(chosen):
            return chosen, settings
    return _any_game(rng, slugs)


def _any_game(rng: Random, slugs: tuple[str, ...]) -> tuple[AnyGame, dict[str, Any]]:
    while True:
        slug = rng.choice(slugs)
        settings = {
            setting.name: _value(rng, setting)
            for setting in game(slug).describe()
            if setting.kind != "text" and rng.random() < 0.3
        }
        try:
            return game(slug, **settings), settings
        except BadSettings:
            continue  # these settings contradict each other


def _value(rng: Random, setting: Setting) -> Any:
    match setting.kind:
        case "number":
            return max(setting.low or 0, setting.default // 2)
        case "switch":
            return rng.random() < 0.5
        case _:
            return rng.choice(setting.choices)


def has_hidden_actions(game: AnyGame) -> bool:
    """Do several seats act simultaneously at the start, without seeing each other's actions?"""
    state = game.start()
    acting = state.acting()
    if len(acting) < 2:
        return False
    action = state.actions(acting[0])[0]
    return not game.sees(state.after(action, acting[0]), acting[1], acting[0], action)
