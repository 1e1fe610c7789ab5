"""The actions of a map: how they are encoded as numbers, written and read."""

from __future__ import annotations

import re
from typing import NamedTuple

from parlour.games.turncoat.blocks import (
    CLEANER,
    DESTROY,
    FIGHTER,
    KINDS,
    MOVE,
    PAVER,
    PLACE,
    SHOOTER,
    SIDES,
    SLOTS,
)
from parlour.games.turncoat.maps.plan import Plan
from parlour.games.turncoat.maps.terrain import OFFSETS, Terrain
from parlour.games.turncoat.rules import Rules
from parlour.games.turncoat.snapshot import Snapshot, spawn_to_choose

OFF = -1  # no cell
ACTS = {"act": 0, "fight": FIGHTER, "pave": PAVER, "clean": CLEANER, "shoot": SHOOTER}
"""The verbs of an act, each with the kind of unit it is for; `act` is for all kinds."""

_typed = re.compile(r"([a-z]+)((?:[^a-z0-9]+[a-z] ?[0-9]{1,4})*)(?:[^a-z0-9]+([a-z]+))?[^a-z0-9]*")
_site = re.compile(r"([a-z]) ?([0-9]+)")


class DecodedAction(NamedTuple):
    """The parts of an action: `capture b2 b3 own` has all four. OFF stands for no cell."""

    verb: str
    here: int = OFF
    to: int = OFF
    choice: str = ""


class TypedAction(NamedTuple):
    """A text that has the form of an action, split into its words."""

    verb: str
    sites: tuple[str, ...]
    choice: str


