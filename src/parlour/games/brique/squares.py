"""Squares, colours and settings of Brique, shared by its notation and its presentation."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from parlour.games.brique.rules import Rules
from parlour.table import settings
from parlour.table.game_parts.rules import GameRules

COLOURS = ("empty", "black", "white")
SIDES = ("", "top and bottom", "left and right")  # what a colour has to join
COLUMNS = "abcdefghijklmnopqrs"


class BriqueSettings(settings.Settings, frozen=True):
    size: Annotated[int, Meta(ge=2, le=19, examples=[11], description="squares along a side")] = 15
    pie: Annotated[
        bool, Meta(description="whether the second player may take over the first stone")
    ] = True
    first: Annotated[
        int,
        Meta(ge=0, le=1, description="who moves first, with Black: 0 is Player 1, 1 is Player 2"),
    ] = 0


class Squares(GameRules[Rules, BriqueSettings]):
    """The board's size and the names of its squares, derived from the settings."""

    def prepare(self) -> None:
        self.size = self.settings.size
        self.cells = self.size * self.size
        self.swap, self.keep = self.cells, self.cells + 1
        self.seats = ("Player 1", "Player 2")
        self.action_count = self.cells + 2 if self.settings.pie else self.cells
        self.sites: tuple[str, ...] = tuple(
            f"{COLUMNS[cell % self.size]}{self.size - cell // self.size}"
            for cell in range(self.cells)
        )
        self.action_sites = (*self.sites, "swap", "keep")
