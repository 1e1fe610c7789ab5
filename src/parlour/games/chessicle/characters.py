"""Names of characters and tiles, and the settings, which all parts of the game share."""

from __future__ import annotations

from itertools import permutations
from typing import Annotated, Literal

from msgspec import Meta

from parlour.games.chessicle.rules import SETUPS, Rules
from parlour.table import settings
from parlour.table.game_parts.rules import GameRules

NAMES = ("P1", "P2", "P3", "H1", "H2")
PIECES = ("", *(f"{side}-{name}" for side in "AB" for name in NAMES))
ORDERS = tuple(permutations(range(5)))
SITES = tuple(f"r{row}c{column}" for row in range(1, 6) for column in range(1, 6))
HOME = (range(5), range(20, 25))


class ChessicleSettings(settings.Settings, frozen=True):
    deployment: Annotated[
        Literal["open", "hidden"],
        Meta(
            description="open: A deploys first and B sees it; hidden: both deploy at the same time"
        ),
    ] = "open"
    directions: Annotated[
        Literal["seat", "screen"],
        Meta(description="seat: left and right are the player's own; screen: those of the display"),
    ] = "seat"
    friend_blocks: Annotated[
        bool, Meta(description="whether a friend in the way blocks a hero")
    ] = False
    limit: Annotated[
        int,
        Meta(
            ge=0,
            le=10_000,
            description="moves without a capture after which it is a draw; 0 means 100 in matches",
        ),
    ] = 0


class Characters(GameRules[Rules, ChessicleSettings]):
    """Whose characters are whose, and which of them a viewer may know."""

    def prepare(self) -> None:
        self.seats = ("A", "B")
        self.action_count = SETUPS + len(ORDERS)

    def secret(self, state: Rules, viewer: int | None, owner: int) -> bool:
        """Is the owner's row kept from the viewer? If hidden, until both are set (§2)."""
        return state.hidden and viewer not in (None, owner) and not all(state.deployed)
