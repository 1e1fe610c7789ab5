"""Alpha-beta scores: integers for the seat that decides.

Scores up to BAND are evaluations; beyond PROOF they are proved: WIN less the number of actions to
the end.
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


def score_of_end(payoffs: Floats, seat: int, number: int) -> int:
    """The score of an end after `number` actions: earlier wins and later losses are better."""
    if payoffs[seat] >= 1.0:
        return WIN - number
    if payoffs[seat] <= -1.0:
        return number - WIN
    return int(BAND * payoffs[seat])


def to_table(score: int, number: int) -> int:
    """Proved scores count actions from the root; in the table, from the position."""
    return score + number if score > PROOF else score - number if score < -PROOF else score


def from_table(score: int, number: int) -> int:
    return score - number if score > PROOF else score + number if score < -PROOF else score
