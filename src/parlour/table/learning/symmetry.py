"""The symmetries of a game, for data augmentation in learning."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Symmetry(msgspec.Struct, frozen=True):
    """A permutation of actions, seats and sites that maps the game to itself.

    Action `a` becomes `actions[a]`, seat `s` becomes `seats[s]`, and site `x` becomes `sites[x]`;
    a site that is not listed stays the same.
    """

    name: str
    actions: tuple[int, ...]
    seats: tuple[int, ...]
    sites: Mapping[str, str] = {}

    @classmethod
    def identity(cls, action_count: int, seat_count: int) -> Symmetry:
        return cls("identity", tuple(range(action_count)), tuple(range(seat_count)))
