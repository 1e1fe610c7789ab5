"""Brique on one machine word, for solving small boards: bit 8 * row + column is a square.

The player to move always joins top and bottom. Transposing the board exchanges the two players and
keeps the bands (§2), so `transposed` gives the other player's board, and a position and its mirror
image are the same.

A player's win has a *carrier*: empty squares such that the win stands even if the enemy is given
all the others. So an enemy move outside a carrier loses. Extra stones never harm their owner, since
with each square that has two equal escorts held by them (§3) more stones stay more after any move;
`carrier` sees to it that no square of a carrier, and no stone it counts on, can be filled from
outside.
"""

from __future__ import annotations

import cython

from parlour.games.brique.rules import shape_of
from parlour.table.compiled.array_types import ints

if not cython.compiled:
    FAR = 99  # the distance of sides that can no longer be joined

NOT_FIRST = 0xFEFEFEFEFEFEFEFE  # every square that has one to its left
NOT_LAST = 0x7F7F7F7F7F7F7F7F
SWAP_1 = 0x00AA00AA00AA00AA
SWAP_2 = 0x0000CCCC0000CCCC
SWAP_4 = 0x00000000F0F0F0F0
ONE = 1

LARGEST = 8


def transposed(squares: int) -> int:
    """Squares mirrored at the falling diagonal: rows become columns."""
    swap = (squares ^ (squares >> 7)) & SWAP_1
    squares = squares ^ swap ^ (swap << 7)
    swap = (squares ^ (squares >> 14)) & SWAP_2
    squares = squares ^ swap ^ (swap << 14)
    swap = (squares ^ (squares >> 28)) & SWAP_4
    return squares ^ swap ^ (swap << 28)


class Bitboard:
    """A board of one size, up to 8 x 8: where squares lie, what a stone does."""

    def __init__(self, size: int) -> None:
        shape = shape_of(size)
        self.rise, self.rise_mid, self.rise_far = ints(64), ints(64), ints(64)
        self.fall, self.fall_mid, self.fall_far = ints(64), ints(64), ints(64)
        self.size = size
        self.all = self.top = self.bottom = 0

        def bit(cell: int) -> int:
            return 1 << (cell // size * 8 + cell % size) if cell < shape.cells else 0

        for cell in range(shape.cells):
            i = cell // size * 8 + cell % size
            self.all |= bit(cell)
            self.top |= bit(cell) if cell < size else 0
            self.bottom |= bit(cell) if cell >= shape.cells - size else 0
            self.rise[i], self.rise_mid[i] = bit(shape.rise[cell]), bit(shape.rise_mid[cell])
            self.fall[i], self.fall_mid[i] = bit(shape.fall[cell]), bit(shape.fall_mid[cell])
            # The band goes on behind the far stone of a pair, if that has two escorts at all.
            ahead, behind = shape.rise[cell], shape.fall[cell]
            if ahead < shape.cells and shape.fall_mid[ahead] < shape.cells:
                self.rise_far[i] = bit(shape.rise_mid[ahead])
            if behind < shape.cells and shape.rise_mid[behind] < shape.cells:
                self.fall_far[i] = bit(shape.fall_mid[behind])

    def filled(self, own: int, i: int) -> int:
        """A stone of its owner on square `i`, and what it fills (§3)."""
        stones = ONE << i
        if own & self.rise[i]:
            stones |= self.rise_mid[i]
        if own & self.fall[i]:
            stones |= self.fall_mid[i]
        return stones

    def worthwhile(self, own: int, empty: int) -> int:
        """The empty squares less those that another one serves better: with an own stone, two empty
        squares in a row on a band, the far one brings the near one too (§3)."""
        worth = empty
        for i in range(64):
            if empty & (ONE << i):
                if (self.rise_mid[i] & own and self.fall_mid[i] & worth) or (
                    self.fall_mid[i] & own and self.rise_mid[i] & worth
                ):
                    worth &= ~(ONE << i)
        return worth

    def joined(self, own: int) -> bool:
        """Does a chain reach from the top row to the bottom row (§4)?"""
        chain = own & self.top
        before = 0
        while chain != before:
            before = chain
            chain |= self.beside(chain) & own
        return (chain & self.bottom) != 0

    def beside(self, squares: int) -> int:
        """The squares above, below, to the left and to the right of some."""
        return (
            (squares >> 8)
            | ((squares << 8) & self.all)
            | ((squares & NOT_FIRST) >> 1)
            | ((squares & NOT_LAST) << 1)
        ) & self.all

    def distance(self, own: int, empty: int) -> int:
        """How many stones would join top and bottom if the enemy passed; FAR for never. Captures
        are left out, so this is an estimate."""
        chain = own & self.top
        stones = 0
        while True:
            # Own stones beside what is reached cost nothing; two on a rising diagonal are one.
            before = 0
            while chain != before:
                before = chain
                chain |= self.around(chain) & own
            if chain & self.bottom:
                return stones
            chain |= (self.around(chain) | self.top) & empty
            if chain == before:
                return FAR
            stones += 1

    def around(self, squares: int) -> int:
        """The squares beside some, and those on their rising diagonals."""
        return self.beside(squares) | (
            (((squares & NOT_LAST) >> 7) | (((squares & NOT_FIRST) << 7) & self.all)) & self.all
        )

    def carrier(self, own: int, other: int, i: int, rest: int) -> int:
        """The carrier of a winning stone on square `i`, from that of the win that follows."""
        empty = self.all & ~(own | other)
        rest |= ONE << i
        # A fill depends on its square, if that is empty; if it is the enemy's, on the far escort of
        # the stone at its other end, lest that stone be taken first.
        if own & self.rise[i]:
            rest |= (self.rise_far[i] if self.rise_mid[i] & other else self.rise_mid[i]) & empty
        if own & self.fall[i]:
            rest |= (self.fall_far[i] if self.fall_mid[i] & other else self.fall_mid[i]) & empty
        # The square must not be filled before: one escort must stay out of the enemy's hands.
        escorts = self.rise_mid[i] | self.fall_mid[i]
        if not self.rise_mid[i] or not self.fall_mid[i] or escorts & (own | rest):
            return rest
        if self.rise_mid[i] & empty:
            return rest | self.rise_mid[i]
        return rest | self.fall_mid[i]
