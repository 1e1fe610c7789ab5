"""Squares and answers of Brique as people type them, and why one is refused."""

from __future__ import annotations

import re

from parlour.games.brique.rules import Rules
from parlour.games.brique.squares import COLUMNS, BriqueSettings, Squares
from parlour.table.game_parts.notation import Notation
from parlour.table.sentences import Sentence, shorten

_coordinates = re.compile(r"([a-z]) ?([0-9]{1,4})")


class BriqueNotation(Squares, Notation[Rules, BriqueSettings]):
    """`d8` places a stone; `swap` and `keep` answer the pie question."""

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
