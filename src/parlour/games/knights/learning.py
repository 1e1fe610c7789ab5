"""Knights as arrays, and its symmetries."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from parlour.games.knights.presentation import ITEM_NAMES, SITES, STEPS
from parlour.games.knights.rules import ITEMS, Rules
from parlour.table.game_parts.learning import Learning
from parlour.table.learning.encoding import Encoding, channels, counter, relative_seats
from parlour.table.learning.squares import Turn, turned_cells, turns_of_a_board
from parlour.table.learning.symmetry import Symmetry

TILES = tuple(SITES[divmod(tile, 8)] for tile in range(64))


class KnightsLearning(Learning[Rules, Any]):
    """The arena may be turned and reflected."""

    @cached_property
    def encoding(self) -> Encoding:
        seats = relative_seats(len(self.seats))
        items = (f"{item}, {how}" for how in ("lying", "held") for item in ITEM_NAMES)
        return Encoding(
            tuple(TILES[row : row + 8] for row in range(0, 64, 8)),
            channels(*seats, *(f"{seat}, fallen" for seat in seats), *items),
            (
                *channels(*(f"turn of {seat}" for seat in seats)),
                *channels(*(f"{seat} fell as number" for seat in seats), most=len(seats)),
                *channels("chance chooses an item"),
                *counter("steps"),
            ),
        )

    def symmetries(self) -> tuple[Symmetry, ...]:
        return tuple(
            Symmetry(
                name,
                (*turned_steps(turn), *range(ITEMS, self.action_count)),
                tuple(range(len(self.seats))),
                {TILES[tile]: TILES[to[tile]] for tile in range(64)},
            )
            for name, turn in turns_of_a_board(8, 8).items()
            for to in [turned_cells(turn, 8, 8)]
        )

    def turned(self, state: Rules, symmetry: Symmetry) -> Rules:
        to = {tile: TILES.index(symmetry.sites[site]) for tile, site in enumerate(TILES)}
        count, image = len(self.seats), self.blank()
        places = [to.get(tile, tile) for tile in state.place[:count]]
        spots = [to.get(tile, tile) for tile in state.spot]
        hands, falls = state.hand[:count], state.fell[:count]
        statuses, turn = state.status[:count], state.turn
        image.set_up(places, statuses, hands, falls, spots, turn, state.drawing, state.steps)
        return image


def turned_steps(turn: Turn) -> list[int]:
    """The direction that each becomes."""
    row, column = turn(0, 0)
    ends = [turn(down, right) for down, right in STEPS]
    return [STEPS.index((y - row, x - column)) for y, x in ends]
