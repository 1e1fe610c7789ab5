"""What the net sees of a position: pairs of characters, and the tiles on which they stand.

A position has ten characters: H1, H2 and three pawns of the side to move, then those of the other
side. Each of the 45 pairs of them is one feature; who is gone stands on a tile of its own. Pawns of
a side are alike and share their features. Of positions that are mirror images of each other, and so
have one value, only one is shown.
"""

from __future__ import annotations

from typing import NamedTuple

HEROES = 16  # tiles of a hero, rows 0, 2 and 4, and GONE
TILES = 26  # tiles of a pawn, and OFF
CHARACTERS = 10
KINDS = (0, 1, 2, 2, 2, 3, 4, 5, 5, 5)
"""The kind of each of the ten characters: own H1, own H2, own pawns, then the other side's."""
SIZES = (HEROES, HEROES, TILES, HEROES, HEROES, TILES)
"""On how many tiles a kind may stand."""


class Pair(NamedTuple):
    """Two of the ten characters. Their feature is `begin + tile of first * width + of second`."""

    first: int
    second: int
    begin: int
    width: int


def _all_pairs() -> tuple[tuple[Pair, ...], int]:
    begin: dict[tuple[int, int], int] = {}
    count = 0
    pairs: list[Pair] = []
    for first in range(CHARACTERS):
        for second in range(first + 1, CHARACTERS):
            kinds = KINDS[first], KINDS[second]
            if kinds not in begin:
                begin[kinds] = count
                count += SIZES[kinds[0]] * SIZES[kinds[1]]
            pairs.append(Pair(first, second, begin[kinds], SIZES[kinds[1]]))
    return tuple(pairs), count


PAIRS, FEATURES = _all_pairs()
