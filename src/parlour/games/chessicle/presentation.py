"""Chessicle as people see it: the board, its characters, prompts, reports and the text board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from parlour.games.chessicle.characters import (
    NAMES,
    PIECES,
    SITES,
    Characters,
    ChessicleSettings,
)
from parlour.games.chessicle.looks import LOOKS
from parlour.games.chessicle.rules import NONE, Rules
from parlour.table.game_parts.presentation import Presentation
from parlour.table.looks.look import Looks
from parlour.table.sentences import Sentence, listing
from parlour.table.view import Board, Button, Cell, Label, Piece, Side

BOARD = Board(
    cells=tuple(
        Cell(site, x=i % 5, y=i // 5, ground=("light", "dark")[(i // 5 + i % 5) % 2])
        for i, site in enumerate(SITES)
    ),
    labels=(
        *(Label(str(i + 1), i, -1) for i in range(5)),
        *(Label(str(i + 1), -1, i) for i in range(5)),
    ),
)


class ChessiclePresentation(Characters, Presentation[Rules, ChessicleSettings]):
    """Characters on tiles; hidden ones show only their side."""

    piece_kinds: ClassVar[tuple[str, ...]] = NAMES

    def looks(self) -> Looks:
        return LOOKS

    def sides(self) -> tuple[Side, ...]:
        return "top", "bottom"

    def board(self) -> Board:
        return BOARD

    def pieces(self, state: Rules, viewer: int) -> Sequence[Piece]:
        shown: list[Piece] = []
        for tile, piece in enumerate(state.tile[:25]):
            if piece == NONE:
                continue
            owner = int(piece > 5)
            colour, site = self.colour(state, owner), SITES[tile]
            if self.secret(state, viewer, owner):
                id = f"{'AB'[owner]}-{tile % 5 + 1}"
                shown.append(Piece(id, site, "hidden", "?", owner, colour, hidden=True))
            else:
                name = PIECES[piece]
                shown.append(Piece(name, site, name[2:], name[2:], owner, colour))
        return shown

    def label(self, site: str) -> str:
        """A tile in words: rows and columns both have numbers."""
        return f"row {site[1]}, column {site[3]}" if site in SITES else site

    def buttons(self, state: Rules, seat: int) -> tuple[Button, ...]:
        return () if all(state.deployed) else tuple(map(self.button, sorted(NAMES)))

    def colour(self, state: Rules, seat: int) -> str:
        return ("red", "blue")[seat]

    def counters(self, state: Rules, seat: int, viewer: int) -> dict[str, int]:
        return {"characters": state.left[seat]}

    def prompt(self, state: Rules, seat: int) -> Sentence:
        return Sentence("chessicle.move" if all(state.deployed) else "chessicle.deploy")

    def report(self, state: Rules, action: int, names: Sequence[str]) -> Sentence:
        """What was played, and whom it removed."""
        player, text = names[state.seat], self.write(state, action)
        before = {piece for piece in state.tile if piece}
        gone = sorted(before - set(state.after(action).tile)) if all(state.deployed) else []
        if not gone:
            return Sentence("table.acted", player=player, text=text)
        removed = listing([PIECES[piece] for piece in gone])
        return Sentence("chessicle.removes", player=player, text=text, removed=removed)

    def text(self, state: Rules, viewer: int | None = None) -> str:
        cells = [
            PIECES[piece]
            if piece == NONE or not self.secret(state, viewer, int(piece > 5))
            else "?"
            for piece in state.tile[:25]
        ]
        rows = [["", *"12345"]]
        rows += [
            [str(y + 1), *(cell or "." for cell in cells[5 * y : 5 * y + 5])] for y in range(5)
        ]
        lines = (f"{row[0]:2} " + " ".join(cell.ljust(4) for cell in row[1:]) for row in rows)
        return "\n".join(line.rstrip() for line in lines)
