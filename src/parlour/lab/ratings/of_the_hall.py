"""The ratings that the hall would give: Glicko-2 for two seats, openskill for more."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from typing import NamedTuple


class HallRating(NamedTuple):
    """A rating on Glicko's scale, where newcomers have 1500."""

    value: float
    deviation: float


def hall_ratings(
    players: int, matches: Iterable[tuple[tuple[int, ...], tuple[int, ...]]]
) -> list[HallRating]:
    """The ratings after matches (the players by seat, their ranks), counted one after the other.

    None without the packages that the hall uses for them. As in the hall, a match in which a player
    has several seats does not count.
    """
    if find_spec("glicko2") is None or find_spec("openskill") is None:
        return []
    from parlour.players.rating import Rating, after

    ratings = [Rating()] * players
    for seating, ranks in matches:
        if len(set(seating)) == len(seating):
            new = after([ratings[player] for player in seating], ranks)
            for player, rating in zip(seating, new, strict=True):
                ratings[player] = rating
    return [HallRating(rating.value, rating.deviation) for rating in ratings]
