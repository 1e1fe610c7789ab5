"""A position of Turncoat: what lies and stands where, and how far the turn has got.

A board is an array with room around it: one row on is a step of 21, one column on a step of 1, and
beyond the edge everything is dead. `top` is the block that counts on a square, a guard where there
is one, and `under` is what that guard covers. A block is its kind plus its owner's seat.

Units are numbered from 1, and `unit` has the number of the one on each square; `what` is
8 * seat + kind. The number of a unit may change when another one leaves. `serial` does not, and
serves the eye alone, as `guard_serial` does. The guards of a seat are in reading order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from parlour.games.turncoat.maps.terrain import terrain_of
from parlour.table.state import State

if not cython.compiled:
    from parlour.games.turncoat.blocks import (
        COLOUR,
        CORNER,
        DEAD,
        GUARD,
        MOVED,
        NEUTRAL,
        NUMBERS,
        OBJECTIVE,
        SEATS,
        SLOTS,
        SPAWN,
        SQUARES,
        TRUE,
    )
    from parlour.table.compiled.rng import next64
    from parlour.table.state import NOBODY

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Ints
    from parlour.table.game import Game


class Position(State):
    """Blocks, guards and units on a board, and what is decided and used in a turn."""

    def __init__(self, game: Game[Any, Any]) -> None:
        State.__init__(self, game)
        chosen = game.settings
        self.terrain = terrain_of(chosen.map, chosen.map_text, chosen.handicap)
        if not cython.compiled:
            self.top, self.under, self.unit = [DEAD] * SQUARES, [NEUTRAL] * SQUARES, [0] * SQUARES
            self.at, self.what, self.used, self.serial = ([0] * NUMBERS for _ in range(4))
            self.goals, self.guard_count, self.out = ([0] * SEATS for _ in range(3))
            self.guard_at, self.guard_serial, self.spawn_kind = (
                [0] * (SEATS * SLOTS) for _ in range(3)
            )
            self.unit_count = self.born = self.turn = self.choosing = 0
            self.left: int = 0  # seats that are still in
            self.rounds: int = 0  # counted only where there is a limit
            self.placed = self.guarded = False
            self.winner = NOBODY
        self.at[0] = CORNER  # unit 0 is nobody

    # ---- set-up -------------------------------------------------------------------------------

    def begin(self) -> None:
        """The blocks of the map; Player 1 starts, and nothing appears in a first turn (§2)."""
        terrain = self.terrain
        squares = [terrain.square[cell] for cell in range(terrain.cells)]
        self.set_up([terrain.block[p] for p in squares], [terrain.under[p] for p in squares])
        for seat in range(1, terrain.seats):  # §11: decided for the later seats
            self.spawn_kind[seat * SLOTS] = terrain.first_spawn_kind

    def set_up(self, tops: list[int], unders: list[int]) -> None:
        """Any blocks and what their guards cover, from the top left; Player 1 is to move."""
        self.clear()
        for cell in range(self.terrain.cells):
            square, block = self.terrain.square[cell], tops[cell]
            self.top[square], self.under[square] = block, unders[cell]
            if OBJECTIVE <= block < SPAWN:
                self.goals[block - OBJECTIVE] += 1
            elif block >= GUARD:
                seat = block - GUARD
                slot = self.guard_count[seat]
                self.guard_at[seat * SLOTS + slot] = square
                self.guard_serial[seat * SLOTS + slot] = slot + 1
                self.guard_count[seat] = slot + 1
        self.left = self.terrain.seats
        self.seat = 0

    def clear(self) -> None:
        """No board, and nothing done."""
        self.unit_count = self.born = self.choosing = self.rounds = self.turn = 0
        self.placed = self.guarded = False
        self.winner = NOBODY
        for square in range(SQUARES):
            self.top[square] = DEAD
            self.under[square] = NEUTRAL
            self.unit[square] = 0
        for seat in range(SEATS):
            self.goals[seat] = self.guard_count[seat] = self.out[seat] = 0
        for slot in range(SEATS * SLOTS):
            self.guard_at[slot] = self.guard_serial[slot] = self.spawn_kind[slot] = 0

    def put_unit(self, cell: int, seat: int, kind: int, used: int) -> None:
        """Put a unit onto the board."""
        self.appear(self.terrain.square[cell], seat, kind)
        self.used[self.unit_count] = used

    def resume_turn(
        self, turn: int, placed: bool, guarded: bool, choosing: int, spawn_kinds: list[list[int]]
    ) -> None:
        """In the middle of a turn: what was done in it, and what is decided for the spawns."""
        self.turn = self.seat = turn
        self.placed, self.guarded, self.choosing = placed, guarded, choosing
        for seat, kinds in enumerate(spawn_kinds):
            for i, kind in enumerate(kinds):
                self.spawn_kind[seat * SLOTS + i] = kind

    def set_outcome(self, out: list[int], rounds: int, winner: int, over: bool) -> None:
        """Who went out in which order, the rounds played, and whether it has ended."""
        for seat, order in enumerate(out):
            self.out[seat] = order
            self.left -= order > 0
        self.rounds, self.winner = rounds, winner
        if over:
            self.seat = NOBODY

    # ---- units come and go --------------------------------------------------------------------

    def appear(self, here: int, seat: int, kind: int) -> int:
        """A new unit takes the next number."""
        self.unit_count += 1
        self.born += 1
        self.unit[here] = self.unit_count
        self.at[self.unit_count] = here
        self.what[self.unit_count] = 8 * seat + kind
        self.used[self.unit_count] = 0
        self.serial[self.unit_count] = self.born
        return 0

    def remove(self, u: int) -> int:
        """A unit leaves the board; the last one takes over its number."""
        if u == 0:
            return 0
        last = self.unit_count
        self.unit[self.at[u]] = 0
        if u != last:
            self.at[u] = self.at[last]
            self.what[u] = self.what[last]
            self.used[u] = self.used[last]
            self.serial[u] = self.serial[last]
            self.unit[self.at[u]] = u
        self.unit_count -= 1
        return 0

    # ---- copies -------------------------------------------------------------------------------

    def copy_from(self, other: State) -> int:
        return self.copy_position(cython.cast(Position, other))

    def copy_position(self, other: Position) -> int:
        self.seat = other.seat
        self.turn = other.turn
        self.placed = other.placed
        self.guarded = other.guarded
        self.choosing = other.choosing
        self.left = other.left
        self.rounds = other.rounds
        self.winner = other.winner
        self.unit_count = other.unit_count
        self.born = other.born
        self.top[:] = other.top
        self.under[:] = other.under
        self.unit[:] = other.unit
        self.at[:] = other.at
        self.what[:] = other.what
        self.used[:] = other.used
        self.serial[:] = other.serial
        self.goals[:] = other.goals
        self.guard_count[:] = other.guard_count
        self.guard_at[:] = other.guard_at
        self.guard_serial[:] = other.guard_serial
        self.spawn_kind[:] = other.spawn_kind
        self.out[:] = other.out
        return 0

    # ---- for learning -------------------------------------------------------------------------

    def encode(self, seat: int, out: Ints) -> int:
        """Planes of blocks, units and spawns as `learning.py` lists them, with the viewer's first;
        whose turn it is and what it has used, who is out or has won, and the rounds."""
        count, cells = self.terrain.seats, self.terrain.cells
        features = cells * (12 + 9 * count)
        for i in range(features + 3 * count + 4):
            out[i] = 0
        for cell in range(cells):
            here = self.terrain.square[cell]
            out[cells * self.block_plane(self.top[here], seat) + cell] = 1
            out[cells * (3 + 4 * count) + cell] = self.under[here] != NEUTRAL
            u = self.unit[here]
            if u != 0:
                plane = 4 + 4 * count + ((self.what[u] & 7) - 1) * count
                out[cells * (plane + self.beyond(self.what[u] >> 3, seat)) + cell] = 1
                out[cells * (4 + 9 * count) + cell] = self.used[u] & MOVED
                out[cells * (5 + 9 * count) + cell] = self.used[u] >> 1
        for i in range(count):
            for k in range(i * SLOTS, i * SLOTS + self.terrain.spawn_count[i]):
                if self.spawn_kind[k] != 0:
                    plane = 5 + 9 * count + self.spawn_kind[k]
                    out[cells * plane + self.terrain.cell[self.terrain.spawns[k]]] = 1
            plane = self.beyond(i, seat)
            out[features + plane] = self.turn == i
            out[features + count + plane] = self.out[i]
            out[features + 2 * count + plane] = self.winner == i
        if self.choosing != 0 and self.seat != NOBODY:
            here = self.terrain.spawns[self.turn * SLOTS + self.choosing - 1]
            out[cells * (11 + 9 * count) + self.terrain.cell[here]] = 1
        out[features + 3 * count] = self.placed
        out[features + 3 * count + 1] = self.guarded
        out[features + 3 * count + 2] = self.rounds >> 7
        out[features + 3 * count + 3] = self.rounds & 127
        return 0

    def block_plane(self, block: int, seat: int) -> int:
        """The plane of a block: without an owner, then those of each kind by their owners."""
        count = self.terrain.seats
        if block == NEUTRAL:
            return 0
        if block >= GUARD:
            return 3 + 3 * count + self.beyond(block - GUARD, seat)
        if block >= SPAWN:
            return 3 + 2 * count + self.beyond(block - SPAWN, seat)
        if block >= OBJECTIVE:
            return 3 + count + self.beyond(block - OBJECTIVE, seat)
        if block >= TRUE:
            return 1 + block - TRUE
        return 3 + self.beyond(block - COLOUR, seat)

    def beyond(self, other: int, seat: int) -> int:
        """How many turns after a seat another one has its turn."""
        return other - seat if other >= seat else other - seat + self.terrain.seats

    # ---- keys ---------------------------------------------------------------------------------

    def key64(self) -> int:
        """The same for the same key."""
        return self.repetition_key64() ^ self.rounds

    def repetition_key64(self) -> int:
        """One word mixed from each block, each unit and each choice; without the rounds."""
        box = [0]
        mixed = 0
        for i in range(self.terrain.live_count):
            here = self.terrain.live[i]
            box[0] = here << 10 | self.under[here] << 5 | self.top[here]
            mixed ^= next64(box)
        for u in range(1, self.unit_count + 1):
            box[0] = 1 << 20 | self.at[u] << 10 | self.what[u] << 2 | self.used[u]
            mixed ^= next64(box)
        for i in range(SEATS * SLOTS):
            box[0] = 2 << 20 | i << 10 | self.spawn_kind[i]
            mixed ^= next64(box)
        for i in range(SEATS):
            box[0] = 3 << 20 | i << 10 | self.out[i]
            mixed ^= next64(box)
        box[0] = mixed ^ (
            (self.turn << 12) | (self.choosing << 6) | (self.winner + 2 << 2)
            | (self.placed << 1) | self.guarded
        )  # fmt: skip
        return next64(box)

    def key(self) -> object:
        squares = [self.terrain.square[cell] for cell in range(self.terrain.cells)]
        ground = bytes([32 * self.under[p] + self.top[p] for p in squares])
        units = sorted(
            (self.at[u], self.what[u], self.used[u]) for u in range(1, self.unit_count + 1)
        )
        turn = (self.turn, self.placed, self.guarded, self.choosing, self.rounds, self.winner)
        spawn_kinds = bytes([self.spawn_kind[i] for i in range(SEATS * SLOTS)])
        return ground, tuple(units), turn, spawn_kinds, tuple([self.out[i] for i in range(SEATS)])
