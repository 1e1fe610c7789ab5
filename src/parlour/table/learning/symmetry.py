"""The symmetries of a game, for data augmentation in learning."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Symmetry(msgspec.Struct, frozen=True):
    """A way to turn every position into another one that the rules treat alike.

    Seat `s` becomes `seats[s]`, site `x` becomes `sites[x]`, and feature `i` of an encoding becomes
    feature `features[i]`; a site that is not listed stays the same, and so do all features if none
    is. `game.turned` has the other position. Action `a` becomes `actions[a]`, unless what a number
    means depends on the position: `game.turned_action` always knows.
    """

    name: str
    actions: tuple[int, ...]
    seats: tuple[int, ...]
    sites: Mapping[str, str] = {}
    features: tuple[int, ...] = ()

    @classmethod
    def identity(cls, action_count: int, seat_count: int) -> Symmetry:
        return cls("identity", tuple(range(action_count)), tuple(range(seat_count)))
