"""The ground of a map as the rules see it: what never changes during a match.

The board lies in an array with room around it, WIDE squares a row: square = (row + 2) * WIDE +
column. What is beyond the edge is dead, so that a loop in any direction ends by itself.

An action is `cell * stride + code`, with cells numbered from the top left. The codes: PLACE,
DESTROY, from MOVE on a move to each other cell of the row and then of the column, from `first_act`
on the targets of acts, from `first_capture` on the sides on which an objective is captured and kept
and from `first_kill` on those where it dies, from `first_guard` on the guards of the mover, in
reading order, that come to the cell. After those of all cells follow `end` and the five kinds.
"""

from __future__ import annotations

from functools import lru_cache

import cython

from parlour.games.turncoat.blocks import KINDS
from parlour.games.turncoat.maps.plan import Plan, plan_of
from parlour.table.compiled.array_types import ints

if not cython.compiled:
    from parlour.games.turncoat.blocks import (
        BLOCKS,
        CELLS,
        COLOUR,
        CORNER,
        DEAD,
        GUARD,
        MOVE,
        NEUTRAL,
        OBJECTIVE,
        SEATS,
        SIDES,
        SLOTS,
        SPAWN,
        SQUARES,
        TARGETS,
        TRUE,
        WIDE,
    )

OFFSETS = ((-1, 0), (0, 1), (1, 0), (0, -1),
           (-2, 0), (-1, 1), (0, 2), (1, 1), (2, 0), (1, -1), (0, -2), (-1, -1))  # fmt: skip
"""Rows down and columns right to the targets of acts: the four adjacent cells, north, east, south
and west, then the eight at distance two, of which every second one is diagonal."""


class Terrain:
    """A map as the rules see it: what never changes, and the blocks of the first position."""

    def __init__(self, plan: Plan, handicap: str) -> None:
        self.seats, self.width, self.height = plan.players, plan.width, plan.height
        self.cells = self.width * self.height
        extra = handicap == "guard"
        self.guards = max(len(plan.of(p, "G")) + (extra and p > 0) for p in range(self.seats))
        self.first_act = MOVE + self.width - 1 + self.height - 1
        self.first_capture = self.first_act + TARGETS
        self.first_kill = self.first_capture + SIDES
        self.first_guard = self.first_kill + SIDES
        self.stride = self.first_guard + self.guards
        self.end = self.cells * self.stride
        self.first_spawn_kind = KINDS.index(handicap) if handicap in KINDS else 0
        self.square, self.live = ints(CELLS), ints(CELLS)
        self.cell, self.row, self.column = ints(SQUARES), ints(SQUARES), ints(SQUARES)
        self.block, self.under = ints(SQUARES, DEAD), ints(SQUARES, NEUTRAL)
        self.beside = ints(SQUARES)
        self.reach = [down * WIDE + right for down, right in OFFSETS]
        self.passes = ints(SEATS * BLOCKS)
        self.spawn_count = ints(SEATS)
        self.spawns, self.goals = ints(SEATS * SLOTS), ints(SEATS * SLOTS)
        self.goal_count = self.live_count = 0
        for cell in range(self.cells):
            row, column = divmod(cell, self.width)
            square = CORNER + row * WIDE + column
            self.square[cell], self.cell[square] = square, cell
            self.row[square], self.column[square] = row, column
            self.block[square] = block_of(plan.blocks[cell])
            if plan.blocks[cell] != "##":
                self.live[self.live_count] = square
                self.live_count += 1
            if plan.blocks[cell].endswith("O"):
                self.goals[self.goal_count] = square
                self.goal_count += 1
            # Beside an objective? Only there can one ever be captured.
            self.beside[square] = any(plan.blocks[near].endswith("O") for near in plan.near(cell))
        for seat in range(self.seats):
            # §4: what units of a seat pass and stand on.
            for block in (COLOUR + seat, TRUE, OBJECTIVE + seat, SPAWN + seat):
                self.passes[seat * BLOCKS + block] = 1
            for i, cell in enumerate(plan.of(seat, "S")):
                self.spawns[seat * SLOTS + i] = self.square[cell]
                self.spawn_count[seat] = i + 1
            if extra and seat > 0:  # §11: the extra guard begins on the first own colour block
                square = self.square[plan.of(seat, "C")[0]]
                self.block[square], self.under[square] = GUARD + seat, COLOUR + seat

    def target(self, here: int, code: int) -> int:
        """Where a move with this code leads from a square."""
        code -= MOVE
        if code < self.width - 1:
            return here - self.column[here] + code + (code >= self.column[here])
        code -= self.width - 1
        return here + (code + (code >= self.row[here]) - self.row[here]) * WIDE

    def move_code(self, here: int, to: int) -> int:
        """The code of a move from a square to another one of its row or column."""
        if self.row[here] == self.row[to]:
            return MOVE + self.column[to] - (self.column[to] > self.column[here])
        return MOVE + self.width - 1 + self.row[to] - (self.row[to] > self.row[here])


def block_of(word: str) -> int:
    """The block that two characters of a map mean; a guard stands for itself."""
    if word in (".", "--", "##"):
        return {".": NEUTRAL, "--": TRUE, "##": DEAD}[word]
    return {"C": COLOUR, "O": OBJECTIVE, "S": SPAWN, "G": GUARD}[word[1]] + int(word[0]) - 1


@lru_cache(maxsize=64)
def terrain_of(name: str, text: str, handicap: str) -> Terrain:
    plan = plan_of(name, text)
    return Terrain(plan, plan.gives(handicap))
