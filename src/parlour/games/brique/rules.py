"""The rules of Brique.

Two players place stones on a square board; Black joins top and bottom, White left and right. Two
equal stones on a rising diagonal claim one of the two corners between them (§2, §3):

    light   | |x|        | |x|      dark   |#|x|        |x|x|
    below   |x| |   ->   |x|x|      above  |x|#|   ->   |x|#|

The squares fall into bands that climb the board like stairs, to the north-east. A light square is
followed by the one above it, a dark square by the one to its right, so a square's two escorts are
its neighbours on the band, and the rule is: `x ? x` on a band becomes `x x x`. The two `x` touch at
a corner: `rise` and `fall` name the other one's square, `rise_mid` and `fall_mid` the one between.

Three consequences that the tests prove make it fast:
- A filled stone has a friend beside it on its band, so it is never taken: fills do not cascade.
- Taking a stone never cuts a chain: its neighbours that could be its friends touch each other. So
  chains only grow, and a union-find that forgets nothing is exact.
- A chain that joins the sides therefore stays, and the winner of a playout may be read from the
  full board as well as after each stone.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import cython

from parlour.table.compiled.array_types import ints
from parlour.table.state import State

if not cython.compiled:
    from parlour.table.compiled.rng import STEP, WORD, next64, random_below
    from parlour.table.state import NOBODY

    EMPTY, BLACK, WHITE, WALL = 0, 1, 2, 3
    MOST = 361  # squares of the largest board, 19 x 19
    OFF = 361  # the square beyond the edge, which holds a WALL
    PADDED = 362  # squares with OFF

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints, RngState
    from parlour.table.game import Game


class Shape:
    """A board of one size: which square lies where from which. Row 0 is the top one."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.cells = size * size
        self.north, self.east = ints(MOST, OFF), ints(MOST, OFF)
        self.south, self.west = ints(MOST, OFF), ints(MOST, OFF)
        self.rise, self.rise_mid = ints(MOST, OFF), ints(MOST, OFF)
        self.fall, self.fall_mid = ints(MOST, OFF), ints(MOST, OFF)
        self.side, self.mark = ints(3 * MOST), ints(3 * MOST)
        for cell in range(self.cells):
            row, column = divmod(cell, size)
            north, east = self.at(row - 1, column), self.at(row, column + 1)
            south, west = self.at(row + 1, column), self.at(row, column - 1)
            light = (row + column) % 2 == 0
            self.north[cell], self.east[cell], self.south[cell], self.west[cell] = (
                north,
                east,
                south,
                west,
            )
            self.rise[cell] = self.at(row - 1, column + 1)
            self.fall[cell] = self.at(row + 1, column - 1)
            self.rise_mid[cell] = north if light else east
            self.fall_mid[cell] = west if light else south
            # Bit 1 for a player's first side, bit 2 for the other: a chain with both has won.
            self.side[BLACK * MOST + cell] = (row == 0) + 2 * (row == size - 1)
            self.side[WHITE * MOST + cell] = (column == 0) + 2 * (column == size - 1)

        self.number_stones()

    def number_stones(self) -> int:
        """A random number for each stone: those on a board together tell positions apart."""
        rng_state = [self.size]
        for i in range(self.cells):
            self.mark[BLACK * MOST + i] = next64(rng_state)
            self.mark[WHITE * MOST + i] = next64(rng_state)
        return 0

    def at(self, row: int, column: int) -> int:
        inside = 0 <= row < self.size and 0 <= column < self.size
        return row * self.size + column if inside else OFF


@cache
def shape_of(size: int) -> Shape:
    return Shape(size)


