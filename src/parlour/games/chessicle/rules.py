"""The rules of Chessicle.

Two players, A on top and B at the bottom, each with three pawns and two heroes on 5x5. A hero jumps
two tiles and strikes what it crosses as well as what it lands on; the last side on the board wins.

        1    2    3    4    5
    1  A-P1 A-H1 A-P2 A-H2 A-P3      pieces 1 to 5: P1 P2 P3 H1 H2 of A
    2  .    .    .    .    .
    3  .    .    .    .    .         tiles 0 to 24, row by row from the top left
    4  .    .    .    .    .
    5  B-P1 B-P2 B-H1 B-P3 B-H2      pieces 6 to 10: the same of B

Actions 0 to 19 are moves: four for each of the five characters (L R F B, for H2: FL FR BL BR).
Actions 20 to 139 are the 120 orders in which five characters can be deployed.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import cython

from parlour.table.compiled.array_types import ints
from parlour.table.state import State

if not cython.compiled:
    from parlour.table.compiled.rng import next64
    from parlour.table.state import NOBODY

    NONE = 0  # no piece
    MOVES = 4  # of each character
    NUMBERS = 256  # of an encoding: ten planes of 25 tiles, and six features
    OFF = 25  # the tile beyond the edge, always empty, where the removed are
    BEYOND = 1 << 25  # the same as a set of tiles: one bit for each
    PLACES = 26  # of a piece: the tiles and OFF
    SETUPS = 20  # the first action that is a deployment
    ORDERS = 120  # the actions that are deployments
    PIECES = 11  # numbers of pieces: five of each side, and NONE
    STEPS = 1040  # four moves of ten pieces from each tile and from OFF

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints
    from parlour.table.game import Game

STRAIGHT = ("L", "R", "F", "B")
DIAGONAL = ("FL", "FR", "BL", "BR")


class Steps:
    """Where every move of every piece leads from every tile, which tile it crosses (§4), and the
    set of tiles on which no friend may stand for it (§6); from OFF no move leads anywhere.

    Entry ((piece - 1) * PLACES + tile) * MOVES + k is for the k-th move of a piece on a tile."""

    def __init__(self, screen: bool, friend_blocks: bool) -> None:
        self.landing, self.crossing = ints(STEPS, OFF), ints(STEPS, OFF)
        self.barred = ints(STEPS, BEYOND)
        for piece in range(10):
            forward = 1 if piece < 5 else -1
            # A faces down, so A's left is the right-hand side of the display.
            leftward = -1 if screen or piece >= 5 else 1
            names = DIAGONAL if piece % 5 == 4 else STRAIGHT
            reach = 1 if piece % 5 < 3 else 2
            for k, name in enumerate(names):
                down = forward * (("F" in name) - ("B" in name))
                right = leftward * (("L" in name) - ("R" in name))
                for tile in range(25):
                    step = (piece * PLACES + tile) * MOVES + k
                    row, column = divmod(tile, 5)
                    landing = at(row + reach * down, column + reach * right)
                    if landing == OFF:
                        continue
                    self.landing[step] = landing
                    self.barred[step] = 1 << landing
                    if reach == 2:
                        self.crossing[step] = at(row + down, column + right)
                        self.barred[step] |= friend_blocks << self.crossing[step]


def at(row: int, column: int) -> int:
    return row * 5 + column if 0 <= row < 5 and 0 <= column < 5 else OFF


@cache
def steps_of(screen: bool, friend_blocks: bool) -> Steps:
    return Steps(screen, friend_blocks)


class Rules(State):
    """Remove all characters of the other side."""

    def __init__(self, game: Game[Any, Any]) -> None:
        State.__init__(self, game)
        self.steps = steps_of(game.settings.directions == "screen", game.settings.friend_blocks)
        self.hidden = game.settings.deployment == "hidden"
        self.limit = game.settings.limit
        if not cython.compiled:
            self.tile = [NONE] * PLACES  # the piece on each tile
            self.place = [OFF] * PIECES  # the tile of each piece, OFF when it is removed
            self.army = [0, 0]  # the set of tiles on which each side stands
            self.left = [0, 0]  # how many characters each side has
            self.deployed = [False, False]
            self.turn = 0  # whose move it is once both are deployed
            self.quiet = 0  # moves since the last capture, counted only where there is a limit

    # ---- set-up -------------------------------------------------------------------------------

    def begin(self) -> None:
        """An empty board; both have to deploy (§2)."""
        self.set_up([NONE] * 25, False, False, 0, 0)

    def set_up(self, tiles: list[int], a: bool, b: bool, turn: int, quiet: int) -> None:
        """Any position: the piece on each tile, who is deployed, whose move it is, the counter."""
        for piece in range(PIECES):
            self.place[piece] = OFF
        self.army[0] = self.army[1] = self.left[0] = self.left[1] = 0
        for tile in range(PLACES):
            self.tile[tile] = NONE
        for tile, piece in enumerate(tiles):
            if piece != NONE:
                self.put(piece, tile)
        self.deployed[0], self.deployed[1] = a, b
        self.turn = turn
        self.quiet = quiet
        self.next_turn()

    def put(self, piece: int, tile: int) -> int:
        self.tile[tile] = piece
        self.place[piece] = tile
        self.army[piece > 5] |= 1 << tile
        self.left[piece > 5] += 1
        return 0

    def acting(self) -> tuple[int, ...]:
        """Hidden deployment is done by both at once, open deployment by A and then B (§2)."""
        if self.hidden and not self.deployed[0] and not self.deployed[1]:
            return (0, 1)
        return () if self.seat == NOBODY else (self.seat,)

    def next_turn(self) -> int:
        """Who decides now: who has to deploy, else whose move it is, nobody at the end (§3, §8)."""
        if not self.deployed[0]:
            self.seat = 0
        elif not self.deployed[1]:
            self.seat = 1
        elif self.left[0] == 0 or self.left[1] == 0:
            self.seat = NOBODY
        elif self.limit and self.quiet >= self.limit:
            self.seat = NOBODY
        else:
            self.seat = self.turn
        return 0

    # ---- the legal actions --------------------------------------------------------------------

    def legal(self, out: Ints) -> int:
        """All orders of the five characters (§2), or every move that §6 does not forbid."""
        if not self.deployed[0] or not self.deployed[1]:
            for k in range(ORDERS):
                out[k] = SETUPS + k
            return ORDERS
        # Every move is written, and the next one over it if it is illegal. Which ones are is a
        # matter of chance, and a processor that guesses wrong loses more time than it writes.
        count = 0
        first = 5 * self.turn
        closed = self.army[self.turn] | BEYOND
        for piece in range(5):
            step = ((first + piece) * PLACES + self.place[first + piece + 1]) * MOVES
            for k in range(MOVES):
                out[count] = piece * MOVES + k
                count += not closed & self.steps.barred[step + k]
        return count

    # ---- what an action does ------------------------------------------------------------------

    def play(self, action: int) -> int:
        """Deploy (§2), or move and remove the enemies on the way and on the landing tile (§5)."""
        if action >= SETUPS:
            return self.deploy(action - SETUPS)
        piece = 5 * self.turn + (action >> 2) + 1
        here = self.place[piece]
        step = ((piece - 1) * PLACES + here) * MOVES + (action & 3)
        to, over = self.steps.landing[step], self.steps.crossing[step]
        enemy = 1 - self.turn
        if self.limit:
            self.quiet += 1
        if self.army[enemy] >> over & 1:
            self.remove(over)
        if self.army[enemy] >> to & 1:
            self.remove(to)
        self.tile[here] = NONE
        self.tile[to] = piece
        self.place[piece] = to
        self.army[self.turn] ^= 1 << here | 1 << to
        self.turn = enemy
        return self.next_turn()

    def deploy(self, order: int) -> int:
        """Put the characters of `self.seat` onto its home row: the order-th permutation."""
        rest = 0b11111  # the characters not yet placed
        size = 24
        for column in range(5):
            nth = 0
            while order >= size:
                order -= size
                nth += 1
            if column < 3:
                size = 6 if column == 0 else 2 if column == 1 else 1
            piece = 0
            while not rest >> piece & 1:
                piece += 1
            while nth > 0:
                piece += 1
                if rest >> piece & 1:
                    nth -= 1
            rest &= ~(1 << piece)
            self.put(5 * self.seat + piece + 1, 20 * self.seat + column)
        self.deployed[self.seat] = True
        return self.next_turn()

    def remove(self, tile: int) -> int:
        """Whoever stands there leaves the board."""
        piece = self.tile[tile]
        self.tile[tile] = NONE
        self.place[piece] = OFF
        self.army[piece > 5] ^= 1 << tile
        self.left[piece > 5] -= 1
        self.quiet = 0
        return 0

    # ---- how it ends --------------------------------------------------------------------------

    def result(self, out: Floats) -> int:
        """The side that is left wins; without a capture for too long it is a draw (§8)."""
        out[0] = 1.0 if self.left[1] == 0 else -1.0 if self.left[0] == 0 else 0.0
        out[1] = 0.0 - out[0]
        return 0

    # ---- for learning -------------------------------------------------------------------------

    def encode(self, seat: int, out: Ints) -> int:
        """A plane for each character, the viewer's first; the other's may be hidden (§2)."""
        for i in range(NUMBERS):
            out[i] = 0
        other = 1 - seat
        known = not self.hidden or (self.deployed[0] and self.deployed[1])
        for piece in range(5):
            here = self.place[5 * seat + piece + 1]
            if here != OFF:
                out[25 * piece + here] = 1
            here = self.place[5 * other + piece + 1]
            if here != OFF and known:
                out[25 * (piece + 5) + here] = 1
        out[250] = seat == 0
        out[251] = self.turn == seat
        out[252] = self.deployed[seat]
        out[253] = self.deployed[other]
        out[254] = self.quiet >> 7
        out[255] = self.quiet & 127
        return 0

    # ---- copies -------------------------------------------------------------------------------

    def copy_from(self, other: State) -> int:
        return self.copy_position(cython.cast(Rules, other))

    def copy_position(self, other: Rules) -> int:
        self.seat = other.seat
        self.turn = other.turn
        self.quiet = other.quiet
        self.tile[:] = other.tile
        self.place[:] = other.place
        self.army[:] = other.army
        self.left[:] = other.left
        self.deployed[:] = other.deployed
        return 0

    def key(self) -> object:
        places = bytes([self.place[piece] for piece in range(PIECES)])
        return places, self.turn, self.quiet

    def key64(self) -> int:
        """The same in 64 bits."""
        return self.repetition_key64() ^ self.quiet

    def repetition_key64(self) -> int:
        """Five bits for each tile, mixed, and mixed with whose move it is; without the counter."""
        rng_state = [0]
        for piece in range(1, PIECES):
            rng_state[0] = rng_state[0] << 5 | self.place[piece]
        rng_state[0] = next64(rng_state) ^ (self.turn << 3 | (self.seat + 2))
        return next64(rng_state)