class ActionCodec:
    """The numbers, names and texts of all actions on one map."""

    def __init__(self, plan: Plan, terrain: Terrain) -> None:
        self.sites = plan.sites()
        self.cell_of = {site: cell for cell, site in enumerate(self.sites)}
        self.width, self.height = plan.width, plan.height
        self.first_act, self.first_guard = terrain.first_act, terrain.first_guard
        self.first_capture, self.first_kill = terrain.first_capture, terrain.first_kill
        self.stride, self.end = terrain.stride, terrain.end
        self.count = terrain.end + len(KINDS)
        self._cells = list(terrain.cell)  # a list: each access to a C array would copy it

    # ---- numbers ------------------------------------------------------------------------------

    def decode(self, state: Rules, action: int) -> DecodedAction:
        """The parts of an action in a position."""
        if action >= self.end:
            kind = action - self.end
            return (
                DecodedAction("spawn", spawn_to_choose(state), choice=KINDS[kind])
                if kind
                else DecodedAction("end")
            )
        cell, code = divmod(action, self.stride)
        if code < MOVE:
            return DecodedAction("place" if code == PLACE else "destroy", cell)
        if code < self.first_act:
            return DecodedAction("move", cell, self.target(cell, code - MOVE))
        if code < self.first_capture:
            return DecodedAction("act", cell, self.reach(cell, code - self.first_act))
        if code < self.first_guard:
            choice, k = divmod(code - self.first_capture, SIDES)
            return DecodedAction("capture", cell, self.reach(cell, k), ("own", "dead")[choice])
        slot = code - self.first_guard
        if slot >= state.guard_count[state.turn]:
            return DecodedAction("guard", OFF, cell)
        return DecodedAction("guard", self._cells[state.guard_at[state.turn * SLOTS + slot]], cell)

    def encode(self, state: Rules, decoded: DecodedAction) -> int:
        """The number of an action; -1 if it has none."""
        verb, here, to, choice = decoded
        if verb == "end":
            return self.end
        if verb == "spawn":
            return self.end + KINDS.index(choice)
        if verb == "guard":
            guards = Snapshot(state).guards_of(state.turn)
            slot = guards.index(here) if here in guards else None
            return -1 if slot is None else to * self.stride + self.first_guard + slot
        if verb in ("place", "destroy"):
            return here * self.stride + (PLACE if verb == "place" else DESTROY)
        code = self.move_code(here, to) if verb == "move" else self.reach_code(here, to)
        if code < 0 or (verb == "capture" and code >= SIDES):
            return -1
        capture = self.first_kill if choice == "dead" else self.first_capture
        first = {"move": MOVE, "act": self.first_act, "capture": capture}[verb]
        return here * self.stride + first + code

    def target(self, cell: int, code: int) -> int:
        """The target of a move: codes count the other cells of the row, then of the column."""
        row, column = divmod(cell, self.width)
        if code < self.width - 1:
            return row * self.width + code + (code >= column)
        code -= self.width - 1
        return (code + (code >= row)) * self.width + column

    def move_code(self, here: int, to: int) -> int:
        row, column = divmod(here, self.width)
        to_row, to_column = divmod(to, self.width)
        if here == to or (row != to_row and column != to_column):
            return -1
        if row == to_row:
            return to_column - (to_column > column)
        return self.width - 1 + to_row - (to_row > row)

    def reach(self, cell: int, k: int) -> int:
        """The k-th cell that a unit here may act on; OFF if it is beyond the edge."""
        row, column = divmod(cell, self.width)
        row, column = row + OFFSETS[k][0], column + OFFSETS[k][1]
        inside = 0 <= row < self.height and 0 <= column < self.width
        return row * self.width + column if inside else OFF

    def reach_code(self, here: int, to: int) -> int:
        row, column = divmod(here, self.width)
        to_row, to_column = divmod(to, self.width)
        offset = (to_row - row, to_column - column)
        return OFFSETS.index(offset) if offset in OFFSETS else -1

    # ---- texts --------------------------------------------------------------------------------

    def site(self, cell: int) -> str:
        return self.sites[cell] if cell >= 0 else "off"

    def write(self, state: Rules, action: int) -> str:
        decoded = self.decode(state, action)
        if decoded.verb == "end":
            return "end"
        cells = (
            [decoded.here]
            if decoded.verb in ("place", "destroy", "spawn")
            else [decoded.here, decoded.to]
        )
        return " ".join(filter(None, [decoded.verb, *map(self.site, cells), decoded.choice]))

    def read(self, state: Rules, text: str) -> int:
        """The number of a typed action; -1 for none."""
        typed = parse_typed(text)
        decoded = typed and self.resolve(state, typed)
        return -1 if decoded is None else self.encode(state, decoded)

    def resolve(self, state: Rules, typed: TypedAction) -> DecodedAction | None:
        """The action that a text means; None if a part is missing, unknown or superfluous."""
        verb, sites, choice = typed
        if not all(site in self.cell_of for site in sites):
            return None
        cells = [self.cell_of[site] for site in sites]
        spawn = spawn_to_choose(state)
        match verb, cells, choice:
            case "end", [], "":
                return DecodedAction("end")
            case kind, [], "" if kind in KINDS[1:]:
                return DecodedAction("spawn", spawn, choice=kind)
            case "spawn", [], kind if kind in KINDS[1:]:
                return DecodedAction("spawn", spawn, choice=kind)
            case "spawn", [cell], kind if kind in KINDS[1:] and cell == spawn:
                return DecodedAction("spawn", spawn, choice=kind)
            case (("place" | "destroy"), [cell], ""):
                return DecodedAction(verb, cell)
            case (("move" | "guard"), [here, to], ""):
                return DecodedAction(verb, here, to)
            case "capture", [here, to], ("own" | "dead"):
                return DecodedAction(verb, here, to, choice)
            case act, [here, to], "" if act in ACTS:
                unit = Snapshot(state).units.get(here)
                fits = act == "act" or (unit is not None and unit.kind == ACTS[act])
                return DecodedAction("act", here, to) if fits else None
            case _:
                return None


def parse_typed(text: str) -> TypedAction | None:
    """`Move b2-B7` as verb, sites and a last word; None for any other form."""
    found = _typed.fullmatch(text.lower())
    if found is None:
        return None
    sites = tuple(f"{column}{int(row)}" for column, row in _site.findall(found[2]))
    return TypedAction(found[1], sites, found[3] or "")
