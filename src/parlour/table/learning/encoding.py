"""What the numbers of an encoding mean: planes, one number for each cell, and then features.

    planes[0]  row 0, row 1, ...   planes[1]  row 0, row 1, ...   ...   features

Each number is a whole one from 0 to 127. In a buffer of bytes it is written as it is; in a buffer
of floats it is divided by the largest one that its plane or feature may have.
"""

from __future__ import annotations

from functools import cached_property

import msgspec

from parlour.table.learning.symmetry import Symmetry

DIGIT = 127
"""A counter has two features: how often 128 goes into it, and the rest."""


class Channel(msgspec.Struct, frozen=True):
    """A plane or a feature: its name, and the largest number that it may have."""

    name: str
    most: int = 1


class Encoding(msgspec.Struct, frozen=True, dict=True):
    """The planes and features of a game, for the settings that it has."""

    sites: tuple[tuple[str, ...], ...]  # the cells, row by row; "" where the board has none
    planes: tuple[Channel, ...]
    features: tuple[Channel, ...]

    @property
    def shape(self) -> tuple[int, int, int]:
        """The number of planes, of rows and of columns."""
        return len(self.planes), len(self.sites), len(self.sites[0])

    @cached_property
    def size(self) -> int:
        """How many numbers there are."""
        planes, rows, columns = self.shape
        return planes * rows * columns + len(self.features)

    @cached_property
    def most(self) -> tuple[int, ...]:
        """The largest value of each number."""
        area = len(self.sites) * len(self.sites[0])
        planes = [plane.most for plane in self.planes for _ in range(area)]
        return *planes, *(feature.most for feature in self.features)

    def turned(self, symmetry: Symmetry) -> tuple[int, ...]:
        """Where each number goes: number i of a position is number turned[i] of its image."""
        cells = [site for row in self.sites for site in row]
        index = {site: i for i, site in enumerate(cells) if site}
        to = [index[symmetry.sites.get(site, site)] if site else i for i, site in enumerate(cells)]
        area, planes = len(cells), len(self.planes)
        features = symmetry.features or range(len(self.features))
        return (
            *(plane * area + cell for plane in range(planes) for cell in to),
            *(planes * area + feature for feature in features),
        )


def channels(*names: str, most: int = 1) -> tuple[Channel, ...]:
    return tuple(Channel(name, most) for name in names)


def counter(name: str) -> tuple[Channel, Channel]:
    """The two features of a counter up to 16,383."""
    return Channel(f"{name} / 128", DIGIT), Channel(f"{name} % 128", DIGIT)


def relative_seats(count: int) -> tuple[str, ...]:
    """The seats as the viewer calls them, in the order of their turns."""
    if count == 2:
        return "viewer", "other"
    return "viewer", *(f"seat +{i}" for i in range(1, count))
