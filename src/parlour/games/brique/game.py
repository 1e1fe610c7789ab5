"""Brique on the table: how squares are named, written, read and shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import compress
from operator import getitem
from typing import Annotated, ClassVar

from msgspec import Meta

from parlour.games.brique.english import ENGLISH
from parlour.games.brique.knowledge import BriqueKnowledge
from parlour.games.brique.levels import LEVELS
from parlour.games.brique.rules import Rules, shape_of
from parlour.table import settings
from parlour.table.errors import BadText
from parlour.table.game import Game
from parlour.table.sentences import Sentence, listing, shorten
from parlour.table.view import Board, Button, Cell, Edge, Label, Piece, PieceChanges

EMPTY, BLACK, WHITE = 0, 1, 2
COLOURS = ("empty", "black", "white")
SIDES = ("", "top and bottom", "left and right")  # what a colour has to join
COLUMNS = "abcdefghijklmnopqrs"
_coordinates = re.compile(r"([a-z]) ?([0-9]{1,4})")


class BriqueSettings(settings.Settings, frozen=True):
    size: Annotated[int, Meta(ge=2, le=19, examples=[11], description="squares along a side")] = 15
    pie: Annotated[
        bool, Meta(description="whether the second player may take over the first stone")
    ] = True
    first: Annotated[
        int,
        Meta(ge=0, le=1, description="who moves first, with Black: 0 is Player 1, 1 is Player 2"),
    ] = 0


class Brique(Game[Rules, BriqueSettings]):
    slug = "brique"
    title = "Brique"
    Settings = BriqueSettings
    State = Rules
    piece_kinds: ClassVar[tuple[str, ...]] = ("stone",)
    english = ENGLISH
    best_player = "mcts,evaluate=1"
    levels = LEVELS

    def prepare(self) -> None:
        self.size = self.settings.size
        self.cells = self.size * self.size
        self.swap, self.keep = self.cells, self.cells + 1
        self.seats = ("Player 1", "Player 2")
        self.action_count = self.cells + 2 if self.settings.pie else self.cells
        self.sites: tuple[str, ...] = tuple(
            f"{COLUMNS[cell % self.size]}{self.size - cell // self.size}"
            for cell in range(self.cells)
        )
        self.action_sites = (*self.sites, "swap", "keep")

    # ---- actions ------------------------------------------------------------------------------

    def write(self, state: Rules, action: int) -> str:
        if action < self.cells:
            return self.sites[action]
        return "swap" if action == self.swap else "keep"

    def parse(self, state: Rules, text: str, seat: int) -> int:
        word = text.lower()
        if word in ("swap", "yes", "y"):
            return self.swap
        if word in ("keep", "no", "n"):
            return self.keep
        cell = self.cell_of(word)
        return -1 if cell is None else cell

    def cell_of(self, text: str) -> int | None:
        """The square of `d8` or `d 8`, if it is on the board."""
        found = _coordinates.fullmatch(text)
        if not found:
            return None
        column, row = COLUMNS.find(found[1]), int(found[2])
        inside = 0 <= column < self.size and 1 <= row <= self.size
        return (self.size - row) * self.size + column if inside else None

    def why(self, state: Rules, text: str, seat: int | None = None) -> Sentence:
        word, example = text.lower(), self.sites[self.cells // 2]
        if state.asking:
            return Sentence("brique.answer")
        if word in ("swap", "keep", "yes", "no", "y", "n"):
            return Sentence("brique.no_question")
        if not word:
            return Sentence("brique.nothing", example=example)
        cell = self.cell_of(word)
        if cell is not None:
            return Sentence("brique.taken", site=self.sites[cell])
        if not _coordinates.fullmatch(word):
            return Sentence("brique.unreadable", text=shorten(text), example=example)
        last = COLUMNS[self.size - 1]
        return Sentence("brique.off_board", text=shorten(text), column=last, row=self.size)

    # ---- what people see ----------------------------------------------------------------------

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

    def board(self) -> Board:
        return self._board

    def pieces(self, state: Rules, viewer: int) -> Sequence[Piece]:
        stones, board = self._stones[state.black], state.board  # which goes on after the last cell
        return list(map(getitem, compress(stones, board), filter(None, board)))

    def moved_pieces(self, old: Rules, new: Rules, viewer: int) -> PieceChanges | None:
        if old.black != new.black:  # swapped: every stone has another owner
            return None
        stones, changed = self._stones[new.black], new.changed_since(old)
        gone = tuple(stones[cell][was].id for cell, was, _ in changed if was)
        return gone, tuple(stones[cell][now] for cell, _, now in changed if now)

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
        return (Button("keep", "No, keep my colour"), Button("swap", "Yes, swap colours"))

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
        site, colour = self.sites[action], COLOURS[state.turn].capitalize()
        filled = self._filled(state, action)
        id = "brique.placed_and_filled" if filled else "brique.placed"
        return Sentence(id, column=site[0], row=site[1:], colour=colour, filled=listing(filled))

    def _filled(self, state: Rules, action: int) -> list[str]:
        """The squares that a stone fills besides its own, and which of them it takes (§3)."""
        after = state.after(action)
        changed = [
            cell
            for cell in range(self.cells)
            if cell != action and state.board[cell] != after.board[cell]
        ]
        return [
            f"{self.sites[cell]} (taken)" if state.board[cell] != EMPTY else self.sites[cell]
            for cell in changed
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

    def risky(self, state: Rules, seat: int) -> Sequence[int]:
        """Stones only ever help the side that they belong to."""
        return ()

    def verdict(self, state: Rules, names: Sequence[str]) -> tuple[str, Sentence]:
        winner = state.black if state.winner == BLACK else 1 - state.black
        sides, colour = SIDES[state.winner], COLOURS[state.winner]
        return "joined", Sentence("brique.joined", player=names[winner], sides=sides, colour=colour)

    def knowledge(self) -> BriqueKnowledge:
        return BriqueKnowledge(self)

    def features(self, state: Rules, seat: int) -> tuple[float, ...]:
        return float(seat == state.black), float(state.asking)

    # ---- the position in one line: 3b11/15/... w 1 ask -----------------------------------------

    def write_line(self, state: Rules, viewer: int | None) -> str:
        signs = "".join(".bw"[colour] for colour in state.board[: self.cells])
        rows = (signs[start : start + self.size] for start in range(0, self.cells, self.size))
        packed = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
        asks = "ask" if state.asking else "-"
        return f"{packed} {'?bw'[state.turn]} {state.black + 1} {asks}"

    def read_line(self, line: str) -> Rules:
        parts = line.split(" ")
        if len(parts) != 4:
            raise BadText("brique.line_parts")
        stones = self._read_rows(parts[0])
        if parts[1] not in ("b", "w"):
            raise BadText("brique.line_turn", given=shorten(parts[1]))
        if parts[2] not in ("1", "2"):
            raise BadText("brique.line_black", given=shorten(parts[2]))
        if parts[3] not in ("ask", "-"):
            raise BadText("brique.line_ask", given=shorten(parts[3]))
        turn = BLACK if parts[1] == "b" else WHITE
        black, asking = int(parts[2]) - 1, parts[3] == "ask"
        self._check(stones, turn, black, asking)
        state = self.blank()
        state.set_up(stones, turn, black, asking)
        self._check_winner(state)
        return state

    def _read_rows(self, text: str) -> list[int]:
        rows = text.split("/")
        if len(rows) != self.size:
            raise BadText("brique.line_rows", size=self.size, given=len(rows))
        stones: list[int] = []
        for y, row in enumerate(rows):
            number, cells = self.size - y, list[int]()
            for run in re.findall(r"[0-9]+|.", row):
                if run in ("b", "w"):
                    cells.append(BLACK if run == "b" else WHITE)
                elif run.isdigit() and len(run) <= 2 and run[0] != "0":
                    cells.extend([EMPTY] * int(run))
                else:
                    raise BadText("brique.line_sign", row=number, sign=shorten(run))
            if len(cells) != self.size:
                raise BadText("brique.line_row", row=number, size=self.size, given=len(cells))
            stones.extend(cells)
        return stones

    def _check(self, stones: list[int], turn: int, black: int, asking: bool) -> None:
        """Refuse what no match can lead to: at the start, at the pie question, and against §3."""
        placed = [colour for colour in stones if colour != EMPTY]
        first, pie = self.settings.first, self.settings.pie
        if not placed and (turn, black) != (BLACK, first):
            raise BadText("brique.line_start", seat=first + 1)
        if asking and (not pie or placed != [BLACK] or turn != WHITE or black != first):
            raise BadText("brique.line_pie")
        if len(placed) == 1 and (placed != [BLACK] or turn != WHITE):
            raise BadText("brique.line_first")
        if not pie and black != first:
            raise BadText("brique.line_swapped", seat=first + 1)
        shape = shape_of(self.size)
        for cell, colour in enumerate(stones):
            far = shape.rise[cell]
            if colour != EMPTY and far < self.cells and stones[far] == colour:
                mid = shape.rise_mid[cell]
                if stones[mid] != colour:
                    site = self.sites[mid]
                    raise BadText("brique.line_escorts", site=site, colour=COLOURS[colour])

    def _check_winner(self, state: Rules) -> None:
        if state.winner == EMPTY:
            return
        for colour in (BLACK, WHITE):
            alone = self.blank()
            kept = [stone if stone == colour else EMPTY for stone in state.board[: self.cells]]
            alone.set_up(kept, colour, 0, False)
            if alone.winner == colour:
                if state.winner != colour:
                    raise BadText("brique.line_both")
                if state.turn == colour:
                    raise BadText("brique.line_joined", colour=COLOURS[colour])


GAME = Brique
