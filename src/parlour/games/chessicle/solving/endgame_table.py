"""What becomes of positions with few characters, found out once and for all.

A table holds one byte for each position: 0 for a draw, else the number of moves until the end if
the winner hurries and the loser delays. The side to move wins where it is odd and loses where it is
even. These are the values of the game without a limit (§8): what goes on for ever is a draw.

They are found backwards: first who wins with one move, then who loses whatever they do, in two, and
so on. Captures lead to fewer characters, so two kinds of sides that face each other are done
together, after all those with fewer characters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import cython

from parlour.games.chessicle.rules import steps_of
from parlour.games.chessicle.solving.position_index import PositionIndex, size_of

if not cython.compiled:
    from parlour.games.chessicle.rules import BEYOND, MOVES, OFF, PLACES

    SHARED = 255  # for numbers whose characters share a tile; no end is so far away
    WON = -1  # the other side has nobody left

if TYPE_CHECKING:
    from parlour.games.chessicle.rules import Rules
    from parlour.table.compiled.array_types import Ints

Progress = Callable[[int, int], None]  # positions done, and all there are


class EndgameTable(PositionIndex):
    """A table of the positions of two to `pieces` characters."""

    def __init__(self, pieces: int, friend_blocks: bool, data: bytearray | None = None) -> None:
        PositionIndex.__init__(self, pieces)
        self.friend_blocks = friend_blocks
        self.steps = steps_of(False, friend_blocks)
        self.data = bytearray(self.count) if data is None else data
        if len(self.data) != self.count:
            raise ValueError("a table of another size")
        self.cells = self.data
        self.longest = 0  # moves to the end, in what was found so far

    # ---- looking up ---------------------------------------------------------------------------

    def look_up(self, state: Rules) -> int:
        """The entry of a position in which both sides are left, with few enough characters."""
        place = [0] * 10
        seen(state, place)
        return self.cells[self.number(place)]

    def look_ahead(self, state: Rules, action: int) -> int:
        """The entry that a move leads to, WON if it removes the last enemy."""
        place = [0] * 10
        seen(state, place)
        piece = action >> 2
        step = ((5 * state.turn + piece) * PLACES + place[piece]) * MOVES + (action & 3)
        return self.after(place, piece, state.steps.landing[step], state.steps.crossing[step])

    def entry(self, state: Rules) -> int:
        """The same, for Python code."""
        return self.look_up(state)

    def tally(self, own: int, other: int) -> tuple[int, int, int, int]:
        """Of two kinds of sides: how many positions, won, lost, and the moves of the longest win.
        Each position counts with its mirror images, of which the table has one. Only for tables
        that were found here: files do not keep what is impossible."""
        pawns, start = own >> 2, self.offset[16 * own + other]
        least = self.least[pawns] if pawns else self.hero_least
        rest = self.room(own, other) // least
        total = won = lost = longest = 0
        for rank in range(least):
            group = 3 * self.group_of[self.start[pawns] + rank]
            tiles = [self.tiles[group + i] for i in range(pawns)] or [self.hero_of[rank]]
            weight = len({*self.images(tuple(tiles))})
            entries = self.data[start + rank * rest : start + (rank + 1) * rest]
            for entry in {*entries} - {SHARED}:
                count = weight * entries.count(entry)
                total += count
                won += count * (entry & 1)
                lost += count * (entry > 0 and not entry & 1)
                longest = max(longest, entry)
        return total, won, lost, longest

    # ---- finding out --------------------------------------------------------------------------

    def find_all(self, progress: Progress) -> None:
        """Fill the table."""
        done = 0
        for pieces in range(2, self.pieces + 1):
            for own in range(1, 16):
                for other in range(own, 16):
                    if size_of(own) + size_of(other) == pieces:
                        done += self.find(own, other)
                        progress(done, self.count)

    def find(self, own: int, other: int) -> int:
        """Fill in what two kinds of sides can do to each other; return how many positions."""
        done = self.clear(own, other)
        done += 0 if own == other else self.clear(other, own)
        known = self.longest  # by captures
        moves = found = 1
        while found or moves <= known + 1:
            found = self.sweep(own, other, moves)
            found += 0 if own == other else self.sweep(other, own, moves)
            self.longest = max(self.longest, moves) if found else self.longest
            moves += 1
            if moves == SHARED:
                raise OverflowError("an ending is too long for a byte")
        return done

    def clear(self, own: int, other: int) -> int:
        place = [0] * 10
        cell = self.offset[16 * own + other]
        room = self.room(own, other)
        for number in range(room):
            apart = self.position(own, other, number, place)
            self.cells[cell + number] = 0 if apart else SHARED
        return room

    def sweep(self, own: int, other: int, moves: int) -> int:
        """Find the positions that are won, or lost, in so many moves; return how many."""
        room = self.room(own, other)
        with cython.nogil:
            found = self.swept(own, other, moves, self.offset[16 * own + other], room)
        return found  # noqa: RET504 - in between it is a number of C

    def swept(self, own: int, other: int, moves: int, cell: int, room: int) -> int:
        place = [0] * 10
        found = 0
        for number in range(room):
            if self.cells[cell + number] == 0:
                self.position(own, other, number, place)
                if self.decided(place, moves):
                    self.cells[cell + number] = moves
                    found += 1
        return found

    def decided(self, place: Ints, moves: int) -> bool:
        """Is a position without an entry won, or lost, in so many moves?

        Won in an odd number, if a move loses for the other side in one less; lost in an even
        number, if every move wins for the other side in less."""
        closed = BEYOND
        for i in range(5):
            closed |= 1 << place[i]
        for piece in range(5):
            step = (piece * PLACES + place[piece]) * MOVES
            for k in range(MOVES):
                if closed & self.steps.barred[step + k]:
                    continue
                to, over = self.steps.landing[step + k], self.steps.crossing[step + k]
                entry = self.after(place, piece, to, over)
                if moves & 1:
                    if entry == moves - 1 if moves > 1 else entry == WON:
                        return True
                elif not entry & 1 or entry >= moves or entry == WON:
                    return False
        return not moves & 1

    def after(self, place: Ints, piece: int, to: int, over: int) -> int:
        """The entry that a move leads to, WON if it removes the last enemy (§5)."""
        next = [0] * 10
        left = 0
        for i in range(5):
            next[5 + i] = place[i]
            if place[5 + i] == to or place[5 + i] == over:
                next[i] = OFF
            else:
                next[i] = place[5 + i]
                left += next[i] != OFF
        next[5 + piece] = to
        if left == 0:
            return WON
        return self.cells[self.number(next)]


def seen(state: Rules, place: Ints) -> int:
    """Write the position of a state, as the side to move sees it."""
    own, other = 5 * state.turn, 5 - 5 * state.turn
    for i in range(5):
        place[i] = state.place[own + i + 1]
        place[5 + i] = state.place[other + i + 1]
    return 0
