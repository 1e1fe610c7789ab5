"""How a position is shown: the board, the pieces on it, the text board, and reports of actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.games.turncoat.blocks import (
    ACTED,
    COLOUR,
    DEAD,
    GUARD,
    KINDS,
    LETTERS,
    MOVED,
    OBJECTIVE,
    SPAWN,
)
from parlour.games.turncoat.maps.plan import COLUMNS, Plan
from parlour.games.turncoat.notation.actions import ActionCodec
from parlour.games.turncoat.rules import Rules
from parlour.games.turncoat.snapshot import Snapshot, Unit, owner, spawn_to_choose
from parlour.table.sentences import Sentence, listing
from parlour.table.view import Board, Cell, Label, Mark, Piece

BLOCKS = ("colour", "objective", "spawn", "dead", "guard")
GROUNDS = {"--": "neutral", "##": "dead"}
LEGEND = """\
 1C colour    1O objective  1S spawn     1G guard   . neutral  -- true neutral  ## dead
(1F) Fighter  P Paver  C Cleaner  S Shooter  H Shield     [1F] has moved and acted"""


def board(plan: Plan) -> Board:
    columns, rows = COLUMNS[: plan.width], range(plan.height)
    return Board(
        cells=tuple(
            Cell(
                site,
                x=i % plan.width,
                y=i // plan.width,
                ground=GROUNDS.get(plan.blocks[i], "plain"),
            )
            for i, site in enumerate(plan.sites())
        ),
        labels=(
            *(Label(name, x, y) for x, name in enumerate(columns) for y in (-1, plan.height)),
            *(Label(str(plan.height - y), x, y) for y in rows for x in (-1, plan.width)),
        ),
    )


# ---- pieces -------------------------------------------------------------------------------------


def pieces(
    plan: Plan, sites: Sequence[str], state: Rules, colours: Sequence[str]
) -> Iterator[Piece]:
    """Blocks are named after their site; guards and units keep their names when they move."""
    snapshot = Snapshot(state)
    for cell, top in enumerate(snapshot.tops):
        block = snapshot.unders[cell] if top >= GUARD else top
        seat, id, site = owner(block), f"b-{sites[cell]}", sites[cell]
        if block == DEAD and plan.blocks[cell] != "##":
            yield Piece(id, site, "dead", "#", layer="block")
        elif seat is not None:
            kind, letter, holds = "colour", str(seat + 1), ""
            if block >= SPAWN:
                kind, letter, holds = "spawn", "S", KINDS[snapshot.spawn_kinds[cell]]
            elif block >= OBJECTIVE:
                kind, letter = "objective", "O"
            holds = "" if holds == "none" else holds
            yield Piece(id, site, kind, letter, seat, colours[seat], "block", holds=holds)
    for name, seat, cell in snapshot.guards:
        id = f"g{seat + 1}-{name}"
        yield Piece(id, sites[cell], "guard", "G", seat, colours[seat], "guard")
    for cell, unit in snapshot.units.items():
        kind, letter, seat = KINDS[unit.kind], LETTERS[unit.kind], unit.seat
        state_of = condition(unit)
        id = f"u{unit.serial}"
        yield Piece(id, sites[cell], kind, letter, seat, colours[seat], condition=state_of)


def condition(unit: Unit) -> str:
    return {0: "", MOVED: "moved", ACTED: "acted", MOVED | ACTED: "spent"}[unit.used]


def marks(plan: Plan, sites: Sequence[str], state: Rules) -> Iterator[Mark]:
    """Objectives next to an enemy, and the spawn that needs a decision."""
    snapshot = Snapshot(state)
    for seat in range(plan.players):
        endangered = tuple(
            sites[cell]
            for cell, top in enumerate(snapshot.tops)
            if top == OBJECTIVE + seat
            and any(
                near in snapshot.units and snapshot.units[near].seat != seat
                for near in plan.near(cell)
            )
        )
        if endangered:
            yield Mark("danger", endangered, seat)
    if spawn_to_choose(state) >= 0:
        yield Mark("area", (sites[spawn_to_choose(state)],), state.turn)


# ---- the text board -----------------------------------------------------------------------------


def text(plan: Plan, state: Rules) -> str:
    """Two characters a block as in a map, units in brackets; then the notes."""
    snapshot = Snapshot(state)
    letters = "   " + "".join(f"  {name} " for name in COLUMNS[: plan.width])
    texts = [cell_text(snapshot, cell) for cell in range(plan.width * plan.height)]
    rows = (
        f"{number:2} {''.join(texts[start : start + plan.width])} {number}"
        for number, start in zip(
            range(plan.height, 0, -1), range(0, len(texts), plan.width), strict=True
        )
    )
    return "\n".join([letters.rstrip(), *rows, letters.rstrip(), LEGEND, *notes(plan, state)])


def cell_text(snapshot: Snapshot, cell: int) -> str:
    unit = snapshot.units.get(cell)
    if unit is None:
        return f" {block_text(snapshot.tops[cell]).rjust(2)} "
    return f"[{unit}]" if unit.used == MOVED | ACTED else f"({unit})"


def block_text(block: int) -> str:
    """Two characters for a block, as maps write it."""
    seat = owner(block)
    if seat is None:
        return {0: ".", DEAD: "##"}.get(block, "--")
    letter = "CCCCCCCOOOOSSSSGGGG"[block]
    return f"{seat + 1}{letter}"


def notes(plan: Plan, state: Rules) -> Iterator[str]:
    """Which units will appear, and what of the turn is used."""
    sites, snapshot = plan.sites(), Snapshot(state)
    coming = [
        f"{KINDS[kind]} on {sites[cell]}" for cell, kind in snapshot.spawn_kinds.items() if kind
    ]
    if coming:
        yield f"To appear: {', '.join(coming)}."
    if not state.over:
        used = [what for what, done in (("a block placed", state.placed),
                                        ("a guard moved", state.guarded)) if done]  # fmt: skip
        yield f"Turn of player {state.turn + 1}{': ' + listing(used) if used else ''}."


# ---- reports ------------------------------------------------------------------------------------


def report(codec: ActionCodec, state: Rules, action: int, names: Sequence[str]) -> Sentence:
    """The report of an action: what it did, and which player it eliminated."""
    decoded, player = codec.decode(state, action), names[state.turn]
    before, after = Snapshot(state), state.copy()
    after.apply(action)
    then = Snapshot(after)
    here, to = codec.site(decoded.here), codec.site(decoded.to)
    values: dict[str, str | int] = {"player": player, "site": here, "to": to}
    match decoded.verb:
        case "place":
            changed = sum(a != b for a, b in zip(before.tops, then.tops, strict=True))
            changed -= before.tops[decoded.here] != COLOUR + state.turn
            lost = len(before.units) - len(then.units)
            id = "placed_and_destroyed" if lost else "placed"
            return Sentence(f"turncoat.{id}", **values, changed=changed, lost=lost)
        case "capture":
            victim = before.tops[decoded.to] - OBJECTIVE
            id = f"captured_{decoded.choice}{'_out' * (after.out[victim] > 0)}"
            return Sentence(f"turncoat.{id}", **values, other=names[victim])
        case "act":
            kind = KINDS[before.units[decoded.here].kind]
            return Sentence(f"turncoat.act_{kind}", **values)
        case "spawn":
            return Sentence("turncoat.decided", **values, kind=decoded.choice.capitalize())
        case "move" | "destroy":
            kind = KINDS[before.units[decoded.here].kind].capitalize()
            return Sentence(f"turncoat.{decoded.verb}", **values, kind=kind)
        case _:
            return Sentence(f"turncoat.{decoded.verb}", **values)
