"""The board of Feud and its lookup tables: pieces, tiles, and the numbers of actions.

Pieces 0 to 7 are Black's A A N N K M S W, pieces 8 to 15 White's. Tiles are 0 to 15, row by row
from the top left, and a set of tiles is a number with a bit for each.

Actions 0 to 23 swap two adjacent tiles: 12 pairs side by side, then 12 one above the other. Action
24 is the skip. From 25 on there are 16 for each tile of an actor: the code of a single target is
its tile; a knight and a medic may have several adjacent targets, and use the codes of tiles that
are not adjacent to theirs for these sets.
"""

from __future__ import annotations

from itertools import combinations

import cython

from parlour.table.compiled.array_types import ints

if not cython.compiled:
    from parlour.table.compiled.rng import next64

    ARCHER, KNIGHT, KING, MEDIC, SHIELD, WIZARD, NOTHING = range(7)  # kinds
    FIRST_KING, FIRST_SHIELD = 4, 6  # Black's; White's have 8 more
    NONE = 16  # no piece
    OFF = 16  # no tile
    TILES = 16
    CODES = 16  # of the actions of an actor on a tile
    KINDS = 7  # with that of no piece
    MARKS = 960  # sides * kinds * points from 0 to 4 * tiles
    SKIP = 24
    ACTS = 25  # the first action that has an actor
    WOUNDS, FEATURES, NUMBERS = 192, 208, 215  # of an encoding: where they begin, and its length
    SWAPPING, ACTING, OVER = range(3)  # phases
    GOING, FALLEN, ISOLATED, DRAWN, SKIPPED, UNFINISHED = range(6)  # how it ended

KIND = (ARCHER, ARCHER, KNIGHT, KNIGHT, KING, MEDIC, SHIELD, WIZARD) * 2 + (NOTHING,)
"""The kind of each piece, and of none."""

MOST_TARGETS = (1, 2, 1, 4, 1, 1, 1)
"""How many targets each kind may choose at once (§6)."""


class Grid:
    """The lookup tables of the rules."""

    def __init__(self) -> None:
        self.kind = ints(17, NOTHING)  # of each piece, and of none
        self.near = ints(TILES)  # the adjacent tiles of each tile (§2)
        self.sight = ints(TILES * 17)  # what an archer may hit from a tile past a shield (§6)
        self.first, self.second = ints(24), ints(24)  # the two tiles of each swap
        self.swap = ints(32)  # the swap of each bit of Rules.swaps
        self.targets = ints(KINDS * TILES * CODES)  # the targets of each kind, tile and code
        self.ways = ints(KINDS * 17)  # in how many ways each kind can choose among so many tiles
        self.marks = ints(MARKS)  # Zobrist keys: random bits for each side, kind, points and tile
        self.fill()
        for piece in range(17):
            self.kind[piece] = KIND[piece]
        for tile in range(TILES):
            self.near[tile] = sum(1 << other for other in range(TILES) if adjacent(tile, other))
            for shield in range(17):
                self.sight[tile * 17 + shield] = in_sight(tile, shield)
        for swap in range(24):
            row, column = divmod(swap, 3)
            self.first[swap] = 4 * row + column if swap < 12 else swap - 12
            self.second[swap] = self.first[swap] + (1 if swap < 12 else 4)
            self.swap[self.first[swap] + (0 if swap < 12 else 16)] = swap
        for kind in range(KINDS):
            for tile in range(TILES):
                for code, mask in enumerate(coded(tile, MOST_TARGETS[kind])):
                    self.targets[(kind * TILES + tile) * CODES + code] = mask
            for count in range(17):
                self.ways[kind * 17 + count] = ways(count, MOST_TARGETS[kind])

    def fill(self) -> int:
        rng_state = [0]
        for i in range(MARKS):
            self.marks[i] = next64(rng_state)
        return 0


def adjacent(one: int, other: int) -> bool:
    """One tile up, down, left or right (§2)."""
    return abs(one // 4 - other // 4) + abs(one % 4 - other % 4) == 1


def in_sight(tile: int, shield: int) -> int:
    """The tiles of the same row and column but those behind an enemy shield there (§6)."""
    row, column = divmod(tile, 4)
    seen = 0
    for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        r, c = row + down, column + right
        while 0 <= r < 4 and 0 <= c < 4:
            seen |= 1 << (4 * r + c)
            if 4 * r + c == shield:
                break
            r, c = r + down, c + right
    return seen


def coded(tile: int, most: int) -> list[int]:
    """The sets of targets that the sixteen codes of an actor's tile stand for. A code is that of a
    single tile, as long as no set of adjacent tiles needs it."""
    masks = [1 << code for code in range(CODES)]
    near = [other for other in range(TILES) if adjacent(tile, other)]
    spare = (code for code in range(CODES) if code not in near)
    for size in range(2, min(most, len(near)) + 1):
        for group in combinations(near, size):
            masks[next(spare)] = sum(1 << other for other in group)
    return masks


def ways(count: int, most: int) -> int:
    """How many sets of one to `most` there are among `count` tiles; several only if adjacent."""
    if most == 1 or count > 4:
        return count
    return sum(1 for mask in range(1, 1 << count) if bin(mask).count("1") <= most)


GRID = Grid()
