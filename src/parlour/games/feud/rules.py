"""The rules of Feud.

Two armies of eight pieces fill a board of 4x4. A turn is a swap of two neighbours and then an
action of one piece; a piece without a friend beside it is isolated and can do neither.

        A  B  C  D
    1   A  K  M  A      Black: two archers (A), two knights (N),
    2   N  S  W  N             king (K), medic (M), shield (S), wizard (W)
    3   N  S  W  N      White: the same
    4   A  K  M  A      tiles 0 to 15, row by row from the top left

A set of tiles is a number with a bit for each: `army` holds one for each side, and neighbours are
found by shifting it. `grid.py` says how pieces and actions are numbered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from parlour.games.feud.grid import GRID
from parlour.table.state import State

if not cython.compiled:
    from parlour.games.feud.grid import (
        ACTING,
        ACTS,
        ARCHER,
        CODES,
        DRAWN,
        FALLEN,
        FEATURES,
        FIRST_KING,
        FIRST_SHIELD,
        GOING,
        ISOLATED,
        KING,
        KNIGHT,
        MEDIC,
        NONE,
        NUMBERS,
        OFF,
        OVER,
        SHIELD,
        SKIP,
        SKIPPED,
        SWAPPING,
        TILES,
        UNFINISHED,
        WIZARD,
        WOUNDS,
    )
    from parlour.table.compiled.rng import next64, random_below
    from parlour.table.state import NOBODY

    def lowest(mask: int) -> int:
        """The lowest tile of a set."""
        return (mask & -mask).bit_length() - 1


if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints, RngState
    from parlour.table.game import Game

MOST_SKIPS = 3
LONGEST_PLAYOUT = 100_000  # actions; only play without a limit could ever come near


class Rules(State):
    """Kill the enemy king, or isolate every enemy piece."""

    def __init__(self, game: Game[Any, Any]) -> None:
        State.__init__(self, game)
        self.grid = GRID
        self.limit = game.settings.limit
        if not cython.compiled:
            self.tile = [NONE] * 17  # the piece on each tile
            self.place = [OFF] * 17  # the tile of each piece
            self.points = [0] * 17  # hit points of each piece, 0 when it has left the board
            self.full = [0] * 17  # their maximum
            self.army = [0, 0]  # the tiles of each side
            self.skips = [0, 0]  # how often in a row each side has skipped
            self.phase = SWAPPING
            self.turns = 0  # turns played, counted only where there is a limit
            self.ending = GOING
            self.winner = NOBODY

    # ---- set-up -------------------------------------------------------------------------------

    def begin(self) -> None:
        """The first position of the game: the usual one, or that of the setting `start` (§1)."""
        game: Any = self.game
        self.set_up(*game.first)

    def set_up(
        self,
        pieces: tuple[int, ...],
        points: tuple[int, ...],
        black_shield: int,
        seat: int,
        phase: int,
        skips: tuple[int, int],
        turns: int,
    ) -> None:
        """Any position: the piece on each tile and its hit points, the maximum of Black's shield,
        who is to do what, how often each side has skipped, and how many turns were counted."""
        self.army[0] = self.army[1] = 0
        for piece in range(17):
            self.place[piece] = OFF
            self.points[piece] = 0
            self.full[piece] = 4 if self.grid.kind[piece] in (KING, SHIELD) else 3
            self.tile[piece] = NONE
        self.full[FIRST_SHIELD] = black_shield
        for tile, piece in enumerate(pieces):
            if piece != NONE:
                self.tile[tile] = piece
                self.place[piece] = tile
                self.points[piece] = points[tile]
                self.army[piece >> 3] |= 1 << tile
        self.skips[0], self.skips[1] = skips
        self.turns = turns
        self.seat = seat
        self.phase = phase
        self.judge()

    # ---- the legal actions --------------------------------------------------------------------

    def legal(self, out: Ints) -> int:
        """Every swap of §4; in the action phase the skip (§8) and all that §6 allows."""
        if self.phase == SWAPPING:
            return self.legal_swaps(out)
        out[0] = SKIP
        count = 1
        able = active(self.army[self.seat])
        for piece in range(8 * self.seat, 8 * self.seat + 8):
            here = self.place[piece]
            if not able >> here & 1:
                continue
            reach = self.reach(piece)
            if reach == 0:
                continue
            first = (self.grid.kind[piece] * TILES + here) * CODES
            for code in range(CODES):
                mask = self.grid.targets[first + code]
                if mask & ~reach == 0:
                    out[count] = ACTS + here * CODES + code
                    count += 1
        return count

    def legal_swaps(self, out: Ints) -> int:
        count = 0
        mask = self.swaps()
        while mask:
            out[count] = self.grid.swap[lowest(mask)]
            count += 1
            mask &= mask - 1
        return count

    def swaps(self) -> int:
        """The swaps of §4 as a set: bit t for tile t and the one to its right, bit 16 + t for tile
        t and the one below."""
        able = active(self.army[self.seat])
        enemy_shield = self.place[FIRST_SHIELD + 8 * (1 - self.seat)]
        movable = (self.army[0] | self.army[1]) & ~(1 << enemy_shield)
        across = movable & movable >> 1 & (able | able >> 1) & 0x7777
        down = movable & movable >> 4 & (able | able >> 4)
        return across | down << 16

    def reach(self, piece: int) -> int:
        """The tiles that an active piece of the seat may choose its targets from (§6)."""
        here = self.place[piece]
        enemies = self.army[1 - self.seat]
        kind = self.grid.kind[piece]
        if kind == ARCHER:
            enemy_shield = self.place[FIRST_SHIELD + 8 * (1 - self.seat)]
            return enemies & self.grid.sight[here * 17 + enemy_shield]
        if kind in (KNIGHT, KING):
            return enemies & self.grid.near[here]
        if kind == WIZARD:
            return self.army[self.seat] & ~(1 << here)
        if kind == MEDIC:
            return self.hurt(self.army[self.seat] & self.grid.near[here])
        return 0

    def hurt(self, mask: int) -> int:
        """Those of a set of pieces that are below their maximum."""
        found = 0
        while mask:
            piece = self.tile[lowest(mask)]
            if self.points[piece] < self.full[piece]:
                found |= mask & -mask
            mask &= mask - 1
        return found

    # ---- what an action does ------------------------------------------------------------------

    def play(self, action: int) -> int:
        """A swap opens the action phase (§3); an action or a skip ends the turn (§6, §8)."""
        if action < SKIP:
            return self.exchange_and_go_on(self.grid.first[action], self.grid.second[action])
        if action == SKIP:
            return self.end_turn(self.skips[self.seat] + 1)
        here = (action - ACTS) >> 4
        piece = self.tile[here]
        code = (action - ACTS) & 15
        self.act(piece, self.grid.targets[(self.grid.kind[piece] * TILES + here) * CODES + code])
        return self.end_turn(0)

    def exchange_and_go_on(self, one: int, other: int) -> int:
        self.exchange(one, other)
        self.phase = ACTING
        return self.judge()

    def exchange(self, one: int, other: int) -> int:
        """Two pieces change tiles."""
        a = self.tile[one]
        b = self.tile[other]
        self.tile[one] = b
        self.tile[other] = a
        self.place[a] = other
        self.place[b] = one
        if a >> 3 != b >> 3:
            both = 1 << one | 1 << other
            self.army[0] ^= both
            self.army[1] ^= both
        return 0

    def act(self, piece: int, targets: int) -> int:
        """A wizard changes tiles, a medic heals, all others strike (§6)."""
        if self.grid.kind[piece] == WIZARD:
            return self.exchange(self.place[piece], lowest(targets))
        while targets:
            target = self.tile[lowest(targets)]
            if self.grid.kind[piece] == MEDIC:
                self.points[target] += 1
            else:
                self.points[target] -= 1
                if self.points[target] == 0:  # it leaves the board (§2)
                    self.tile[self.place[target]] = NONE
                    self.place[target] = OFF
                    self.army[1 - self.seat] &= ~(targets & -targets)
            targets &= targets - 1
        return 0

    def end_turn(self, skips: int) -> int:
        self.skips[self.seat] = skips
        if self.limit:
            self.turns += 1
        self.seat = 1 - self.seat
        self.phase = SWAPPING
        return self.judge()

    # ---- how it ends --------------------------------------------------------------------------

    def judge(self) -> int:
        """Is it over, and who has won? A fallen king (§7), a side that stands isolated or both
        (§5, §7), a third skip (§8), the limit (§9). No two of the first three ever clash."""
        black_alone = active(self.army[0]) == 0
        white_alone = active(self.army[1]) == 0
        self.winner = NOBODY
        if self.place[FIRST_KING] == OFF or self.place[FIRST_KING + 8] == OFF:
            self.ending = FALLEN
            self.winner = 1 if self.place[FIRST_KING] == OFF else 0
        elif black_alone and white_alone:
            self.ending = DRAWN
        elif black_alone or white_alone:
            self.ending = ISOLATED
            self.winner = 1 if black_alone else 0
        elif self.skips[0] >= MOST_SKIPS or self.skips[1] >= MOST_SKIPS:
            self.ending = SKIPPED
            self.winner = 1 if self.skips[0] >= MOST_SKIPS else 0
        elif self.limit and self.turns >= self.limit:
            self.ending = UNFINISHED
        else:
            self.ending = GOING
            return 0
        self.seat = NOBODY
        self.phase = OVER
        return 0

    def result(self, out: Floats) -> int:
        """The winner gets 1, the other -1; nobody anything in a draw or an unfinished game (§9)."""
        out[0] = 1.0 if self.winner == 0 else -1.0 if self.winner == 1 else 0.0
        out[1] = 0.0 - out[0]
        return 0

    # ---- copies and playouts ------------------------------------------------------------------

    def copy_from(self, other: State) -> int:
        self.seat = cython.cast(Rules, other).seat
        self.phase = cython.cast(Rules, other).phase
        self.turns = cython.cast(Rules, other).turns
        self.ending = cython.cast(Rules, other).ending
        self.winner = cython.cast(Rules, other).winner
        self.tile[:] = cython.cast(Rules, other).tile
        self.place[:] = cython.cast(Rules, other).place
        self.points[:] = cython.cast(Rules, other).points
        self.full[:] = cython.cast(Rules, other).full
        self.army[:] = cython.cast(Rules, other).army
        self.skips[:] = cython.cast(Rules, other).skips
        return 0

    def key(self) -> object:
        """Two archers or two knights of a side are alike, and so is what has left the board."""
        tiles = bytes(
            [
                (piece & 8) << 4
                | self.grid.kind[piece] << 4
                | self.points[piece] << 2 & 12
                | self.full[piece] & 3
                for piece in [self.tile[tile] for tile in range(16)]
            ]
        )
        return tiles, self.phase, self.skips[0], self.skips[1], self.turns

    def key64(self) -> int:
        """The same in 64 bits."""
        return self.repetition_key64() ^ self.turns

    def repetition_key64(self) -> int:
        """Random bits for each piece as it stands, and the rest mixed; without the turns."""
        rest = [0]
        rest[0] = (self.skips[0] * 4 + self.skips[1]) * 4 + self.phase
        rest[0] = rest[0] * 4 + self.seat - NOBODY
        if self.points[FIRST_SHIELD] > 0:
            rest[0] = rest[0] * 8 + self.full[FIRST_SHIELD]
        mixed = next64(rest)
        for piece in range(16):
            if self.place[piece] != OFF:
                kind = 6 * (piece >> 3) + self.grid.kind[piece]
                kind = kind * 5 + self.points[piece]
                mixed ^= self.grid.marks[kind * TILES + self.place[piece]]
        return mixed

    def encode(self, seat: int, out: Ints) -> int:
        """Hit points in a plane for each kind and side, what is missing of them, and the turn."""
        for i in range(NUMBERS):
            out[i] = 0
        for tile in range(TILES):
            piece = self.tile[tile]
            if piece != NONE:
                plane = 2 * self.grid.kind[piece] + (piece >> 3 ^ seat)
                out[plane * TILES + tile] = self.points[piece]
                out[WOUNDS + tile] = self.full[piece] - self.points[piece]
        out[FEATURES] = self.seat == seat
        out[FEATURES + 1] = self.seat == 1 - seat
        out[FEATURES + 2] = self.phase == ACTING
        out[FEATURES + 3] = self.skips[seat]
        out[FEATURES + 4] = self.skips[1 - seat]
        out[FEATURES + 5] = self.turns >> 7
        out[FEATURES + 6] = self.turns & 127
        return 0

    def playout(self, rng_state: RngState) -> int:
        """Random turns to the end: actions are counted and drawn as sets, never listed."""
        steps = 0
        while self.seat != NOBODY and steps < LONGEST_PLAYOUT:
            if self.phase == SWAPPING:
                mask = self.swaps()
                mask = without(mask, random_below(rng_state, bits(mask)))
                swap = self.grid.swap[lowest(mask)]
                self.exchange_and_go_on(self.grid.first[swap], self.grid.second[swap])
            else:
                self.act_at_random(rng_state)
            steps += 1
        return steps

    def act_at_random(self, rng_state: RngState) -> int:
        """One of all legal actions and the skip, each as likely as the others."""
        reaches = [0] * 8
        choices = [0] * 8
        able = active(self.army[self.seat])
        first = 8 * self.seat
        total = 1
        for i in range(8):
            if able >> self.place[first + i] & 1:
                reaches[i] = self.reach(first + i)
                choices[i] = self.grid.ways[self.grid.kind[i] * 17 + bits(reaches[i])]
                total += choices[i]
        n = random_below(rng_state, total)
        for i in range(8):
            if n < choices[i]:
                self.act(first + i, choice(self.grid.kind[i], reaches[i], n))
                return self.end_turn(0)
            n -= choices[i]
        return self.end_turn(self.skips[self.seat] + 1)


# ---- sets of tiles ------------------------------------------------------------------------------


def active(army: int) -> int:
    """Those of an army that have one of their own beside them (§2)."""
    beside = (army & 0x7777) << 1 | army >> 1 & 0x7777 | army << 4 | army >> 4
    return army & beside


def bits(mask: int) -> int:
    """How many tiles a set has: summed up in pairs, in fours, in eights, and all together."""
    mask -= mask >> 1 & 0x55555555
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F
    return mask * 0x01010101 >> 24 & 0xFF


def without(mask: int, n: int) -> int:
    """A set without its n lowest tiles."""
    while n > 0:
        mask &= mask - 1
        n -= 1
    return mask


def choice(kind: int, reach: int, n: int) -> int:
    """The n-th set of targets that a kind may choose from its reach. An active knight has at
    most three enemies beside it, and of their seven sets only the last is too large."""
    if kind in (KNIGHT, MEDIC):
        return among(reach, n + 1)
    reach = without(reach, n)
    return reach & -reach


def among(mask: int, picked: int) -> int:
    """Those of a set that are picked: bit 0 is for its lowest tile, bit 1 for the next."""
    chosen = 0
    while picked:
        if picked & 1:
            chosen |= mask & -mask
        picked >>= 1
        mask &= mask - 1
    return chosen
