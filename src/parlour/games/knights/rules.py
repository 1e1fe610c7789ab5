"""The rules of Knights.

Two to four knights stand in the corners of an arena of 8x8 tiles, with water all around. They take
turns to move one tile; who leaves the board drowns, who moves onto another knight fights it, and
the last one alive wins. Four items make them stronger.

       0  1  2  3  4  5  6  7
    0  R. .. .. .. .. .. .. Y.      tiles 0 to 63, row by row from the top left
    1  .. .. .. .. .. .. .. ..
    2  .. .. .A .. .. .D .. ..      A axe            attack +2
    3  .. .. .. .. .. .. .. ..      M magic staff    attack +1, defence +1
    4  .. .. .. .. .. .. .. ..      D dagger         attack +1
    5  .. .. .M .. .. .H .. ..      H helmet                    defence +1
    6  .. .. .. .. .. .. .. ..
    7  B. .. .. .. .. .. .. G.

Knights are numbered as the seats are. Items are numbered in the order in which `priority` takes
them. Actions 0 to 3 are the steps N, E, S and W; actions 4 to 7, of chance, bring the items.

`play` and `next_turn` decide whose turn it is and when the game ends. `step`, `take` and `fight` do
not use the turn: a script of moves needs only these three (§6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from parlour.table.state import State

if not cython.compiled:
    from parlour.table.compiled.rng import next64, random_below
    from parlour.table.state import CHANCE, NOBODY

    AXE, STAFF, DAGGER, HELMET, NOTHING = 0, 1, 2, 3, 4
    NORTH, EAST, SOUTH = 0, 1, 2
    ITEMS = 4  # the first action that brings an item
    LIVE, DEAD, DROWNED = 0, 1, 2
    WATER = 64  # the place of a knight that has none any more
    HELD = 65  # where an item is that no tile has

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints, RngState
    from parlour.table.game import Game

CORNERS = {2: (0, 63), 3: (0, 56, 63), 4: (0, 56, 63, 7)}
"""Where R and G start, R, B and G, or R, B, G and Y (§7)."""

SPOTS = (18, 42, 21, 45)
"""Where the items lie at the start."""

LAST_BIT = 1 << 62


class Rules(State):
    """Be the last knight standing; beware of the water, and of those who come armed."""

    def __init__(self, game: Game[Any, Any]) -> None:
        State.__init__(self, game)
        self.random = game.settings.item_choice == "random"
        self.winner_takes = game.settings.winner_takes
        self.limit = game.settings.limit
        if not cython.compiled:
            self.place = [WATER] * 4  # the tile of each knight
            self.status = [LIVE] * 4
            self.hand = [NOTHING] * 4  # the item that each knight holds
            self.fell = [0] * 4  # 1 for the knight that fell first, and so on; 0 for the living
            self.spot = [HELD] * 4  # the tile on which each item lies
            self.living = 0
            self.turn = 0  # whose step it is, or was while chance decides; 0 at the end
            self.drawing = False  # does chance have to say which item is taken?
            self.steps = 0  # counted only where there is a limit

    # ---- set-up -------------------------------------------------------------------------------

    def begin(self) -> None:
        """Every knight in its corner, the items in the middle of the quarters, red first."""
        corners = list(CORNERS[self.seat_count])
        live, empty, standing = ([none] * len(corners) for none in (LIVE, NOTHING, 0))
        self.set_up(corners, live, empty, standing, list(SPOTS), 0, False, 0)

    def set_up(
        self,
        places: list[int],
        statuses: list[int],
        hands: list[int],
        falls: list[int],
        spots: list[int],
        turn: int,
        drawing: bool,
        steps: int,
    ) -> None:
        """Any position: the first four lists have an entry for each knight, `spots` each item."""
        self.living = 0
        for knight in range(4):
            self.place[knight] = WATER
            self.status[knight] = DROWNED
            self.hand[knight] = NOTHING
            self.fell[knight] = 0
        for knight in range(self.seat_count):
            self.place[knight] = places[knight]
            self.status[knight] = statuses[knight]
            self.hand[knight] = hands[knight]
            self.fell[knight] = falls[knight]
            self.living += statuses[knight] == LIVE
        for item in range(4):
            self.spot[item] = spots[item]
        self.turn = turn
        self.drawing = drawing
        self.steps = steps
        self.find_next_seat()

    # ---- the legal actions --------------------------------------------------------------------

    def legal(self, out: Ints) -> int:
        """All four directions, the water included (§1); of chance, the items that lie here (§2)."""
        if not self.drawing:
            for i in range(4):
                out[i] = i
            return 4
        count = 0
        for i in range(4):
            if self.spot[i] == self.place[self.turn]:
                out[count] = ITEMS + i
                count += 1
        return count

    # ---- what an action does ------------------------------------------------------------------

    def play(self, action: int) -> int:
        """A step of the knight whose turn it is, or the item that chance gives it (§3, §7)."""
        if self.drawing:
            self.drawing = False
            self.take(self.turn, action - ITEMS)
            self.fight(self.turn)
            return self.next_turn()
        if self.limit:
            self.steps += 1
        if self.step(self.turn, action):
            self.drawing = True
            self.seat = CHANCE
            return 0
        return self.next_turn()

    def next_turn(self) -> int:
        """The next knight that is alive has its turn, unless only one is or it took too long."""
        self.turn += 1
        return self.find_next_seat()

    def find_next_seat(self) -> int:
        """Say who decides, beginning with the knight whose turn it should be (§7)."""
        if self.drawing:
            self.seat = CHANCE
            return 0
        if self.living <= 1 or (self.limit and self.steps >= self.limit):
            self.seat = NOBODY
            self.turn = 0
            return 0
        if self.turn >= self.seat_count:
            self.turn = 0
        while self.status[self.turn] != LIVE:
            self.turn += 1
            if self.turn == self.seat_count:
                self.turn = 0
        self.seat = self.turn
        return 0

    # ---- a step and what it leads to: the same in play and in a script ------------------------

    def step(self, knight: int, direction: int) -> bool:
        """Move, take an item, fight, in this order (§3). True if chance has to choose an item: then
        `take` and `fight` complete the step."""
        tile = self.beside(self.place[knight], direction)
        if tile == WATER:  # §1: its item stays on the last tile
            self.fall(knight, DROWNED, self.place[knight])
            return False
        self.place[knight] = tile
        if self.hand[knight] == NOTHING:
            count = self.items_on(tile)
            if count > 1 and self.random:
                return True
            if count > 0:
                self.take(knight, self.nth_item(knight, 0))
        self.fight(knight)
        return False

    def beside(self, tile: int, direction: int) -> int:
        """The next tile in a direction, or the water."""
        if direction == NORTH:
            return tile - 8 if tile >= 8 else WATER
        if direction == EAST:
            return tile + 1 if tile & 7 < 7 else WATER
        if direction == SOUTH:
            return tile + 8 if tile < 56 else WATER
        return tile - 1 if tile & 7 > 0 else WATER

    def items_on(self, tile: int) -> int:
        """How many items lie on a tile."""
        count = 0
        for i in range(4):
            if self.spot[i] == tile:
                count += 1
        return count

    def nth_item(self, knight: int, n: int) -> int:
        """One of the items that lie where a knight stands, counted from 0 in the order A M D H."""
        tile = self.place[knight]
        for i in range(4):
            if self.spot[i] == tile:
                if n == 0:
                    return i
                n -= 1
        return NOTHING

    def take(self, knight: int, item: int) -> int:
        """An empty-handed knight takes an item (§2)."""
        self.hand[knight] = item
        self.spot[item] = HELD
        return 0

    def fight(self, knight: int) -> int:
        """The mover fights the living knight that stood on its tile, if one did (§4).

        Attack + 0.5 is above defence exactly where attack is not below it."""
        for other in range(self.seat_count):
            if (
                other != knight
                and self.status[other] == LIVE
                and self.place[other] == self.place[knight]
            ):
                if self.attack(knight) >= self.defence(other):
                    return self.defeat(knight, other)
                return self.defeat(other, knight)
        return 0

    def defeat(self, winner: int, loser: int) -> int:
        """The loser dies and drops its item here; as a setting, an unarmed winner takes it (§4)."""
        item = self.hand[loser]
        self.fall(loser, DEAD, self.place[loser])
        if self.winner_takes and item != NOTHING and self.hand[winner] == NOTHING:
            self.take(winner, item)
        return 0

    def fall(self, knight: int, status: int, tile: int) -> int:
        """A knight takes no further part (§5), and what it held lies on a tile."""
        item = self.hand[knight]
        if item != NOTHING:
            self.hand[knight] = NOTHING
            self.spot[item] = tile
        self.status[knight] = status
        if status == DROWNED:
            self.place[knight] = WATER
        self.living -= 1
        self.fell[knight] = self.seat_count - self.living
        return 0

    def attack(self, knight: int) -> int:
        """Base attack 1 with the bonus of its item (§2); 0 for the fallen (§4)."""
        if self.status[knight] != LIVE:
            return 0
        if self.hand[knight] == AXE:
            return 3
        return 2 if self.hand[knight] == STAFF or self.hand[knight] == DAGGER else 1

    def defence(self, knight: int) -> int:
        """Base defence 1 with the bonus of its item (§2); 0 for the fallen (§4)."""
        if self.status[knight] != LIVE:
            return 0
        return 2 if self.hand[knight] == STAFF or self.hand[knight] == HELMET else 1

    def strength(self, knight: int) -> tuple[int, int]:
        """Attack and defence, to be shown."""
        return self.attack(knight), self.defence(knight)

    # ---- how it ends --------------------------------------------------------------------------

    def leave(self, knight: int) -> None:
        """A player gives up: the knight dies where it stands, without a fight."""
        self.fall(knight, DEAD, self.place[knight])
        if knight == self.turn or self.living <= 1:
            self.drawing = False
        self.find_next_seat()

    def result(self, out: Floats) -> int:
        """Who has fallen loses an equal part of 1, and the living share it all (§7): for the last
        one that is 1. With a limit there may be several, or all, who then get nothing."""
        price = 1.0 / (self.seat_count - 1)
        for knight in range(self.seat_count):
            if self.status[knight] == LIVE:
                out[knight] = price * (self.seat_count - self.living) / self.living
            else:
                out[knight] = -price
        return 0

    # ---- copies and playouts ------------------------------------------------------------------

    def copy_from(self, other: State) -> int:
        self.seat = cython.cast(Rules, other).seat
        self.place[:] = cython.cast(Rules, other).place
        self.status[:] = cython.cast(Rules, other).status
        self.hand[:] = cython.cast(Rules, other).hand
        self.fell[:] = cython.cast(Rules, other).fell
        self.spot[:] = cython.cast(Rules, other).spot
        self.living = cython.cast(Rules, other).living
        self.turn = cython.cast(Rules, other).turn
        self.drawing = cython.cast(Rules, other).drawing
        self.steps = cython.cast(Rules, other).steps
        return 0

    def key(self) -> object:
        # The status follows from the place and the order of falling.
        knights = bytes(self.place), bytes(self.hand), bytes(self.fell)
        return knights, bytes(self.spot), self.turn, self.drawing, self.steps

    def key64(self) -> int:
        """The same in 64 bits."""
        return self.repetition_key64() ^ self.steps

    def repetition_key64(self) -> int:
        """Places and hands mixed, then mixed with the rest; without the steps that are counted."""
        rng_state = [0]
        rng_state[0] = self.drawing << 3 | (self.seat + 2)
        rest = self.turn
        for i in range(4):
            rng_state[0] = rng_state[0] << 10 | self.place[i] << 3 | self.hand[i]
            rest = rest << 10 | self.spot[i] << 3 | self.fell[i]
        rng_state[0] = next64(rng_state) ^ rest
        return next64(rng_state)

    def encode(self, seat: int, out: Ints) -> int:
        """Planes of the living and of the fallen, the viewer first, of items that lie and that are
        held; whose turn it is, whether chance decides, the order of falling, and the steps."""
        count = self.seat_count
        features = 64 * (2 * count + 8)
        for i in range(features + 2 * count + 3):
            out[i] = 0
        for i in range(count):
            knight = seat + i if seat + i < count else seat + i - count
            if self.status[knight] == LIVE:
                out[64 * i + self.place[knight]] = 1
                if self.hand[knight] != NOTHING:
                    plane = 2 * count + 4 + self.hand[knight]
                    out[64 * plane + self.place[knight]] = 1
            elif self.status[knight] == DEAD:
                out[64 * (count + i) + self.place[knight]] = 1
            out[features + i] = self.turn == knight and self.seat != NOBODY
            out[features + count + i] = self.fell[knight]
        for item in range(4):
            if self.spot[item] != HELD:
                out[64 * (2 * count + item) + self.spot[item]] = 1
        out[features + 2 * count] = self.drawing
        out[features + 2 * count + 1] = self.steps >> 7
        out[features + 2 * count + 2] = self.steps & 127
        return 0

    def take_by_chance(self, knight: int, rng_state: RngState) -> int:
        """Complete a step: one of the items that lie here, each as likely, then the fight."""
        self.take(
            knight,
            self.nth_item(knight, random_below(rng_state, self.items_on(self.place[knight]))),
        )
        return self.fight(knight)

    def playout(self, rng_state: RngState) -> int:
        """Random steps until the end. Two bits make a direction, so one random number lasts for 31
        steps; its highest bit marks the end and is left alone when they are used up."""
        actions = 0
        if self.drawing:
            self.drawing = False
            self.take_by_chance(self.turn, rng_state)
            self.next_turn()
            actions += 1
        bits = 1
        while self.seat != NOBODY:
            if bits == 1:
                bits = (next64(rng_state) >> 1) | LAST_BIT
            if self.limit:
                self.steps += 1
            if self.step(self.turn, bits & 3):
                self.take_by_chance(self.turn, rng_state)
                actions += 1
            bits >>= 2
            self.next_turn()
            actions += 1
        return actions
