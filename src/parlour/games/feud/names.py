"""Names of tiles, sides and pieces."""

from __future__ import annotations

from parlour.games.feud.grid import GRID

SIDES = ("black", "white")
KINDS = ("archer", "knight", "king", "medic", "shield", "wizard")
LETTERS = "ANKMSW"
SITES = tuple(f"{column}{row}" for row in range(1, 5) for column in "ABCD")

# Each access to a compiled array copies it; these tuples are for lookups from Python.
NEAR = tuple(GRID.near)
TARGETS = tuple(GRID.targets)
SWAPS = tuple(zip(GRID.first, GRID.second, strict=True))

MOST = (2, 2, 1, 1, 1, 1)  # pieces of each kind that a side starts with
FULL = (3, 3, 4, 3, 4, 3)  # hit points of each kind (§1)

PIECES = tuple(
    f"{side}-{kind}-{number}" if most > 1 else f"{side}-{kind}"
    for side in SIDES
    for kind, most in zip(KINDS, MOST, strict=True)
    for number in range(1, most + 1)
)
"""The name of each piece by its number; it does not change when the piece moves."""


def tiles_of(mask: int) -> list[int]:
    """The tiles of a set, in order."""
    return [tile for tile in range(16) if mask >> tile & 1]


def sites_of(mask: int) -> list[str]:
    return [SITES[tile] for tile in tiles_of(mask)]


def isolated(army: int) -> list[int]:
    """The tiles of an army whose pieces have no friend beside them (§2)."""
    return [tile for tile in tiles_of(army) if not army & NEAR[tile]]
