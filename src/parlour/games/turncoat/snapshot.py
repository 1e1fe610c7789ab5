"""A position by cells, for everything that only looks at it: texts, boards and refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from parlour.games.turncoat.blocks import (
    COLOUR,
    DEAD,
    GUARD,
    LETTERS,
    NEUTRAL,
    OBJECTIVE,
    SLOTS,
    SPAWN,
    TRUE,
)

if TYPE_CHECKING:
    from parlour.games.turncoat.rules import Rules


class Unit(NamedTuple):
    serial: int  # stays the same while it moves
    seat: int
    kind: int
    used: int

    def __str__(self) -> str:
        return f"{self.seat + 1}{LETTERS[self.kind]}"


class Guard(NamedTuple):
    serial: int
    seat: int
    cell: int


class Snapshot:
    """A position by cells, numbered from the top left."""

    def __init__(self, state: Rules) -> None:
        terrain = state.terrain
        squares = terrain.square[: terrain.cells]
        cell = terrain.cell
        tops, unders = state.top, state.under
        self.tops = [tops[square] for square in squares]
        self.unders = [unders[square] for square in squares]
        count = state.unit_count + 1
        numbers = zip(state.serial[1:count], state.what[1:count], state.used[1:count], strict=True)
        self.units = {
            cell[square]: Unit(serial, what >> 3, what & 7, used)
            for square, (serial, what, used) in zip(state.at[1:count], numbers, strict=True)
        }
        at, names, counts = state.guard_at, state.guard_serial, state.guard_count
        self.guards = [
            Guard(names[slot], seat, cell[at[slot]])
            for seat in range(terrain.seats)
            for slot in range(seat * SLOTS, seat * SLOTS + counts[seat])
        ]
        spawn_kinds, spawns, counts = state.spawn_kind, terrain.spawns, terrain.spawn_count
        self.spawn_kinds = {
            cell[spawns[slot]]: spawn_kinds[slot]
            for seat in range(terrain.seats)
            for slot in range(seat * SLOTS, seat * SLOTS + counts[seat])
        }

    def guards_of(self, seat: int) -> list[int]:
        """The cells of a seat's guards, in reading order."""
        return [guard.cell for guard in self.guards if guard.seat == seat]


def owner(block: int) -> int | None:
    """The seat that a block belongs to, if it belongs to one."""
    if block in (NEUTRAL, TRUE, DEAD):
        return None
    return block - max(first for first in (COLOUR, OBJECTIVE, SPAWN, GUARD) if first <= block)


def spawn_to_choose(state: Rules) -> int:
    """The cell of the spawn that a kind is asked for; -1 for none."""
    if not state.choosing or state.over:
        return -1
    terrain = state.terrain
    return terrain.cell[terrain.spawns[state.turn * SLOTS + state.choosing - 1]]
