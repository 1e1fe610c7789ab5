"""Brique as people see it: the board with its sides, stones, prompts and the text board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import compress
from operator import getitem
from typing import ClassVar

from parlour.games.brique.looks import LOOKS
from parlour.games.brique.rules import BLACK, EMPTY, WHITE, Rules
from parlour.games.brique.squares import COLOURS, COLUMNS, SIDES, BriqueSettings, Squares
from parlour.table.game_parts.presentation import Presentation
from parlour.table.looks.look import Looks
from parlour.table.sentences import Sentence, listing
from parlour.table.view import Board, Button, Cell, Edge, Label, Piece, PieceChanges, Side


class BriquePresentation(Squares, Presentation[Rules, BriqueSettings]):
    """Stones on squares; black joins top and bottom, white joins left and right."""

    piece_kinds: ClassVar[tuple[str, ...]] = ("stone",)

    @cached_property
    def _board(self) -> Board:
        size, last = self.size, self.size - 1
        columns, rows = COLUMNS[:size], range(size)
        return Board(
            cells=tuple(
                Cell(
                    site,
                    x=i % size,
                    y=i // size,
                    ground=("light", "dark")[(i // size + i % size) % 2],
                )
                for i, site in enumerate(self.sites)
            ),
            labels=(
                *(Label(name, x, y) for x, name in enumerate(columns) for y in (-1, size)),
                *(Label(str(size - y), x, y) for y in rows for x in (-1, size)),
            ),
            edges=(
                Edge("black", -0.5, -0.5, last + 0.5, -0.5),
                Edge("black", -0.5, last + 0.5, last + 0.5, last + 0.5),
                Edge("white", -0.5, -0.5, -0.5, last + 0.5),
                Edge("white", last + 0.5, -0.5, last + 0.5, last + 0.5),
            ),
        )

    def looks(self) -> Looks:
        return LOOKS

    def sides(self) -> tuple[Side, ...]:
        """Nobody has a side to sit on: each seat joins two, and may change them by the pie rule."""
        return "bottom", "bottom"

    def board(self) -> Board:
        return self._board

    def pieces(self, state: Rules, viewer: int) -> Sequence[Piece]:
        stones, board = self._stones[state.black], state.board  # which goes on after the last cell
        return list(map(getitem, compress(stones, board), filter(None, board)))

    def moved_pieces(self, old: Rules, new: Rules, viewer: int) -> PieceChanges | None:
        if old.black != new.black:  # swapped: every stone has another owner
            return None
        stones, changed = self._stones[new.black], new.changed_since(old)
        return PieceChanges(
            [stones[cell][was] for cell, was, _ in changed if was],
            [stones[cell][now] for cell, _, now in changed if now],
        )

    @cached_property
    def _stones(self) -> list[list[tuple[Piece, ...]]]:
        """Every stone there can be, ready made: by the seat that has Black, square and colour."""
        owners = ((0, 0, 1), (1, 1, 0))
        return [
            [
                tuple(self._stone(site, colour, owner[colour]) for colour in range(3))
                for site in self.sites
            ]
            for owner in owners
        ]

    def _stone(self, site: str, colour: int, seat: int) -> Piece:
        name = COLOURS[colour]
        return Piece(f"{site}-{name}", site, "stone", "?BW"[colour], seat, name)

    def buttons(self, state: Rules, seat: int) -> tuple[Button, ...]:
        if not state.asking:
            return ()
        return self.button("keep"), self.button("swap")

    def colour(self, state: Rules, seat: int) -> str:
        return "black" if seat == state.black else "white"

    def prompt(self, state: Rules, seat: int) -> Sentence:
        colour = BLACK if seat == state.black else WHITE
        return Sentence(
            "brique.pie" if state.asking else "brique.coordinates",
            colour=COLOURS[colour].capitalize(),
            sides=SIDES[colour],
        )

    def report(self, state: Rules, action: int, names: Sequence[str]) -> Sentence:
        if action >= self.cells:
            id = "brique.swapped" if action == self.swap else "brique.kept"
            return Sentence(id, player=names[state.seat], other=names[1 - state.seat])
        placed, filled = self._placed[state.turn][action], self._filled(state, action)
        if not filled:
            return placed
        values = placed.values | {"filled": listing(filled)}
        return Sentence("brique.placed_and_filled", **values)

    @cached_property
    def _placed(self) -> list[list[Sentence]]:
        """The report of every stone that fills nothing, by colour and square."""
        names = [colour.capitalize() for colour in COLOURS]
        return [
            [
                Sentence("brique.placed", column=site[0], row=site[1:], colour=name, filled="")
                for site in self.sites
            ]
            for name in names
        ]

    def _filled(self, state: Rules, action: int) -> list[str]:
        """The squares that a stone fills besides its own, and which of them it takes (§3)."""
        after = state.copy()
        after.apply(action)
        changed = after.changed_since(state)
        if len(changed) == 1:
            return []
        return [
            f"{self.sites[cell]} (taken)" if was != EMPTY else self.sites[cell]
            for cell, was, _ in changed
            if cell != action
        ]

    def text(self, state: Rules, viewer: int | None = None) -> str:
        letters = "    " + " ".join(COLUMNS[: self.size])
        board = state.board
        signs = [
            " #"[(cell // self.size + cell % self.size) % 2]
            if board[cell] == EMPTY
            else "?BW"[board[cell]]
            for cell in range(self.cells)
        ]
        rows = (
            f"{number:2} |{'|'.join(signs[start : start + self.size])}| {number}"
            for number, start in zip(
                range(self.size, 0, -1), range(0, self.cells, self.size), strict=True
            )
        )
        return "\n".join([letters, *rows, letters])
