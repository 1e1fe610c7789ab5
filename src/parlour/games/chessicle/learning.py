"""Chessicle as arrays, and its symmetry."""

from __future__ import annotations

from functools import cached_property

from parlour.games.chessicle.characters import NAMES, ORDERS, SITES, Characters, ChessicleSettings
from parlour.games.chessicle.rules import SETUPS, Rules
from parlour.table.game_parts.learning import Learning
from parlour.table.learning.encoding import Encoding, channels, counter
from parlour.table.learning.symmetry import Symmetry


class ChessicleLearning(Characters, Learning[Rules, ChessicleSettings]):
    """Left and right may be exchanged."""

    @cached_property
    def encoding(self) -> Encoding:
        flags = ("viewer is A", "viewer's turn", "viewer has deployed", "other has deployed")
        return Encoding(
            tuple(SITES[row : row + 5] for row in range(0, 25, 5)),
            channels(*(f"{name} of {seat}" for seat in ("viewer", "other") for name in NAMES)),
            (*channels(*flags), *counter("moves without a capture")),
        )

    def symmetries(self) -> tuple[Symmetry, ...]:
        sites = {site: f"{site[:3]}{6 - int(site[3])}" for site in SITES}
        moves = tuple(a ^ 1 if a % 4 < 2 or a >= 16 else a for a in range(SETUPS))
        setups = tuple(SETUPS + ORDERS.index(order[::-1]) for order in ORDERS)
        return *super().symmetries(), Symmetry("mirror", moves + setups, (0, 1), sites)

    def turned(self, state: Rules, symmetry: Symmetry) -> Rules:
        tiles, image = state.tile, self.blank()
        to = [SITES.index(symmetry.sites.get(site, site)) for site in SITES]
        turned = [tiles[tile] for tile in to]  # each of these symmetries is its own inverse
        a, b = state.deployed
        image.set_up(turned, a, b, state.turn, state.quiet)
        return image
