"""PettingZoo environments of all games.

from parlour.lab import pettingzoo
env = pettingzoo.env("brique", size=11)      # or raw_env, or parallel_env

from parlour.lab.pettingzoo import brique_v0
env = brique_v0.env(size=11)
"""

from __future__ import annotations

import sys
from copy import deepcopy
from functools import partial
from types import ModuleType
from typing import Any

from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from parlour.lab.pettingzoo.aec import RawEnv
from parlour.lab.pettingzoo.simultaneous import SimultaneousEnv
from parlour.table.registry import game, games

VERSION = 0
"""Of encodings and numbers of actions: raise it when a trained net would no longer fit."""


class WrappedEnv(OrderEnforcingWrapper):
    """The outermost wrapper; a copy has wrappers and a match of its own."""

    def __copy__(self) -> WrappedEnv:
        return deepcopy(self)


def raw_env(slug: str, /, *, render_mode: str | None = None, **settings: object) -> RawEnv:
    """The environment itself: the fastest, and an illegal action raises IllegalAction."""
    return RawEnv(game(slug, **settings), named(slug), render_mode)


def env(slug: str, /, *, render_mode: str | None = None, **settings: object) -> Any:
    """With the usual wrappers: an illegal action ends the match, and its agent loses it."""
    made = raw_env(slug, render_mode=render_mode, **settings)
    worst = -made.match.game.max_payoff
    return WrappedEnv(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(made, worst)))


def parallel_env(
    slug: str, /, *, render_mode: str | None = None, **settings: object
) -> SimultaneousEnv:
    """For games in which seats act at once."""
    return SimultaneousEnv(game(slug, **settings), named(slug), render_mode)


def named(slug: str) -> str:
    return f"{slug.lower()}_v{VERSION}"


def _module(slug: str) -> ModuleType:
    """`parlour.lab.pettingzoo.<slug>_v0`."""
    made = ModuleType(f"{__name__}.{named(slug)}", f"The PettingZoo environments of {slug}.")
    for make in (env, raw_env, parallel_env):
        setattr(made, make.__name__, partial(make, slug))
    return made


for _slug in games():
    _made = _module(_slug)
    sys.modules[_made.__name__] = _made
    globals()[named(_slug)] = _made
