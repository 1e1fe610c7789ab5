"""Positions in one line. Reading rejects every impossible position with a sentence.

    10/1,2S,2,2O,3,2O,1/.../1,1G,3,1G,4/1,1O,3,1O,2,1S,1/10 1 - --/-- 00 0

Rows from the top with commas between the blocks, a number for so many neutral ones without a unit;
`1K` is a guard on its own colour, `1C:2Fma` a Fighter on a colour block that has moved and acted.
Then whose turn it is; what is used (`-`, `p`lace, `g`uard, `pg`, `end` while units are decided for,
`won`, `draw`); the units to appear on the spawns of each player; the order in which players went
out; and the rounds played, counted only where there is a limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from parlour.games.turncoat.blocks import (
    COLOUR,
    DEAD,
    GUARD,
    KINDS,
    LETTERS,
    NEUTRAL,
    OBJECTIVE,
    SPAWN,
    TRUE,
)
from parlour.games.turncoat.maps.plan import Plan
from parlour.games.turncoat.snapshot import Snapshot, owner
from parlour.table.errors import BadText
from parlour.table.sentences import shorten
from parlour.table.texts.typed import whole_number

if TYPE_CHECKING:
    from parlour.games.turncoat.game import TurncoatSettings
    from parlour.games.turncoat.rules import Rules

USED = ("", "m", "a", "ma")
PHASES = ("-", "p", "g", "pg", "end", "won", "draw")
_block = re.compile(r"(\.|--|##|[1-4][CGKOS])(?::([1-4])([FPCSH])(m?a?))?")


class PlacedUnit(NamedTuple):
    """A unit on the board."""

    cell: int
    seat: int
    kind: int
    used: int


# ---- writing ------------------------------------------------------------------------------------


def write_line(plan: Plan, state: Rules) -> str:
    snapshot = Snapshot(state)
    words = [word(snapshot, cell) for cell in range(len(snapshot.tops))]
    rows = "/".join(
        ",".join(packed(words[start : start + plan.width]))
        for start in range(0, len(words), plan.width)
    )
    spawn_kinds = "/".join(
        "".join("-FPCSH"[snapshot.spawn_kinds[cell]] for cell in plan.of(seat, "S"))
        for seat in range(plan.players)
    )
    out = "".join(str(order) for order in state.out[: plan.players])
    return f"{rows} {state.turn + 1} {phase(state)} {spawn_kinds} {out} {state.rounds}"


def word(snapshot: Snapshot, cell: int) -> str:
    top, unit = snapshot.tops[cell], snapshot.units.get(cell)
    seat = owner(top)
    block = {NEUTRAL: ".", TRUE: "--", DEAD: "##"}.get(top, "")
    if seat is not None:
        covers = top >= GUARD and snapshot.unders[cell] != NEUTRAL
        block = f"{seat + 1}{'K' if covers else '.CCCCCCOOOOSSSSGGGG'[top]}"
    return block if unit is None else f"{block}:{unit}{USED[unit.used]}"


def packed(words: Sequence[str]) -> Iterator[str]:
    """The words of a row, each run of plain neutral blocks as its length."""
    run = 0
    for each in [*words, ""]:
        if each == ".":
            run += 1
            continue
        if run:
            yield str(run)
        run = 0
        if each:
            yield each


def phase(state: Rules) -> str:
    if state.over:
        return "won" if state.winner >= 0 else "draw"
    if state.choosing:
        return "end"
    return "p" * state.placed + "g" * state.guarded or "-"


# ---- reading ------------------------------------------------------------------------------------


class LineReader:
    """Reads lines of one map with one set of settings."""

    def __init__(self, plan: Plan, settings: TurncoatSettings, sites: Sequence[str]) -> None:
        self.plan, self.settings, self.sites = plan, settings, sites
        self.tops: list[int] = []
        self.unders: list[int] = []
        self.units: list[PlacedUnit] = []

    def read(self, line: str, state: Rules) -> None:
        """Set up a blank state from a line."""
        parts = line.split(" ")
        if len(parts) != 6:
            raise BadText("turncoat.line_parts")
        rows, turn, phase, spawn_kinds, out, rounds = parts
        self.read_rows(rows)
        self.out = self.read_out(out)
        self.living = [seat for seat in range(self.plan.players) if not self.out[seat]]
        self.turn = self.read_turn(turn)
        if phase not in PHASES:
            raise BadText("turncoat.line_phase", given=shorten(phase))
        self.phase = phase
        self.rounds = self.read_rounds(rounds)
        self.check_blocks()
        self.check_units()
        self.check_end()
        self.spawn_kinds = self.read_spawn_kinds(spawn_kinds)
        self.check_spawn_kinds()
        self.set_up(state)

    def set_up(self, state: Rules) -> None:
        state.set_up(self.tops, self.unders)
        for unit in self.units:
            state.put_unit(*unit)
        choosing = (
            1 + sum(kind > 0 for kind in self.spawn_kinds[self.turn]) if self.phase == "end" else 0
        )
        middle = self.phase in ("p", "g", "pg")
        placed, guarded = middle and "p" in self.phase, middle and "g" in self.phase
        state.resume_turn(self.turn, placed, guarded, choosing, self.spawn_kinds)
        over = self.phase in ("won", "draw")
        winner = self.turn if self.phase == "won" else -2
        state.set_outcome(self.out, self.rounds, winner, over)

    # ---- part by part -------------------------------------------------------------------------

    def read_rows(self, text: str) -> None:
        rows = text.split("/")
        if len(rows) != self.plan.height:
            raise BadText("turncoat.line_rows", height=self.plan.height, given=len(rows))
        for y, row in enumerate(rows):
            number, before = self.plan.height - y, len(self.tops)
            for piece in row.split(","):
                self.read_block(piece, number)
            if len(self.tops) - before != self.plan.width:
                raise BadText(
                    "turncoat.line_row",
                    row=number,
                    width=self.plan.width,
                    given=len(self.tops) - before,
                )

    def read_block(self, text: str, row: int) -> None:
        if re.fullmatch("[1-9][0-9]?", text):
            self.tops += [NEUTRAL] * int(text)
            self.unders += [NEUTRAL] * int(text)
            return
        found = _block.fullmatch(text)
        if found is None or (text[0] in "34" and int(text[0]) > self.plan.players):
            raise BadText("turncoat.line_block", row=row, given=shorten(text))
        block, seat, letter, used = found.groups()
        if seat is not None:
            if int(seat) > self.plan.players:
                raise BadText("turncoat.line_block", row=row, given=shorten(text))
            kind = LETTERS.index(letter)
            self.units.append(PlacedUnit(len(self.tops), int(seat) - 1, kind, USED.index(used)))
        under = NEUTRAL
        if block[0].isdigit():
            first = {"C": COLOUR, "O": OBJECTIVE, "S": SPAWN}.get(block[1], GUARD)
            top = first + int(block[0]) - 1
            under = COLOUR + int(block[0]) - 1 if block[1] == "K" else NEUTRAL
        else:
            top = {".": NEUTRAL, "--": TRUE, "##": DEAD}[block]
        self.tops.append(top)
        self.unders.append(under)

    def read_out(self, text: str) -> list[int]:
        players = self.plan.players
        orders = [int(digit) for digit in text if digit in "01234"]
        gone = sorted(order for order in orders if order)
        if len(text) != players or len(orders) != players or len(gone) == players or (
            gone != list(range(1, len(gone) + 1))
        ):  # fmt: skip
            raise BadText("turncoat.line_out")
        return orders

    def read_turn(self, text: str) -> int:
        if text not in [str(seat + 1) for seat in self.living]:
            raise BadText("turncoat.line_turn", given=shorten(text))
        return int(text) - 1

    def read_rounds(self, text: str) -> int:
        rounds, limit = whole_number(text), self.settings.limit
        if rounds is None or not 0 <= rounds <= limit or str(rounds) != text:
            raise BadText("turncoat.line_rounds", limit=limit, given=shorten(text))
        if (self.phase == "draw") != (limit > 0 and rounds == limit):
            raise BadText("turncoat.line_not_drawn", limit=limit)
        return rounds

    def read_spawn_kinds(self, text: str) -> list[list[int]]:
        groups = text.split("/")
        wanted = [len(self.plan.of(seat, "S")) for seat in range(self.plan.players)]
        if [len(group) for group in groups] != wanted or not set(text) <= set("-FPCSH/"):
            raise BadText("turncoat.line_wishes")
        return [["-FPCSH".index(letter) for letter in group] for group in groups]

    # ---- checks -------------------------------------------------------------------------------

    def check_blocks(self) -> None:
        """Every block fits the map, every player has the guards, and who is in an objective."""
        for cell, top in enumerate(self.tops):
            if not self.fits(self.plan.blocks[cell], top):
                given = "a guard" if top >= GUARD else self.named(top)
                raise BadText("turncoat.line_map", site=self.sites[cell], given=given)
        for seat in self.living:
            extra = self.plan.gives(self.settings.handicap) == "guard" and seat > 0
            wanted, given = len(self.plan.of(seat, "G")) + extra, self.tops.count(GUARD + seat)
            if wanted != given:
                raise BadText("turncoat.line_guards", player=seat + 1, wanted=wanted, given=given)
            if OBJECTIVE + seat not in self.tops:
                raise BadText("turncoat.line_goals", player=seat + 1)

    def fits(self, drawn: str, top: int) -> bool:
        """Can a block of the map have turned into this one?"""
        seat = owner(top)
        if seat is not None and seat not in self.living:
            return False
        if drawn in ("--", "##"):
            return top == (TRUE if drawn == "--" else DEAD)
        if drawn[-1] == "O":
            return top == DEAD or OBJECTIVE <= top < SPAWN
        if drawn[-1] == "S" and int(drawn[0]) - 1 in self.living:
            return top == SPAWN + int(drawn[0]) - 1
        return top < TRUE or top >= GUARD

    def named(self, top: int) -> str:
        kinds = ((SPAWN, "a spawn"), (OBJECTIVE, "an objective"), (DEAD, "dead"),
                 (TRUE, "true neutral"), (COLOUR, "colour"), (NEUTRAL, "neutral"))  # fmt: skip
        return next(name for first, name in kinds if top >= first)

    def check_units(self) -> None:
        """Units stand where they may walk or where a Shield has kept them; only the mover's are
        used."""
        for cell, seat, kind, used in self.units:
            top, site = self.tops[cell], self.sites[cell]
            ground = (COLOUR + seat, OBJECTIVE + seat, SPAWN + seat, TRUE)
            kept = COLOUR <= top < TRUE or (top == NEUTRAL and any(self.out))
            if seat not in self.living or not (top in ground or kept):
                given = f"a {KINDS[kind].capitalize()} of player {seat + 1}"
                raise BadText("turncoat.line_unit", site=site, given=given)
            if used and (seat != self.turn or self.phase in ("end", "draw")):
                raise BadText("turncoat.line_used", site=site)

    def check_end(self) -> None:
        """It is won by the last one left, or by the first capture where that is the goal."""
        player = self.turn + 1
        if self.phase == "draw" and self.turn != self.living[0]:
            raise BadText("turncoat.line_turn", given=player)  # a round begins with the first one
        if len(self.living) == 1:
            if self.phase != "won":
                raise BadText("turncoat.line_won", player=player)
            return
        lost = [
            (int(drawn[0]) - 1, top)
            for drawn, top in zip(self.plan.blocks, self.tops, strict=True)
            if drawn[-1] == "O" and top != OBJECTIVE + int(drawn[0]) - 1
        ]
        if self.phase == "won":
            if self.settings.goal != "first" or not lost:
                raise BadText("turncoat.line_not_won", player=player)
        elif self.settings.goal == "first":
            # Who has left the match has dead objectives that nobody captured.
            if any(top != DEAD or not self.out[seat] for seat, top in lost):
                raise BadText("turncoat.line_first")

    def check_spawn_kinds(self) -> None:
        """Who has had a turn has decided for each spawn; the mover's units have appeared."""
        for seat, kinds in enumerate(self.spawn_kinds):
            decided = sum(kind > 0 for kind in kinds)
            full = decided == len(kinds)
            fresh = kinds == self.first_spawn_kinds(seat)
            if self.phase == "won":
                good = True
            elif seat not in self.living:
                good = decided == 0
            elif self.phase == "draw" or seat < self.turn:
                good = full
            elif seat > self.turn:  # without a limit the first round may be over at 0
                good = full or (fresh and self.rounds == 0)
            elif self.phase == "end":
                good = not full and not any(kinds[decided:])
            else:
                good = decided == 0
            if not good:
                given = "".join("-FPCSH"[kind] for kind in kinds)
                raise BadText("turncoat.line_wishes_of", player=seat + 1, given=given)

    def first_spawn_kinds(self, seat: int) -> list[int]:
        """What is decided for a seat before its first turn: nothing, or the handicap."""
        handicap = self.plan.gives(self.settings.handicap)
        first = KINDS.index(handicap) if handicap in KINDS and seat > 0 else 0
        return [first] + [0] * (len(self.plan.of(seat, "S")) - 1)