class Rules(State):
    """Join your two sides; two stones on a rising diagonal claim the corner between them."""

    def __init__(self, game: Game[Any, Any]) -> None:
        State.__init__(self, game)
        self.shape = shape_of(game.settings.size)
        self.pie = game.settings.pie
        if not cython.compiled:
            self.turn = self.winner = EMPTY
            self.black = self.empty_count = self.marks = 0
            self.asking = False
            self.board = [EMPTY] * PADDED
            self.empties = [0] * MOST
            self.where = [0] * MOST  # the index of each empty square in `empties`
            self.group = [0] * (3 * MOST)
        self.board[OFF] = WALL

    # ---- set-up -------------------------------------------------------------------------------

    def begin(self) -> None:
        """An empty board; Black starts, whoever has Black (§1, §6)."""
        self.set_up([EMPTY] * self.shape.cells, BLACK, self.game.settings.first, False)

    def set_up(self, stones: list[int], turn: int, black: int, asking: bool) -> None:
        """Any position: the stones from a top left square on, the colour whose turn it is, the seat
        that has Black, and whether the pie question is open."""
        self.winner = EMPTY
        self.empty_count = 0
        self.marks = 0
        for cell in range(self.shape.cells):
            self.board[cell] = EMPTY
            self.empties[cell] = cell
            self.where[cell] = cell
            self.empty_count += 1
        for cell, colour in enumerate(stones):
            if colour != EMPTY:
                self.put(cell, colour)
        self.turn = turn
        self.black = black
        self.asking = asking
        self.next_turn()

    def next_turn(self) -> int:
        """Who decides now: nobody after a win, else the seat whose colour has its turn."""
        if self.winner != EMPTY:
            self.seat = NOBODY
        elif self.turn == BLACK:
            self.seat = self.black
        else:
            self.seat = 1 - self.black
        return 0

    # ---- the legal actions --------------------------------------------------------------------

    def legal(self, out: Ints) -> int:
        """Every empty square (§1); while the pie question is open, `swap` and `keep` (§5)."""
        if self.asking:
            out[0] = self.shape.cells
            out[1] = self.shape.cells + 1
            return 2
        for i in range(self.empty_count):
            out[i] = self.empties[i]
        return self.empty_count

    # ---- what an action does ------------------------------------------------------------------

    def play(self, action: int) -> int:
        """Place a stone, fill what it escorts (§3), and see whether it joined the sides (§4)."""
        if action >= self.shape.cells:
            return self.answer(action == self.shape.cells)
        colour = self.turn
        # After the first stone, and only then, the second player is asked (§5).
        self.asking = self.pie and self.empty_count == self.shape.cells
        self.put(action, colour)
        if self.board[self.shape.rise[action]] == colour:
            mid = self.shape.rise_mid[action]
            if self.board[mid] != colour:
                self.put(mid, colour)
        if self.board[self.shape.fall[action]] == colour:
            mid = self.shape.fall_mid[action]
            if self.board[mid] != colour:
                self.put(mid, colour)
        self.turn = BLACK + WHITE - colour
        return self.next_turn()

    def answer(self, swap: bool) -> int:
        """Swap: the players exchange colours, the stone stays black, White is next (§5)."""
        self.asking = False
        if swap:
            self.black = 1 - self.black
        return self.next_turn()

    def put(self, cell: int, colour: int) -> int:
        """A stone onto a square, in the place of whatever is there; join it to its chains."""
        if self.board[cell] == EMPTY:
            self.empty_count -= 1
            last = self.empties[self.empty_count]
            i = self.where[cell]
            self.empties[i] = last
            self.where[last] = i
        self.marks ^= self.shape.mark[self.board[cell] * MOST + cell]
        self.marks ^= self.shape.mark[colour * MOST + cell]
        self.board[cell] = colour
        self.join(cell, colour)
        return 0

    def result(self, out: Floats) -> int:
        """The winner gets 1, the other -1; draws do not exist (§4)."""
        winner = self.black if self.winner == BLACK else 1 - self.black
        out[winner] = 1.0
        out[1 - winner] = -1.0
        return 0

    # ---- chains -------------------------------------------------------------------------------
    # A union-find with one node for each square and colour, since a taken square keeps its place in
    # the chain it was taken from. A root holds -(4 * stones + sides), any other node its parent.

    def join(self, cell: int, colour: int) -> int:
        """Make the new stone a chain of its own, then one with its friends beside it."""
        here = colour * MOST + cell
        self.group[here] = -(4 + self.shape.side[here])
        if self.board[self.shape.north[cell]] == colour:
            self.merge(here, colour * MOST + self.shape.north[cell])
        if self.board[self.shape.east[cell]] == colour:
            self.merge(here, colour * MOST + self.shape.east[cell])
        if self.board[self.shape.south[cell]] == colour:
            self.merge(here, colour * MOST + self.shape.south[cell])
        if self.board[self.shape.west[cell]] == colour:
            self.merge(here, colour * MOST + self.shape.west[cell])
        return 0

    def merge(self, one: int, other: int) -> int:
        """Two chains become one; if it touches both sides its colour has won (§4)."""
        a = self.root(one)
        b = self.root(other)
        if a == b:
            return 0
        size = (-self.group[a] >> 2) + (-self.group[b] >> 2)
        sides = (-self.group[a] & 3) | (-self.group[b] & 3)
        if self.group[a] > self.group[b]:
            a, b = b, a
        self.group[b] = a
        self.group[a] = -(4 * size + sides)
        if sides == 3:
            self.winner = BLACK if one < 2 * MOST else WHITE
        return 0

    def root(self, node: int) -> int:
        while self.group[node] >= 0:
            if self.group[self.group[node]] >= 0:
                self.group[node] = self.group[self.group[node]]
            node = self.group[node]
        return node

    # ---- copies and playouts ------------------------------------------------------------------

    def copy_from(self, other: State) -> int:
        self.seat = cython.cast(Rules, other).seat
        self.turn = cython.cast(Rules, other).turn
        self.black = cython.cast(Rules, other).black
        self.asking = cython.cast(Rules, other).asking
        self.winner = cython.cast(Rules, other).winner
        self.empty_count = cython.cast(Rules, other).empty_count
        self.marks = cython.cast(Rules, other).marks
        self.board[:] = cython.cast(Rules, other).board
        self.empties[:] = cython.cast(Rules, other).empties
        self.where[:] = cython.cast(Rules, other).where
        self.group[:] = cython.cast(Rules, other).group
        return 0

    def key(self) -> object:
        stones = bytes([self.board[cell] for cell in range(self.shape.cells)])
        return stones, self.turn, self.black, self.asking

    def key64(self) -> int:
        """The marks of all stones, mixed with whose turn it is, who has Black, and the question."""
        rest = 8 * self.asking + 4 * self.black + self.turn
        return self.marks ^ ((STEP * (rest + 1)) & WORD)

    def encode(self, seat: int, out: Ints) -> int:
        """The viewer's stones, the other's, who has which colour, the turn and the question."""
        own = BLACK if seat == self.black else WHITE
        other = BLACK + WHITE - own
        cells = self.shape.cells
        for cell in range(cells):
            out[cell] = self.board[cell] == own
        for cell in range(cells):
            out[cells + cell] = self.board[cell] == other
        out[2 * cells] = own == BLACK
        out[2 * cells + 1] = own == WHITE
        out[2 * cells + 2] = self.turn == own
        out[2 * cells + 3] = self.asking
        return 0

    def playout(self, rng_state: RngState) -> int:
        """Random stones until the board is full: the chain that joined first is still there."""
        if self.winner != EMPTY:
            return 0
        steps = 0
        # The answer to the pie question is random too, so it may come before the first stone.
        if self.asking or (self.pie and self.empty_count == self.shape.cells):
            self.answer(random_below(rng_state, 2) == 0)
            steps += 1
        count = self.empty_count
        colour = self.turn
        while count > 0:
            i = random_below(rng_state, count)
            count -= 1
            cell = self.empties[i]
            self.empties[i] = self.empties[count]
            if self.board[cell] != EMPTY:  # filled meanwhile: it is no choice any more
                continue
            self.board[cell] = colour
            if self.board[self.shape.rise[cell]] == colour:
                self.board[self.shape.rise_mid[cell]] = colour
            if self.board[self.shape.fall[cell]] == colour:
                self.board[self.shape.fall_mid[cell]] = colour
            colour = BLACK + WHITE - colour
            steps += 1
        self.empty_count = 0
        self.winner = BLACK if self.black_has_joined() else WHITE
        self.seat = NOBODY
        return steps

    def black_has_joined(self) -> bool:
        """On a full board: does a black chain reach from the top row to the bottom row?"""
        if not cython.compiled:
            stack, seen = [0] * MOST, [0] * PADDED
        for i in range(self.shape.cells):
            seen[i] = self.board[i] != BLACK
        seen[OFF] = 1
        for i in range(self.shape.size):
            top = 0
            if not seen[i]:
                seen[i] = 1
                stack[0] = i
                top = 1
            while top > 0:
                top -= 1
                cell = stack[top]
                if cell >= self.shape.cells - self.shape.size:
                    return True
                near = self.shape.north[cell]
                if not seen[near]:
                    seen[near] = 1
                    stack[top] = near
                    top += 1
                near = self.shape.west[cell]
                if not seen[near]:
                    seen[near] = 1
                    stack[top] = near
                    top += 1
                near = self.shape.east[cell]
                if not seen[near]:
                    seen[near] = 1
                    stack[top] = near
                    top += 1
                near = self.shape.south[cell]
                if not seen[near]:
                    seen[near] = 1
                    stack[top] = near
                    top += 1
        return False

    # ---- for those who look on ----------------------------------------------------------------

    def changed_since(self, old: Rules) -> list[tuple[int, int, int]]:
        """The squares that looked otherwise in another position: what was there, and what is."""
        changed = list[tuple[int, int, int]]()
        for cell in range(self.shape.cells):
            was = old.board[cell]
            now = self.board[cell]
            if was != now:
                changed.append((cell, was, now))
        return changed
