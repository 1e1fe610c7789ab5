"""Which games are played in a simulated hall: any of those that are there, with any settings."""

from __future__ import annotations

from random import Random
from typing import Any

from parlour.table.errors import BadSettings
from parlour.table.registry import AnyGame, game
from parlour.table.settings import Setting


def choose_game(rng: Random, slugs: tuple[str, ...]) -> tuple[AnyGame, dict[str, Any]]:
    """A game and its settings; secrets are where leaks would be, so one in two has some."""
    wants_secrets = rng.random() < 0.5
    for _ in range(40):
        table, settings = _any_game(rng, slugs)
        if not wants_secrets or has_hidden_actions(table):
            return table, settings
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
            continue  # these do not go together


def _value(rng: Random, setting: Setting) -> Any:
    match setting.kind:
        case "number":
            return max(setting.low or 0, setting.default // 2)
        case "switch":
            return rng.random() < 0.5
        case _:
            return rng.choice(setting.choices)


def has_hidden_actions(table: AnyGame) -> bool:
    """Do several seats decide at the same time at first, and not see what the others do?"""
    state = table.start()
    acting = state.acting()
    if len(acting) < 2:
        return False
    action = state.actions(acting[0])[0]
    return not table.sees(state.after(action, acting[0]), acting[1], acting[0], action)
