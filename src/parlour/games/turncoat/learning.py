"""Turncoat as arrays, and the symmetries that a map has."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from parlour.games.turncoat.blocks import KINDS, MOVE
from parlour.games.turncoat.maps.plan import Plan
from parlour.games.turncoat.maps.terrain import OFFSETS
from parlour.games.turncoat.notation.actions import ActionCodec
from parlour.games.turncoat.rules import Rules
from parlour.games.turncoat.snapshot import Snapshot, owner
from parlour.table.game_parts.learning import Learning
from parlour.table.learning.encoding import Encoding, channels, counter, relative_seats
from parlour.table.learning.squares import Turn, turned_cells, turns_of_a_board
from parlour.table.learning.symmetry import Symmetry


class TurncoatLearning(Learning[Rules, Any]):
    """What never changes on a map must look the same after a symmetry: its edges, the blocks that
    are dead from the first, where objectives are, and the spawns with the order of a seat's own."""

    plan: Plan
    codec: ActionCodec

    @cached_property
    def encoding(self) -> Encoding:
        sites, width = self.plan.sites(), self.plan.width
        seats = relative_seats(self.plan.players)
        owned = ("colour block", "objective", "spawn", "guard", *KINDS[1:])
        planes = [f"{thing} of {seat}" for thing in owned for seat in seats]
        blocks, units = planes[: 4 * len(seats)], planes[4 * len(seats) :]
        return Encoding(
            tuple(sites[row : row + width] for row in range(0, len(sites), width)),
            (
                *channels("neutral", "true neutral", "dead", *blocks),
                *channels("guard on a colour block", *units, "unit has moved", "unit has acted"),
                *channels(*(f"{kind} to appear" for kind in KINDS[1:]), "spawn asked about"),
            ),
            (
                *channels(*(f"turn of {seat}" for seat in seats)),
                *channels(*(f"{seat} went out as number" for seat in seats), most=len(seats)),
                *channels(*(f"{seat} has won" for seat in seats)),
                *channels("block placed in this turn", "guard moved in this turn"),
                *counter("rounds"),
            ),
        )

    def symmetries(self) -> tuple[Symmetry, ...]:
        identity, found = super().symmetries()[0], list[Symmetry]()
        for name, turn in turns_of_a_board(self.plan.height, self.plan.width).items():
            if name == "identity":
                continue
            cells = turned_cells(turn, self.plan.height, self.plan.width)
            for shift in self._shifts(cells):
                seats = tuple((seat + shift) % len(self.seats) for seat in range(len(self.seats)))
                sites = {self.codec.sites[a]: self.codec.sites[b] for a, b in enumerate(cells)}
                called = f"{name}, seats +{shift}" if shift else name
                actions = tuple(self._turned_numbers(cells, turn))
                found.append(Symmetry(called, actions, seats, sites))
        return identity, *found

    def _shifts(self, cells: tuple[int, ...]) -> Iterator[int]:
        """By how much the seats may be shifted when the cells are turned. Rounds are counted when
        the first seat has its turn again, so with a limit they stay."""
        blocks, seats = self.plan.blocks, len(self.seats)
        if any(fixed(blocks[cell]) != fixed(blocks[to]) for cell, to in enumerate(cells)):
            return
        for shift in range(1 if self.settings.limit else seats):
            spawns = [self.plan.of(seat, "S") for seat in range(seats)]
            turned = [[cells[cell] for cell in spawns[seat]] for seat in range(seats)]
            if all(turned[seat] == spawns[(seat + shift) % seats] for seat in range(seats)):
                yield shift

    def _turned_numbers(self, cells: tuple[int, ...], turn: Turn) -> Iterator[int]:
        """The number that each action becomes, if guards keep theirs."""
        codec, (row, column) = self.codec, turn(0, 0)
        turned = [turn(down, right) for down, right in OFFSETS]
        to = [OFFSETS.index((y - row, x - column)) for y, x in turned]
        for action in range(codec.end):
            cell, code = divmod(action, codec.stride)
            here = cells[cell]
            if MOVE <= code < codec.first_act:
                code = MOVE + codec.move_code(here, cells[codec.target(cell, code - MOVE)])
            elif codec.first_act <= code < codec.first_guard:
                first = self._first_of(code)
                code = first + to[code - first]
            yield here * codec.stride + code
        yield from range(codec.end, self.action_count)

    def _first_of(self, code: int) -> int:
        """The first code of the kind of action that a code with a target belongs to."""
        codec = self.codec
        starts = (codec.first_act, codec.first_capture, codec.first_kill)
        return max(first for first in starts if first <= code)

    def turned(self, state: Rules, symmetry: Symmetry) -> Rules:
        if symmetry.name == "identity":
            return state.copy()
        old, image, seats = Snapshot(state), self.blank(), symmetry.seats
        to = self._cells_of(symmetry)
        tops, unders = [0] * len(to), [0] * len(to)
        for cell, there in enumerate(to):
            tops[there] = reowned(old.tops[cell], seats)
            unders[there] = reowned(old.unders[cell], seats)
        image.set_up(tops, unders)
        for cell, unit in old.units.items():
            image.put_unit(to[cell], seats[unit.seat], unit.kind, unit.used)
        kinds, out = [list[int]()] * len(seats), [0] * len(seats)
        for seat, there in enumerate(seats):
            kinds[there] = [old.spawn_kinds[cell] for cell in self.plan.of(seat, "S")]
            out[there] = state.out[seat]
        turn, winner = seats[state.turn], state.winner
        image.resume_turn(turn, state.placed, state.guarded, state.choosing, kinds)
        image.set_outcome(out, state.rounds, seats[winner] if winner >= 0 else winner, state.over)
        return image

    def _cells_of(self, symmetry: Symmetry) -> list[int]:
        return [self.codec.cell_of[symmetry.sites[site]] for site in self.codec.sites]

    def turned_action(self, state: Rules, symmetry: Symmetry, action: int) -> int:
        """Guards are numbered in reading order, which turns with them."""
        decoded = self.codec.decode(state, action)
        if symmetry.name == "identity" or decoded.verb != "guard":
            return symmetry.actions[action]
        to = self._cells_of(symmetry)
        guards = sorted(to[cell] for cell in Snapshot(state).guards_of(state.turn))
        slot = guards.index(to[decoded.here])
        return to[decoded.to] * self.codec.stride + self.codec.first_guard + slot


def fixed(word: str) -> str:
    """What of a block of the map lasts through a match."""
    return word if word == "##" else "O" if word.endswith("O") else ""


def reowned(block: int, seats: tuple[int, ...]) -> int:
    """The same block, of the seat that its owner becomes."""
    seat = owner(block)
    return block if seat is None else block - seat + seats[seat]
