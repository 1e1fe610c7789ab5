"""A number for every position of a few characters, as small and as dense as may be.

Values do not depend on colours or names: what counts is who is to move, and which kinds of
characters stand where. Pawns of a side are alike, heroes stand on 15 tiles, and a position has the
value of its mirror images: left and right, top and bottom, or both. So the first group of
characters of the side to move (its pawns, else its H1, else its H2) is mirrored until it is the
least of its images, and only such groups are counted.

A position is given by ten tiles: P1 P2 P3 H1 H2 of the side to move, then of the other side; OFF
for those who are gone. The side's *kind* says who is left: 4 for each pawn, 2 for H1, 1 for H2.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import cython

from parlour.table.compiled.array_types import ints

if not cython.compiled:
    from parlour.games.chessicle.rules import OFF, PLACES

    HERO_TILES = 15
    GROUPS = 2625  # of one to three pawns

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Ints


class PositionIndex:
    """The positions of two to `pieces` characters, numbered from 0: those of fewer first."""

    def __init__(self, pieces: int) -> None:
        self.pieces = pieces
        self.mirrored = ints(4 * PLACES, OFF)  # PLACES * mirror + tile: the image of a tile
        # Groups of pawns: 0 to 24 of one, 25 to 324 of two, 325 to 2624 of three.
        self.tiles = ints(3 * GROUPS, OFF)  # 3 * group + i: its tiles, in ascending order
        self.mirror = ints(GROUPS)  # the mirror that turns a group into its least image
        self.rank = ints(GROUPS)  # the number of that image among the least images
        self.group_of = ints(GROUPS)  # by start of its size + rank: the group
        self.start, self.size, self.least = ints(4), ints(4), ints(4)  # by number of pawns
        self.hero = ints(PLACES)  # the number of a tile among those where heroes stand
        self.hero_tile = ints(HERO_TILES)
        self.hero_rank = ints(PLACES)
        self.hero_of = ints(HERO_TILES)
        self.offset = ints(256, -1)  # 16 * kind of the side to move + kind of the other
        self.fill_tiles()
        self.fill_groups()
        self.count = self.fill_offsets()

    # ---- tables -------------------------------------------------------------------------------

    def fill_tiles(self) -> None:
        """Mirror images, and the tiles of heroes: they move two rows at a time (§4)."""
        for mirror in range(4):
            for tile in range(25):
                row, column = divmod(tile, 5)
                row, column = (row, 4 - row)[mirror >> 1], (column, 4 - column)[mirror & 1]
                self.mirrored[PLACES * mirror + tile] = 5 * row + column
            self.mirrored[PLACES * mirror + OFF] = OFF
        heroes = [tile for tile in range(25) if tile // 5 % 2 == 0]
        least = [tile for tile in heroes if tile == min(self.images((tile,)))[0]]
        for number, tile in enumerate(heroes):
            self.hero[tile], self.hero_tile[number] = number, tile
            self.hero_rank[tile] = least.index(min(self.images((tile,)))[0])
        for number, tile in enumerate(least):
            self.hero_of[number] = tile
        self.hero_least = len(least)

    def images(self, group: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [
            tuple(sorted(self.mirrored[PLACES * mirror + tile] for tile in group))
            for mirror in range(4)
        ]

    def fill_groups(self) -> None:
        self.size[0] = 1  # there is one way to have no pawns
        for pawns in range(1, 4):
            self.start[pawns] = sum(comb(25, fewer) for fewer in range(1, pawns))
            self.size[pawns] = comb(25, pawns)
            ranks: dict[tuple[int, ...], int] = {}
            for group in combinations(range(25), pawns):
                images = self.images(group)
                a, b, c = (*group, OFF, OFF)[:3]
                number = self.group(a, b, c)
                for i, tile in enumerate((a, b, c)):
                    self.tiles[3 * number + i] = tile
                self.mirror[number] = images.index(min(images))
                rank = self.rank[number] = ranks.setdefault(min(images), len(ranks))
                if group == min(images):
                    self.group_of[self.start[pawns] + rank] = number
            self.least[pawns] = len(ranks)

    def fill_offsets(self) -> int:
        count = 0
        kinds = [kind for kind in range(1, 16) if size_of(kind) < self.pieces]
        pairs = [(own, other) for own in kinds for other in kinds]
        for own, other in sorted(pairs, key=lambda pair: size_of(pair[0]) + size_of(pair[1])):
            if size_of(own) + size_of(other) <= self.pieces:
                self.offset[16 * own + other] = count
                count += self.room(own, other)
        return count

    def room(self, own: int, other: int) -> int:
        """How many positions these kinds have, with those counted where two share a tile."""
        first = self.least[own >> 2] if own >> 2 else self.hero_least
        heroes = (own >> 1 & 1) + (own & 1) - (own < 4) + (other >> 1 & 1) + (other & 1)
        return first * self.size[other >> 2] * HERO_TILES**heroes

    # ---- from a position to its number, and back ----------------------------------------------

    def group(self, a: int, b: int, c: int) -> int:
        """The number of a group of pawns; -1 for none."""
        if a > b:
            a, b = b, a
        if b > c:
            b, c = c, b
        if a > b:
            a, b = b, a
        if a == OFF:
            return -1
        if b == OFF:
            return a
        if c == OFF:
            return 25 + (b * (b - 1) >> 1) + a
        return 325 + c * (c - 1) * (c - 2) // 6 + (b * (b - 1) >> 1) + a

    def kind(self, place: Ints, first: int) -> int:
        """Who is left of the side whose five tiles begin at `first`."""
        kind = 0
        for i in range(3):
            kind += 4 * (place[first + i] != OFF)
        return kind + 2 * (place[first + 3] != OFF) + (place[first + 4] != OFF)

    def number(self, place: Ints) -> int:
        """The number of a position with characters of both sides, and not too many."""
        own, other = self.kind(place, 0), self.kind(place, 5)
        group = self.group(place[0], place[1], place[2])
        if group >= 0:
            mirror, number = PLACES * self.mirror[group], self.rank[group]
            if own & 2:
                number = number * HERO_TILES + self.hero[self.mirrored[mirror + place[3]]]
        elif own & 2:
            mirror, number = PLACES * self.mirror[place[3]], self.hero_rank[place[3]]
        else:
            mirror, number = PLACES * self.mirror[place[4]], self.hero_rank[place[4]]
        if own & 1 and own != 1:
            number = number * HERO_TILES + self.hero[self.mirrored[mirror + place[4]]]
        if other >> 2:
            group = self.group(
                self.mirrored[mirror + place[5]],
                self.mirrored[mirror + place[6]],
                self.mirrored[mirror + place[7]],
            )
            number = number * self.size[other >> 2] + group - self.start[other >> 2]
        if other & 2:
            number = number * HERO_TILES + self.hero[self.mirrored[mirror + place[8]]]
        if other & 1:
            number = number * HERO_TILES + self.hero[self.mirrored[mirror + place[9]]]
        return self.offset[16 * own + other] + number

    def position(self, own: int, other: int, number: int, place: Ints) -> bool:
        """Write the position of a number, counted from the first of these kinds. False if two of
        its characters share a tile."""
        for i in range(10):
            place[i] = OFF
        if other & 1:
            place[9] = self.hero_tile[number % HERO_TILES]
            number = number // HERO_TILES
        if other & 2:
            place[8] = self.hero_tile[number % HERO_TILES]
            number = number // HERO_TILES
        if other >> 2:
            group = 3 * (self.start[other >> 2] + number % self.size[other >> 2])
            number = number // self.size[other >> 2]
            for i in range(3):
                place[5 + i] = self.tiles[group + i]
        if own & 1 and own != 1:
            place[4] = self.hero_tile[number % HERO_TILES]
            number = number // HERO_TILES
        if own >> 2 and own & 2:
            place[3] = self.hero_tile[number % HERO_TILES]
            number = number // HERO_TILES
        if own >> 2:
            group = 3 * self.group_of[self.start[own >> 2] + number]
            for i in range(3):
                place[i] = self.tiles[group + i]
        else:
            place[3 if own & 2 else 4] = self.hero_of[number]
        taken = 0
        for i in range(10):
            if place[i] != OFF:
                if taken >> place[i] & 1:
                    return False
                taken |= 1 << place[i]
        return True


def size_of(kind: int) -> int:
    """How many characters are left of a side."""
    return (kind >> 2) + (kind >> 1 & 1) + (kind & 1)
