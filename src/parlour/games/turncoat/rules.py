"""The rules of Turncoat.

Each player has a colour. A block placed in it turns everything between itself and the next block of
that colour, in all four directions at once; units walk over the blocks of their own colour and take
the objectives of the others. Who has no objective left is out, and the last one left wins.

    2O .  .  2S .  .  2O      O objective    . neutral       units: Fighter, Paver, Cleaner,
    .  .  2G 2C .  .  .       S spawn        -- true neutral        Shooter, Shield
    .  .  .  -- .  .  .       C colour       ## dead
    .  .  .  1C 1G .  .       G guard
    1O .  .  1S .  .  1O

How a position is stored stands in `position.py`, and how actions are numbered in `maps/terrain.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from parlour.games.turncoat.position import Position

if not cython.compiled:
    from parlour.games.turncoat.blocks import (
        ACTED,
        BLOCKS,
        CLEANER,
        COLOUR,
        DEAD,
        DESTROY,
        FIGHTER,
        GUARD,
        MOVED,
        NEUTRAL,
        OBJECTIVE,
        PLACE,
        SHIELD,
        SHOOTER,
        SIDES,
        SLOTS,
        SPAWN,
        TARGETS,
        TRUE,
    )
    from parlour.table.state import NOBODY

if TYPE_CHECKING:
    from parlour.table.compiled.array_types import Floats, Ints
    from parlour.table.game import Game


class Rules(Position):
    """Turn blocks to your colour, walk your units over them and take the others' objectives."""

    def __init__(self, game: Game[Any, Any]) -> None:
        Position.__init__(self, game)
        chosen = game.settings
        self.under_units = chosen.place_under_units
        self.units_block = chosen.units_block
        self.straight = chosen.shooter_reach == "line"
        self.occupied = chosen.capture_occupied
        self.free_capture = chosen.free_capture
        self.first_wins = chosen.goal == "first"
        self.limit = chosen.limit

    # ---- the legal actions --------------------------------------------------------------------

    def legal(self, out: Ints) -> int:
        """A kind for the spawn that is asked about, or whatever the turn still allows (§2)."""
        if self.choosing:
            for kind in range(5):
                out[kind] = self.terrain.end + 1 + kind
            return 5
        count = self.legal_blocks(out)
        for u in range(1, self.unit_count + 1):
            if self.what[u] >> 3 == self.turn:
                count = self.legal_unit(u, out, count)
        out[count] = self.terrain.end
        return count + 1

    def legal_blocks(self, out: Ints) -> int:
        """At most one colour block (§3) and one guard move (§9) a turn."""
        count = 0
        guards = 0 if self.guarded else self.guard_count[self.turn]
        if self.placed and guards == 0:
            return 0
        for cell in range(self.terrain.cells):
            here = self.terrain.square[cell]
            base = cell * self.terrain.stride
            if not self.placed and self.may_place(here):
                out[count] = base + PLACE
                count += 1
            if guards > 0 and self.open_to_guards(here):
                for slot in range(guards):
                    out[count] = base + self.terrain.first_guard + slot
                    count += 1
        return count

    def legal_unit(self, u: int, out: Ints, count: int) -> int:
        """One move and one action, in either order; self-destruction at any time (§4 to §8)."""
        here = self.at[u]
        base = self.terrain.cell[here] * self.terrain.stride
        out[count] = base + DESTROY
        count += 1
        if not self.used[u] & MOVED:
            count = self.legal_moves(u, base, out, count)
        if not self.used[u] & ACTED:
            for k in range(TARGETS):
                if self.may_act(u, k):
                    out[count] = base + self.terrain.first_act + k
                    count += 1
        if self.terrain.beside[here] and (self.free_capture or not self.used[u] & ACTED):
            for k in range(SIDES):
                if self.may_capture(u, k):
                    out[count] = base + self.terrain.first_capture + k
                    out[count + 1] = base + self.terrain.first_kill + k
                    count += 2
        return count

    def legal_moves(self, u: int, base: int, out: Ints, count: int) -> int:
        """Straight over ground that the unit may pass, onto any vacant tile of it (§4)."""
        for d in range(SIDES):
            step = self.terrain.reach[d]
            to = self.at[u] + step
            while self.terrain.passes[self.turn * BLOCKS + self.top[to]]:
                if self.unit[to] == 0:
                    out[count] = base + self.terrain.move_code(self.at[u], to)
                    count += 1
                elif self.units_block:
                    break
                to += step
        return count

    def open_to_blocks(self, here: int) -> bool:
        """§3: neutral or own, and without a unit; the setting allows it under own units."""
        if self.top[here] != NEUTRAL and self.top[here] != COLOUR + self.turn:
            return False
        if self.unit[here] == 0:
            return True
        return self.under_units and self.what[self.unit[here]] >> 3 == self.turn

    def open_to_guards(self, here: int) -> bool:
        """§9: vacant, and neutral or own colour."""
        if self.unit[here] != 0:
            return False
        return self.top[here] == NEUTRAL or self.top[here] == COLOUR + self.turn

    def may_place(self, here: int) -> bool:
        """§3: at least one block besides the placed one must change."""
        if not self.open_to_blocks(here):
            return False
        for d in range(SIDES):
            if self.run(here, self.terrain.reach[d]) > 0:
                return True
        return False

    def run(self, here: int, step: int) -> int:
        """How many blocks change in a direction: those up to the next own one, or none (§3)."""
        count = 0
        to = here + step
        while self.top[to] < TRUE and self.top[to] != COLOUR + self.turn:
            count += 1
            to += step
        return count if self.top[to] == COLOUR + self.turn else 0

    def may_act(self, u: int, k: int) -> bool:
        """§5: the first four of its reach are adjacent, the other eight are for Shooters."""
        kind = self.what[u] & 7
        if kind == SHIELD or (kind == SHOOTER) != (k >= 4):
            return False
        to = self.at[u] + self.terrain.reach[k]
        other = self.unit[to]
        if kind == FIGHTER:
            return other != 0 and not self.protected(other)
        if other != 0 or self.top[to] >= TRUE:
            return False
        if kind == CLEANER:
            return self.top[to] != NEUTRAL
        if kind == SHOOTER and self.straight and k & 1:
            return False
        return self.top[to] != COLOUR + self.turn

    def may_capture(self, u: int, d: int) -> bool:
        """§7: an adjacent objective of somebody else, with or without a unit on it."""
        to = self.at[u] + self.terrain.reach[d]
        block = self.top[to]
        if block < OBJECTIVE or block >= SPAWN or block == OBJECTIVE + self.turn:
            return False
        return self.occupied or self.unit[to] == 0

    def protected(self, u: int) -> bool:
        """§6: another unit of the same side beside it is a Shield."""
        here = self.at[u]
        for d in range(SIDES):
            other = self.unit[here + self.terrain.reach[d]]
            if other != 0 and self.what[other] == (self.what[u] & ~7) + SHIELD:
                return True
        return False

    # ---- what an action does ------------------------------------------------------------------

    def play(self, action: int) -> int:
        if action == self.terrain.end:
            return self.finish()
        if action > self.terrain.end:
            return self.decide(action - self.terrain.end)
        cell = action // self.terrain.stride
        code = action - cell * self.terrain.stride
        here = self.terrain.square[cell]
        u = self.unit[here]
        if code == PLACE:
            self.place_block(here)
        elif code == DESTROY:
            self.remove(u)
        elif code < self.terrain.first_act:
            self.move_unit(u, self.terrain.target(here, code))
        elif code < self.terrain.first_capture:
            self.act(u, here + self.terrain.reach[code - self.terrain.first_act])
        elif code < self.terrain.first_kill:
            self.capture(u, here + self.terrain.reach[code - self.terrain.first_capture], True)
        elif code < self.terrain.first_guard:
            self.capture(u, here + self.terrain.reach[code - self.terrain.first_kill], False)
        else:
            self.move_guard(code - self.terrain.first_guard, here)
        return 0

    def place_block(self, here: int) -> int:
        """§3: turn the runs of all directions at once.

        Who dies is settled on the position before the change (§6). Where nothing would change,
        nothing happens: such a placement is not legal.
        """
        runs = [0] * 4
        doomed = [0] * 72
        changed = dying = 0
        for d in range(SIDES):
            count = self.run(here, self.terrain.reach[d])
            runs[d] = count
            changed += count
        if changed == 0:
            return 0
        for d in range(SIDES):
            to = here
            for _ in range(runs[d]):
                to += self.terrain.reach[d]
                u = self.unit[to]
                if u != 0 and self.what[u] >> 3 != self.turn and not self.protected(u):
                    doomed[dying] = to
                    dying += 1
        for d in range(SIDES):
            to = here
            for _ in range(runs[d]):
                to += self.terrain.reach[d]
                self.top[to] = COLOUR + self.turn
        for i in range(dying):
            self.remove(self.unit[doomed[i]])
        self.top[here] = COLOUR + self.turn
        self.placed = True
        return 0

    def move_unit(self, u: int, to: int) -> int:
        self.unit[self.at[u]] = 0
        self.unit[to] = u
        self.at[u] = to
        self.used[u] |= MOVED
        return 0

    def act(self, u: int, to: int) -> int:
        """§5: destroy what stands there, or make the block neutral or one's own."""
        self.used[u] |= ACTED
        if self.what[u] & 7 == FIGHTER:
            return self.remove(self.unit[to])
        self.top[to] = NEUTRAL if self.what[u] & 7 == CLEANER else COLOUR + self.turn
        return 0

    def capture(self, u: int, to: int, keep: bool) -> int:
        """§7: the objective becomes one's own or dead, and who stands on it is lost with it."""
        if not self.free_capture:
            self.used[u] |= ACTED
        self.remove(self.unit[to])
        victim = self.top[to] - OBJECTIVE
        self.top[to] = OBJECTIVE + self.turn if keep else DEAD
        self.goals[self.turn] += keep
        self.goals[victim] -= 1
        if self.goals[victim] == 0:
            self.eliminate(victim)
        if self.left == 1 or self.first_wins:
            self.win()
        return 0

    def move_guard(self, slot: int, to: int) -> int:
        """§9: what the guard covered comes back. Guards stay in reading order."""
        first = self.turn * SLOTS
        i = first + slot
        name = self.guard_serial[i]
        self.top[self.guard_at[i]] = self.under[self.guard_at[i]]
        self.under[self.guard_at[i]] = NEUTRAL
        self.under[to] = self.top[to]
        self.top[to] = GUARD + self.turn
        while i > first and self.guard_at[i - 1] > to:
            self.guard_at[i] = self.guard_at[i - 1]
            self.guard_serial[i] = self.guard_serial[i - 1]
            i -= 1
        while i < first + self.guard_count[self.turn] - 1 and self.guard_at[i + 1] < to:
            self.guard_at[i] = self.guard_at[i + 1]
            self.guard_serial[i] = self.guard_serial[i + 1]
            i += 1
        self.guard_at[i] = to
        self.guard_serial[i] = name
        self.guarded = True
        return 0

    # ---- from turn to turn --------------------------------------------------------------------

    def finish(self) -> int:
        """§2: `end`. What was used in this turn is forgotten, and the first spawn is asked for."""
        self.placed = self.guarded = False
        for u in range(1, self.unit_count + 1):
            self.used[u] = 0
        self.choosing = 1
        return 0

    def decide(self, kind: int) -> int:
        """§2: a kind for each own spawn, in reading order; then the turn passes."""
        self.spawn_kind[self.turn * SLOTS + self.choosing - 1] = kind
        if self.choosing < self.terrain.spawn_count[self.turn]:
            self.choosing += 1
            return 0
        self.choosing = 0
        return self.next_turn()

    def next_turn(self) -> int:
        """The next seat that is still in begins its turn, unless the limit is reached (§10)."""
        following = self.turn + 1
        while following < self.terrain.seats and self.out[following]:
            following += 1
        if following == self.terrain.seats:
            following = 0
            while self.out[following]:
                following += 1
            if self.limit:
                self.rounds += 1
        self.turn = following
        if self.limit and self.rounds >= self.limit:
            self.seat = NOBODY
            return 0
        self.seat = following
        return self.begin_turn()

    def begin_turn(self) -> int:
        """§2: units appear as decided; the decision for an occupied spawn lapses."""
        for i in range(self.turn * SLOTS, self.turn * SLOTS + self.terrain.spawn_count[self.turn]):
            here = self.terrain.spawns[i]
            kind = self.spawn_kind[i]
            self.spawn_kind[i] = 0
            if kind != 0 and self.unit[here] == 0:
                self.appear(here, self.turn, kind)
        return 0

    # ---- how it ends --------------------------------------------------------------------------

    def win(self) -> int:
        """§10: it is over, and whose turn it is has won."""
        self.winner = self.turn
        self.seat = NOBODY
        self.placed = self.guarded = False
        self.choosing = 0
        return 0

    def eliminate(self, seat: int) -> int:
        """§10: covered ground returns, units and guards leave, colours and spawns turn neutral."""
        for i in range(seat * SLOTS, seat * SLOTS + self.guard_count[seat]):
            here = self.guard_at[i]
            self.top[here] = self.under[here]
            self.under[here] = NEUTRAL
            self.guard_at[i] = self.guard_serial[i] = 0
        self.guard_count[seat] = 0
        for u in range(self.unit_count, 0, -1):
            if self.what[u] >> 3 == seat:
                self.remove(u)
        for cell in range(self.terrain.cells):
            here = self.terrain.square[cell]
            if self.top[here] == COLOUR + seat or self.top[here] == SPAWN + seat:
                self.top[here] = NEUTRAL
        for i in range(seat * SLOTS, seat * SLOTS + SLOTS):
            self.spawn_kind[i] = 0
        self.out[seat] = 1 + self.terrain.seats - self.left
        self.left -= 1
        return 0

    def give_up(self, seat: int) -> None:
        """§10: a seat that leaves is out, and its objectives are dead."""
        for cell in range(self.terrain.cells):
            if self.top[self.terrain.square[cell]] == OBJECTIVE + seat:
                self.top[self.terrain.square[cell]] = DEAD
        self.goals[seat] = 0
        self.eliminate(seat)
        if self.left == 1:
            self.turn = 0
            while self.out[self.turn]:
                self.turn += 1
            self.win()
        elif seat == self.turn:
            self.placed = self.guarded = False
            self.choosing = 0
            self.next_turn()

    def result(self, out: Floats) -> int:
        """§10: the winner takes 1 from the others together; at the limit nobody gets anything."""
        for seat in range(self.terrain.seats):
            out[seat] = 0.0 if self.winner == NOBODY else -1.0 / (self.terrain.seats - 1)
        if self.winner != NOBODY:
            out[self.winner] = 1.0
        return 0
