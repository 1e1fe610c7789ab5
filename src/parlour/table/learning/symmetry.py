"""The ways to turn a game into itself, so that learning sees each position in all its forms."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Symmetry(msgspec.Struct, frozen=True):
    """A match stays a match of the same game when every action `a` is replaced by `actions[a]`.

    The seats become `seats[seat]`, and what stood on `sites[site]`, where named, else on the same
    site.
    """

    name: str
    actions: tuple[int, ...]
    seats: tuple[int, ...]
    sites: Mapping[str, str] = {}

    @classmethod
    def identity(cls, action_count: int, seat_count: int) -> Symmetry:
        return cls("identity", tuple(range(action_count)), tuple(range(seat_count)))
