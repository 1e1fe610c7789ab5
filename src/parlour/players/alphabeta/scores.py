"""Scores of alpha-beta: whole numbers for the seat that decides.

Up to BAND they are what a game's knowledge thinks, beyond PROOF what is proved: WIN less the number
of actions until then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    BAND = 100_000
    PROOF = 900_000
    WIN = 1_000_000
    UNKNOWN = 2_000_000

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats


def settled(payoffs: Floats, seat: int, number: int) -> int:
    """The score of an end, so many actions from the root: sooner wins are better, later losses."""
    if payoffs[seat] >= 1.0:
        return WIN - number
    if payoffs[seat] <= -1.0:
        return number - WIN
    return int(BAND * payoffs[seat])


def from_there(score: int, number: int) -> int:
    """A score counts actions from the root, the table those from the position."""
    return score + number if score > PROOF else score - number if score < -PROOF else score


def from_here(score: int, number: int) -> int:
    return score - number if score > PROOF else score + number if score < -PROOF else score
