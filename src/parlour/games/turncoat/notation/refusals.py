"""Why an action is not legal. The rules decide; this only finds the sentence."""

from __future__ import annotations

from parlour.games.turncoat.blocks import (
    ACTED,
    CLEANER,
    COLOUR,
    FIGHTER,
    GUARD,
    KINDS,
    MOVED,
    NEUTRAL,
    OBJECTIVE,
    SHIELD,
    SHOOTER,
    SPAWN,
    TRUE,
)
from parlour.games.turncoat.notation.actions import ACTS, ActionCodec, TypedAction, parse_typed
from parlour.games.turncoat.rules import Rules
from parlour.games.turncoat.snapshot import Snapshot, Unit, owner, spawn_to_choose
from parlour.table.sentences import Sentence, shorten

# How many sites each verb takes, and an example that shows them.
FORMS = {
    "place": (1, "place d4"),
    "destroy": (1, "destroy b2"),
    "move": (2, "move b2 b7"),
    "capture": (2, "capture b2 b3 own"),
    "guard": (2, "guard c3 f6"),
    **{verb: (2, f"{verb} b2 b3") for verb in ACTS},
}


class Refusals:
    """Explains why actions are not legal in one position."""

    def __init__(self, codec: ActionCodec, state: Rules) -> None:
        self.codec, self.state, self.snapshot = codec, state, Snapshot(state)
        self.turn = state.turn
        self.own = COLOUR + state.turn

    def why(self, text: str) -> Sentence:
        typed = parse_typed(text)
        if self.state.choosing:
            return self.why_not_spawned(typed)
        if not text:
            return Sentence("turncoat.nothing")
        if typed is None or typed.verb not in (*FORMS, "end", "spawn", *KINDS[1:]):
            return Sentence("turncoat.unknown", text=shorten(text))
        if typed.verb not in FORMS:
            return self.why_not_now(typed)
        wanted, example = FORMS[typed.verb]
        unknown = next((site for site in typed.sites if site not in self.codec.cell_of), None)
        if unknown is not None:
            column, row = self.codec.sites[self.codec.width - 1][0], self.codec.height
            return Sentence("turncoat.off_board", site=shorten(unknown), column=column, row=row)
        choices = ("own", "dead") if typed.verb == "capture" else ("",)
        if len(typed.sites) != wanted or typed.choice not in choices:
            return Sentence("turncoat.form", verb=typed.verb, example=example)
        return self.why_not(typed.verb, [self.codec.cell_of[site] for site in typed.sites])

    def say(self, id: str, cell: int, **values: str | int) -> Sentence:
        return Sentence(f"turncoat.{id}", site=self.codec.site(cell), **values)

    def why_not_spawned(self, typed: TypedAction | None) -> Sentence:
        choosing = spawn_to_choose(self.state)
        if typed is not None and typed.verb == "spawn" and typed.choice in KINDS[1:]:
            if typed.sites and typed.sites != (self.codec.sites[choosing],):
                return self.say("other_spawn", choosing)
        return self.say("choose_kind", choosing)

    def why_not_now(self, typed: TypedAction) -> Sentence:
        """`end` followed by more words, or a kind while no spawn needs one."""
        if typed.verb == "end":
            return Sentence("turncoat.form", verb="end", example="end")
        return Sentence("turncoat.spawn_later")

    # ---- a reason for each verb ---------------------------------------------------------------

    def why_not(self, verb: str, cells: list[int]) -> Sentence:
        if verb == "place":
            return self.why_not_placed(cells[0])
        if verb == "guard":
            return self.why_not_guarded(*cells)
        here, to = cells[0], cells[-1]
        unit = self.snapshot.units.get(here)
        if unit is None:
            return self.say("no_unit", here)
        if unit.seat != self.turn:
            return self.say("foreign_unit", here)
        if verb == "move":
            return self.why_not_moved(unit, here, to)
        if verb == "capture":
            return self.why_not_captured(unit, here, to)
        return self.why_not_acted(verb, unit, here, to)

    def why_not_placed(self, cell: int) -> Sentence:
        """§3"""
        if self.state.placed:
            return Sentence("turncoat.placed_already")
        if self.snapshot.tops[cell] not in (NEUTRAL, self.own):
            return self.say("no_ground_to_place", cell, block=self.named(cell))
        if cell in self.snapshot.units:
            return self.say("unit_in_the_way", cell)
        return self.say("changes_nothing", cell)

    def why_not_guarded(self, here: int, to: int) -> Sentence:
        """§9"""
        if self.state.guarded:
            return Sentence("turncoat.guarded_already")
        if self.snapshot.tops[here] != GUARD + self.turn:
            return self.say("no_guard", here)
        if here == to:
            return self.say("guard_stays", to)
        if to in self.snapshot.units:
            return self.say("unit_in_the_way", to)
        return self.say("no_ground_to_guard", to, block=self.named(to))

    def why_not_moved(self, unit: Unit, here: int, to: int) -> Sentence:
        """§4"""
        if unit.used & MOVED:
            return self.say("moved_already", here)
        if self.codec.move_code(here, to) < 0:
            return self.say("not_straight", here, to=self.codec.site(to))
        for cell in self.way(here, to):
            if not self.may_pass(self.snapshot.tops[cell]):
                return self.say("cannot_pass", cell, block=self.named(cell))
            if cell in self.snapshot.units and (cell == to or self.state.units_block):
                return self.say("unit_in_the_way", cell)
        return self.say("cannot_pass", to, block=self.named(to))

    def why_not_captured(self, unit: Unit, here: int, to: int) -> Sentence:
        """§7"""
        if not 0 <= self.codec.reach_code(here, to) < 4:
            return self.say("not_adjacent", here, to=self.codec.site(to))
        top = self.snapshot.tops[to]
        if not OBJECTIVE <= top < SPAWN:
            return self.say("no_objective", to)
        if top == OBJECTIVE + self.turn:
            return self.say("own_objective", to)
        if unit.used & ACTED and not self.state.free_capture:
            return self.say("acted_already", here)
        return self.say("unit_in_the_way", to)

    def why_not_acted(self, verb: str, unit: Unit, here: int, to: int) -> Sentence:
        """§5 and §6"""
        kind = KINDS[unit.kind].capitalize()
        if verb != "act" and unit.kind != ACTS[verb]:
            return self.say("other_kind", here, kind=kind, verb=verb)
        if unit.kind == SHIELD:
            return self.say("shields_rest", here)
        if unit.used & ACTED:
            return self.say("acted_already", here)
        code = self.codec.reach_code(here, to)
        if unit.kind == SHOOTER and (code < 4 or (self.state.straight and code % 2)):
            id = "not_two_straight" if self.state.straight else "not_two_away"
            return self.say(id, here, to=self.codec.site(to))
        if unit.kind != SHOOTER and not 0 <= code < 4:
            return self.say("not_adjacent", here, to=self.codec.site(to))
        if unit.kind == FIGHTER:
            return self.say("protected" if to in self.snapshot.units else "no_unit", to)
        if to in self.snapshot.units:
            return self.say("unit_in_the_way", to)
        if unit.kind == CLEANER:
            return self.say("nothing_to_clean", to, block=self.named(to))
        return self.say("nothing_to_colour", to, block=self.named(to), kind=kind)

    # ---- the board ----------------------------------------------------------------------------

    def way(self, here: int, to: int) -> range:
        """The cells from the one after `here` to `to`, along a row or a column."""
        row = here // self.codec.width == to // self.codec.width
        step = (1 if row else self.codec.width) * (1 if to > here else -1)
        return range(here + step, to + step, step)

    def may_pass(self, top: int) -> bool:
        own = (self.own, OBJECTIVE + self.turn, SPAWN + self.turn)
        return top == TRUE or top in own

    def named(self, cell: int) -> str:
        """`a guard of player 2`, `neutral`"""
        top = self.snapshot.tops[cell]
        seat = owner(top)
        if seat is None:
            return {NEUTRAL: "neutral", TRUE: "true neutral"}.get(top, "dead")
        kind = "a guard" if top >= GUARD else "a spawn" if top >= SPAWN else (
            "an objective" if top >= OBJECTIVE else "colour")  # fmt: skip
        return f"{kind} of player {seat + 1}"
