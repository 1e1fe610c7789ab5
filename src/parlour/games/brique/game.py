"""Brique: its parts combined, how it ends, and its position lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parlour.games.brique.english import ENGLISH
from parlour.games.brique.knowledge import BriqueKnowledge
from parlour.games.brique.learning import CURRICULUM, BriqueLearning
from parlour.games.brique.levels import LEVELS
from parlour.games.brique.net_input import SMALLEST, BriqueNetInput
from parlour.games.brique.notation import BriqueNotation
from parlour.games.brique.presentation import BriquePresentation
from parlour.games.brique.rules import BLACK, EMPTY, WHITE, Rules, shape_of
from parlour.games.brique.squares import COLOURS, SIDES, BriqueSettings
from parlour.table.errors import BadText
from parlour.table.game import Game
from parlour.table.sentences import Sentence, shorten


class Brique(BriqueNotation, BriquePresentation, BriqueLearning, Game[Rules, BriqueSettings]):
    slug = "brique"
    title = "Brique"
    Settings = BriqueSettings
    State = Rules
    english = ENGLISH
    best_player = "mcts,evaluate=1"
    net_player = "mcts,net=1"
    levels = LEVELS
    curriculum = CURRICULUM

    def verdict(self, state: Rules, names: Sequence[str]) -> tuple[str, Sentence]:
        winner = state.black if state.winner == BLACK else 1 - state.black
        sides, colour = SIDES[state.winner], COLOURS[state.winner]
        return "joined", Sentence("brique.joined", player=names[winner], sides=sides, colour=colour)

    def risky(self, state: Rules, seat: int) -> Sequence[int]:
        """Stones only ever help the side that they belong to."""
        return ()

    def knowledge(self) -> BriqueKnowledge:
        return BriqueKnowledge(self)

    def net_input(self) -> BriqueNetInput | None:
        return BriqueNetInput(self) if self.size >= SMALLEST else None

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
