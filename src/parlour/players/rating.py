"""The rating systems: new ratings from old ones and the ranks of a match.

Glicko-2 for two, each match a rating period of its own; openskill (Plackett and Luce) for more.
Both are stored on Glicko's scale: the initial rating is 1500, with a deviation of 350.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

import msgspec
from glicko2 import Player
from openskill.models import PlackettLuce

FEW_MATCHES = 10
HIGH_DEVIATION = 200.0
_glicko_unit = 173.7178
_openskill_unit = 42.0  # 350 / (25 / 3): the deviations of newcomers are the same then
_model = PlackettLuce()


class Rating(msgspec.Struct, frozen=True):
    """The rating of a player in a game, and after how many matches."""

    value: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06
    matches: int = 0

    @property
    def provisional(self) -> bool:
        """Is it still too uncertain for the leaderboard?"""
        return self.matches < FEW_MATCHES or self.deviation > HIGH_DEVIATION


class _Player(Player):
    """Glicko-2 as published: in step 5.1 the package takes the rating for the deviation."""

    def _f(self, x: float, delta: float, v: float, a: float) -> float:
        e, variance = exp(x), (self.rd / _glicko_unit) ** 2
        slope = e * (delta**2 - variance - v - e) / (2 * (variance + v + e) ** 2)
        return slope - (x - a) / self._tau**2


def after(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a match with these ranks; 1 is the best."""
    if len(ratings) > 2:
        return _after_many(ratings, ranks)
    (mine, yours), (my_rank, your_rank) = ratings, ranks
    score = (1 + (my_rank < your_rank) - (my_rank > your_rank)) / 2
    return [period(mine, [(yours, score)]), period(yours, [(mine, 1 - score)])]


def period(rating: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """Glicko-2: a rating after results (1 won, 0.5 drawn, 0 lost) against others."""
    player = _Player(rating.value, rating.deviation, rating.volatility)
    player.update_player(
        [other.value for other, _ in results],
        [other.deviation for other, _ in results],
        [score for _, score in results],
    )
    return Rating(player.rating, player.rd, player.vol, rating.matches + len(results))


def _after_many(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    before = [
        [_model.rating(25 + (old.value - 1500) / _openskill_unit, old.deviation / _openskill_unit)]
        for old in ratings
    ]
    now = _model.rate(before, ranks=[float(rank) for rank in ranks])
    return [
        Rating(
            1500 + (new.mu - 25) * _openskill_unit,
            new.sigma * _openskill_unit,
            old.volatility,
            old.matches + 1,
        )
        for old, (new,) in zip(ratings, now, strict=True)
    ]
