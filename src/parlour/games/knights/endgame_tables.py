"""Endgame tables of the last two knights, for any placement of the items.

Each step changes the parity of the distance between the two, and they take turns: so one of them,
the hunter, always has an odd distance when it is to move, and the other, the prey, an even one.
Only the hunter can ever step onto the other's tile, and it need not: there is always another dry
tile. So the hunter wins, or nobody does.

What they hold decides who wins a fight (§4), and it changes only by taking items (§2). Each table
is for what the two hold and where the other items lie. It has one byte for each position: 0 if the
hunter never wins, else the number of actions to the end if the hunter hurries and the prey delays.
If chance chooses between an item that wins and one that does not, the value is uncertain.

A table is filled by retrograde analysis: the positions won in one action first, then those won in
two, and so on. Taking an item leads into another table, which is filled before.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import cython

from parlour.table.compiled.array_types import ints

if not cython.compiled:
    from parlour.games.knights.rules import AXE, DAGGER, HELD, HELMET, NOTHING, STAFF, WATER

    SLOTS = 32  # tables in memory; slot 0 holds that of a hunter who wins every fight
    PREY_TURN = 4096  # where the entries begin that have the prey to move
    CELLS = 8192  # of a table: 64 * tile of the hunter + tile of the prey, for both turns
    NEVER = -1  # instead of a table: the hunter can win no fight
    UNCERTAIN = 255  # instead of an entry: chance decides

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Ints


class EndgameTables:
    """Tables built on demand, in a ring of slots that are reused in turn."""

    def __init__(self, random: bool) -> None:
        self.random = random
        self.data = bytearray(SLOTS * CELLS)
        self.cells = self.data
        self.key = ints(SLOTS)  # of the table in each slot
        self.longest = ints(SLOTS)  # its largest entry
        self.has_uncertain = ints(SLOTS)
        self.pinned = ints(SLOTS)  # how many tables that are being built need it
        self.neighbour = ints(256, WATER)  # 4 * tile + direction
        self.found = ints(4096)  # cells in the order in which their entries were found
        self.spots, self.by_hunter, self.by_prey = ints(4, HELD), ints(4, NEVER), ints(4, NEVER)
        for tile in range(64):
            row, column = divmod(tile, 8)
            self.neighbour[4 * tile] = tile - 8 if row > 0 else WATER
            self.neighbour[4 * tile + 1] = tile + 1 if column < 7 else WATER
            self.neighbour[4 * tile + 2] = tile + 8 if row < 7 else WATER
            self.neighbour[4 * tile + 3] = tile - 1 if column > 0 else WATER
        self.next = 1
        self.pinned[0] = 1

    def plain_hunt(self) -> bytes:
        """Fill table 0: the hunter wins every fight, whatever is taken."""
        self.hand = self.other = AXE
        self.current, self.uncertain = 0, False
        for item in range(4):
            self.spots[item] = HELD
        self.fill(0)
        return bytes(self.data[:CELLS])

    # ---- which table --------------------------------------------------------------------------

    def look_up(
        self, hand: int, other: int, spots: Ints, prey_turn: bool, hunter: int, prey: int
    ) -> int:
        """The entry of a position; UNCERTAIN if chance decides."""
        table = self.table_for(hand, other, spots[0], spots[1], spots[2], spots[3])
        if table == NEVER:
            return 0
        entry = self.cells[table * CELLS + PREY_TURN * prey_turn + 64 * hunter + prey]
        return UNCERTAIN if entry == 0 and self.has_uncertain[table] else entry

    def table_for(
        self, hand: int, other: int, axe: int, staff: int, dagger: int, helmet: int
    ) -> int:
        """The slot of the table for what the two hold and the tiles of the items; NEVER if the
        hunter can win no fight."""
        if attack(hand) >= 2 or (other != NOTHING and defence(other) == 1):
            return 0
        none_lies = axe == HELD and staff == HELD and dagger == HELD and helmet == HELD
        if none_lies or (hand != NOTHING and other != NOTHING):
            return 0 if attack(hand) >= defence(other) else NEVER
        key = 1 << 6 | hand << 3 | other
        key = ((key << 7 | axe) << 7 | staff) << 7 | dagger
        key = key << 7 | helmet
        for slot in range(1, SLOTS):
            if self.key[slot] == key:
                return slot
        return self.build_table(key, hand, other, axe, staff, dagger, helmet)

    def build_table(
        self, key: int, hand: int, other: int, axe: int, staff: int, dagger: int, helmet: int
    ) -> int:
        """Build a table, after those that taking an item leads to."""
        spots = [axe, staff, dagger, helmet]
        by_hunter, by_prey = [NEVER] * 4, [NEVER] * 4
        while self.pinned[self.next]:
            self.next = self.next + 1 if self.next + 1 < SLOTS else 1
        current = self.next
        self.pinned[current] += 1
        longest_known = 0
        for item in range(4):
            if spots[item] != HELD:
                a = HELD if item == AXE else axe
                m = HELD if item == STAFF else staff
                d = HELD if item == DAGGER else dagger
                h = HELD if item == HELMET else helmet
                if hand == NOTHING:
                    by_hunter[item] = self.pin(self.table_for(item, other, a, m, d, h))
                    longest_known = max(longest_known, self.length(by_hunter[item]))
                if other == NOTHING:
                    by_prey[item] = self.pin(self.table_for(hand, item, a, m, d, h))
                    longest_known = max(longest_known, self.length(by_prey[item]))
        self.hand, self.other, self.current, self.uncertain = hand, other, current, False
        for item in range(4):
            self.spots[item] = spots[item]
            self.by_hunter[item], self.by_prey[item] = by_hunter[item], by_prey[item]
        self.key[current] = key
        self.fill(longest_known)
        for item in range(4):
            self.unpin(by_hunter[item])
            self.unpin(by_prey[item])
        self.pinned[current] -= 1
        return current

    def pin(self, table: int) -> int:
        if table != NEVER:
            self.pinned[table] += 1
        return table

    def unpin(self, table: int) -> int:
        if table != NEVER:
            self.pinned[table] -= 1
        return 0

    def length(self, table: int) -> int:
        return 0 if table == NEVER else self.longest[table]

    # ---- filling a table ----------------------------------------------------------------------

    def fill(self, longest_known: int) -> int:
        """Find the positions won in 1 action, then in 2 and so on: the predecessors of those found
        last, and those that take an item into a table with entries of up to `longest_known`."""
        for cell in range(CELLS):
            self.cells[self.current * CELLS + cell] = 0
        self.count = first = last = 0
        actions = 1
        while (first < last or actions <= longest_known + 3) and actions < UNCERTAIN:
            for i in range(first, last):
                self.update_predecessors(self.found[i], actions)
            if actions <= 2:
                for cell in range(4096):
                    self.update_entry(cell >> 6, cell & 63, actions)
            elif actions <= longest_known + 3:
                for tile in range(64):
                    if self.item_nearby(tile):
                        self.update_items(tile, actions)
            first, last = last, self.count
            if first < last:
                self.longest[self.current] = actions
            actions += 1
        self.has_uncertain[self.current] = self.uncertain
        return 0

    def update_predecessors(self, cell: int, actions: int) -> int:
        """Update the positions from which one step leads to this one."""
        hunter, prey = cell >> 6 & 63, cell & 63
        for direction in range(4):
            if cell >> 12:  # it is the prey's turn, so the hunter came
                tile = self.neighbour[4 * hunter + direction]
                if tile != WATER:
                    self.update_entry(tile, prey, actions)
            else:
                tile = self.neighbour[4 * prey + direction]
                if tile != WATER:
                    self.update_entry(hunter, tile, actions)
        return 0

    def item_nearby(self, tile: int) -> bool:
        """Does an item lie beside a tile?"""
        for item in range(4):
            for direction in range(4):
                if self.neighbour[4 * tile + direction] == self.spots[item]:
                    return True
        return False

    def update_items(self, tile: int, actions: int) -> int:
        """Update the positions whose mover stands on this tile, from where a step takes an item."""
        for other in range(64):
            if colour(tile) == colour(other):
                if self.other == NOTHING:
                    self.update_entry(other, tile, actions)
            elif self.hand == NOTHING:
                self.update_entry(tile, other, actions)
        return 0

    def update_entry(self, hunter: int, prey: int, actions: int) -> int:
        """Write the entry of a position that has none and ends in so many actions."""
        hunting = colour(hunter) != colour(prey)
        cell = (0 if hunting else PREY_TURN) + 64 * hunter + prey
        if hunter == prey or self.cells[self.current * CELLS + cell]:
            return 0
        if hunting:
            sure = self.hunts(hunter, prey, actions)
        else:
            sure = self.caught(hunter, prey, actions)
        if sure:
            self.cells[self.current * CELLS + cell] = actions
            self.found[self.count] = cell
            self.count += 1
        return 0

    def hunts(self, hunter: int, prey: int, actions: int) -> bool:
        """Does the hunter, who is to move, win in so many actions?"""
        for direction in range(4):
            tile = self.neighbour[4 * hunter + direction]
            if tile != WATER:
                entry = self.fight(prey) if tile == prey else self.after(False, tile, prey)
                if 0 < entry <= actions:
                    return True
        return False

    def caught(self, hunter: int, prey: int, actions: int) -> bool:
        """Does the prey, who is to move, lose in so many actions whatever it does?"""
        for direction in range(4):
            tile = self.neighbour[4 * prey + direction]
            if tile != WATER:
                entry = self.after(True, hunter, tile)
                if entry == 0 or entry > actions:
                    return False
        return True

    def fight(self, prey: int) -> int:
        """The actions that a fight takes, after the hunter took an item there (§3); 0 if it does
        not surely win."""
        lying = winning = 0
        if self.hand == NOTHING:
            for item in range(4):
                if self.spots[item] == prey and (self.random or lying == 0):
                    lying += 1
                    winning += attack(item) >= defence(self.other)
        if lying == 0:
            return attack(self.hand) >= defence(self.other)
        if winning < lying:
            self.uncertain = self.uncertain or winning > 0
            return 0
        return 1 + (lying > 1)

    def after(self, by_prey: bool, hunter: int, prey: int) -> int:
        """One more than the entry that a step leads to, with the item that is taken there."""
        lying = winning = worst = 0
        tile = prey if by_prey else hunter
        cell = (0 if by_prey else PREY_TURN) + 64 * hunter + prey
        if (self.other if by_prey else self.hand) == NOTHING:
            for item in range(4):
                if self.spots[item] == tile and (self.random or lying == 0):
                    lying += 1
                    table = self.by_prey[item] if by_prey else self.by_hunter[item]
                    entry = 0 if table == NEVER else self.cells[table * CELLS + cell]
                    if entry:
                        winning += 1
                        worst = max(worst, entry)
                    elif table != NEVER and self.has_uncertain[table]:
                        self.uncertain = True
        if lying == 0:
            worst = self.cells[self.current * CELLS + cell]
            return worst + 1 if worst else 0
        if winning < lying:
            self.uncertain = self.uncertain or winning > 0
            return 0
        return worst + 1 + (lying > 1)


def colour(tile: int) -> int:
    """The colour of a tile, as on a chessboard: every step changes it."""
    return (tile ^ tile >> 3) & 1


def attack(item: int) -> int:
    """The attack of a living knight with this item, or NOTHING (§2)."""
    return 3 if item == AXE else 2 if item in (STAFF, DAGGER) else 1


def defence(item: int) -> int:
    """Its defence (§2)."""
    return 2 if item in (STAFF, HELMET) else 1


@cache
def plain_hunt() -> bytes:
    """Table 0, filled once for all."""
    return EndgameTables(False).plain_hunt()


def endgame_tables(random: bool) -> EndgameTables:
    """Tables for a setting of `item_choice`; `random`: chance chooses among several items."""
    tables = EndgameTables(random)
    tables.data[:CELLS] = plain_hunt()
    tables.longest[0] = max(plain_hunt())
    return tables
