"""The characters of one cell of the board, each with its style."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from parlour.table.looks.look import Looks
from parlour.table.view import Piece
from parlour.terminal.board.rendering import colours, signs
from parlour.terminal.board.rendering.grid import BoardGrid, line_of_piece

LAST = Style(color=colours.ink(colours.LAST), bgcolor=colours.LAST, bold=True)


class CellCanvas:
    """The lines of a cell. The cursor is a bar at both sides; the piece between them keeps its
    colours."""

    def __init__(self, grid: BoardGrid, square: str, has_cursor: bool) -> None:
        self.width, self.height = grid.cell_width, grid.cell_height
        self.middle = line_of_piece(self.height)
        self.first, self.end = 0, self.width  # the columns between the bars
        self.closing = 0  # the last column of the piece
        self.style = Style(color=colours.ink(square), bgcolor=square)
        self.signs = [[(" ", self.style)] * self.width for _ in range(self.height)]
        if has_cursor:
            self.first, self.end = 1, max(2, self.width - 1)
            for line in range(self.height):
                self.signs[line][0] = ("▌", self.style)
                if self.width > 2:
                    self.signs[line][-1] = ("▐", self.style)

    def put(self, line: int, column: int, text: str, style: Style | None = None) -> None:
        for i, sign in enumerate(text[: max(0, self.end - column)]):
            self.signs[line][column + i] = (sign, style or self.style)

    def put_centred(self, line: int, text: str, style: Style | None = None) -> None:
        self.put(line, self.column_of(len(text)), text, style)

    def column_of(self, width: int) -> int:
        """The first column of a centred text of this width."""
        return max(self.first, (self.width - width) // 2)

    def is_free(self, column: int) -> bool:
        """Is a column beside the piece still empty?"""
        return self.signs[self.middle][column] == (" ", self.style)

    def write_sign(self, sign: str, last: bool) -> None:
        self.put_centred(self.middle, sign, self.style + Style(bold=True))
        if last and sign != signs.LAST and self.width > 2 and self.is_free(self.end - 1):
            self.put(self.middle, self.end - 1, signs.LAST)

    def write_piece(
        self, looks: Looks, piece: Piece, body: str, under: str, unique_letters: bool, last: bool
    ) -> None:
        """The piece with its stats, what it holds, its condition, and the pieces `under` it."""
        style = Style(color=colours.ink(body), bgcolor=body, bold=True, underline=last)
        space, bold = self.end - self.first, self.style + Style(bold=True)
        lines = [signs.word_of(piece, space, unique_letters or space < self.width)]
        stats, holds = signs.stats_of(looks, piece), signs.item_of(looks, piece)
        held = signs.initial(holds)
        if self.height > 1 and (stats or holds):
            together = f"{stats} {holds}".strip()
            if len(together) <= space:
                stats, held = together, ""
            lines.append(stats[:space])
        wide = min(space, max(2 if self.width == 2 else 0, *map(len, lines)))
        column = self.column_of(wide)
        self.closing = column + wide - 1
        for i, line in enumerate(lines):
            self.put(self.middle + i, column, line.ljust(wide) if wide < 3 else line.center(wide),
                     style)  # fmt: skip
        condition = signs.condition_of(looks, piece)
        if condition and self.middle > 0:
            self.put_centred(self.middle - 1, condition[:space])
            condition = ""
        self.put(self.middle, column + wide, held + condition[:1], bold)
        if space := column - self.first:
            self.put(self.middle, column - min(space, len(under)), under[:space])
        elif self.middle > 0:
            self.put(0, self.first, under)

    def write_beside(self, sign: str, last: bool) -> None:
        """Signs for what the colour of the cell means, in free columns at its edges. The last move
        is always marked, if need be in place of the piece's closing bracket."""
        for column in (self.first, self.end - 1):
            if sign and self.width > 2 and self.is_free(column):
                self.put(self.middle, column, sign)
                break
        if last and self.is_free(self.end - 1):
            self.put(self.middle, self.end - 1, signs.LAST)
        elif last and self.signs[self.middle][self.closing][0] in signs.CLOSING:
            self.put(self.middle, self.closing, signs.LAST, LAST)

    def lines(self) -> list[Text]:
        return [Text.assemble(*row) for row in self.signs]
