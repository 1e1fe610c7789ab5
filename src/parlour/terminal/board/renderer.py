"""The board as styled text: what the pictures show, in characters. The full screen and the lines
draw with it; it knows views, and no game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from parlour.drawing.figures import FADED
from parlour.drawing.palette import mix
from parlour.table.view import Piece, View
from parlour.terminal.board import colours, signs
from parlour.terminal.board.grid import Corner, Grid, line_of_piece

LAST = Style(color=colours.ink(colours.LAST), bgcolor=colours.LAST, bold=True)
MARKS = {"danger": colours.DANGER, "goal": colours.GOAL, "area": colours.AREA}


class Highlights(NamedTuple):
    """What a person should look at besides the position itself."""

    selectable: frozenset[str] = frozenset()  # what may be touched next
    touched: tuple[str, ...] = ()
    hinted: tuple[str, ...] = ()
    cursor: str = ""


class BoardRenderer:
    """One view on one grid."""

    def __init__(self, grid: Grid, view: View | None, highlights: Highlights) -> None:
        self.grid, self.highlights = grid, highlights
        self.standing: dict[str, list[Piece]] = defaultdict(list)
        self.marked: dict[str, dict[str, int | None]] = defaultdict(dict)  # kinds by site
        pieces = view.pieces if view else ()
        for piece in pieces:
            self.standing[piece.site].append(piece)
        for mark in view.marks if view else ():
            for site in mark.sites:
                self.marked[site][mark.kind] = mark.seat
        units = [piece for piece in pieces if piece.seat is not None and piece.layer != "block"]
        self.unique_letters = signs.letters_are_unique(units)
        self.colours = {panel.seat: panel.colour for panel in view.panels} if view else {}

    # ---- around the cells ---------------------------------------------------------------------

    def text(self, corner: Corner = (0, 0)) -> Text:
        """Everything that is seen from a corner on: cells, labels, and the sides of colours."""
        return Text("\n", no_wrap=True, end="").join(self.lines(corner))

    def lines(self, corner: Corner) -> Iterator[Text]:
        grid, (left, top) = self.grid, corner
        right, bottom = left + grid.columns_seen, top + grid.rows_seen
        yield self._labels("top", corner, visible=top == 0)
        row_labels = grid.row_labels()
        for y in range(top, bottom):
            more = "↑" if y == top > 0 else "↓" if y == bottom - 1 < grid.rows - 1 else " "
            rows = [Text() for _ in range(grid.cell_height)]
            for x in range(left, right):
                site = grid.site.get((x, y))
                cell = self.cell(site) if site else [Text(" " * grid.cell_width)] * len(rows)
                for row, part in zip(rows, cell, strict=True):
                    row.append_text(part)
            for i, row in enumerate(rows):
                label = f"{row_labels[y]}{more}" if i == line_of_piece(len(rows)) else " "
                yield self._between(label, row, left == 0, right == grid.columns)
        if grid.bottom:
            yield self._labels("bottom", corner, visible=bottom == grid.rows)

    def _between(self, label: str, row: Text, at_left: bool, at_right: bool) -> Text:
        """A row of cells between the sides of the board."""
        grid, line = self.grid, Text()
        if at_left and "left" in grid.sides:
            line.append(_initial(grid, "left") + label.rjust(grid.left - 1), _side(grid, "left"))
        else:
            line.append(label.rjust(grid.left))
        line.append_text(row)
        if at_right and "right" in grid.sides:
            line.append(f" {_initial(grid, 'right')}", _side(grid, "right"))
        return line

    def _labels(self, side: str, corner: Corner, visible: bool) -> Text:
        """The names of the columns; where a side belongs to a colour, they stand on it."""
        grid, (left, _) = self.grid, corner
        right = left + grid.columns_seen
        names = [
            label[: grid.cell_width].center(grid.cell_width)
            for label in grid.column_labels()[left:right]
        ]
        before = "←" if left else " "
        after = "→" if right < grid.columns else ""
        if side not in grid.sides or not visible:
            row = before.rjust(grid.left) + "".join(names)
            return Text(f"{row[:-1]}{after}" if after else row)
        sign = _initial(grid, side)
        row = f"{sign}{before.rjust(grid.left - 1)}{''.join(names)}"
        return Text(row + (after or sign).rjust(grid.right), _side(grid, side))

    # ---- a cell -------------------------------------------------------------------------------

    def cell(self, site: str) -> list[Text]:
        """The lines of a cell."""
        pieces, top = self.standing.get(site, []), signs.top_piece(self.standing.get(site, []))
        square = self.square(site, pieces)
        if top is None or top.layer == "block":
            cell = CellCanvas(self.grid, square, site == self.highlights.cursor)
            cell.write_sign(self.sign(site, top), "last" in self.marked[site])
            if top is not None:
                cell.write_beside(self.highlight_sign(site), last=False)
        else:
            piece = self.body(top)
            if top.condition in FADED:
                piece = colours.faded(piece, square)
            cell = CellCanvas(
                self.grid, colours.apart(square, piece), site == self.highlights.cursor
            )
            under = "".join(signs.letter_of(it) for it in pieces if it is not top)
            cell.write_piece(top, piece, under, self.unique_letters, "last" in self.marked[site])
            cell.write_beside(self.highlight_sign(site), "last" in self.marked[site])
        return cell.lines()

    def square(self, site: str, pieces: list[Piece]) -> str:
        """The colour behind everything in a cell."""
        x, y = self.grid.coordinates[site]
        colour = colours.ground(self.grid.ground[site], bool((x + y) % 2))
        block = next((piece for piece in pieces if piece.layer == "block"), None)
        if block is not None and block.kind in colours.GROUNDS and block.seat is None:
            colour = colours.ground(block.kind, bool((x + y) % 2))
        elif block is not None:
            colour = colours.tile(self._colour(block), block.seat)
        if site in self.highlights.touched:
            return colours.TOUCHED
        if site in self.highlights.hinted:
            return colours.HINTED
        for kind, seat in self.marked[site].items():
            if kind in MARKS:
                mark = MARKS[kind]
                if kind == "area" and seat is not None:
                    mark = colours.body(self.colours.get(seat, ""), seat)
                colour = mix(colour, mark, 0.5)
        if site in self.highlights.selectable:
            return colour if "danger" in self.marked[site] else colours.selectable(colour)
        return colours.LAST if "last" in self.marked[site] else colour

    def body(self, piece: Piece) -> str:
        return colours.body(self._colour(piece), piece.seat)

    def _colour(self, piece: Piece) -> str:
        """A piece's own colour, or that of its seat."""
        seats = "" if piece.seat is None else self.colours.get(piece.seat, "")
        return piece.colour or seats

    def highlight_sign(self, site: str) -> str:
        highlights, marked = self.highlights, self.marked[site]
        if site in highlights.touched:
            return signs.TOUCHED
        if site in highlights.hinted:
            return signs.HINTED
        if "danger" in marked:
            return signs.DANGER
        return signs.SELECTABLE if site in highlights.selectable else ""

    def sign(self, site: str, block: Piece | None) -> str:
        """What stands in a cell without a piece: its block, a sign, or what its ground is."""
        if block is not None:
            word = signs.word_of(block, self.grid.cell_width)
            held = signs.initial(block.holds)
            return word + held if len(word) < self.grid.cell_width else word
        if sign := self.highlight_sign(site):
            return sign
        if "last" in self.marked[site]:
            return signs.LAST
        return signs.GROUNDS.get(self.grid.ground[site], "")


class CellCanvas:
    """The characters of one cell, each with its style. Where the cursor is there are bars at both
    sides, and the piece between them keeps its colours."""

    def __init__(self, grid: Grid, square: str, has_cursor: bool) -> None:
        self.width, self.height = grid.cell_width, grid.cell_height
        self.middle = line_of_piece(self.height)
        self.first, self.end = 0, self.width  # the columns that may be written in
        self.closing = 0  # the column in which the piece ends
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

    def column_of(self, wide: int) -> int:
        """Where something so wide begins if it stands in the middle."""
        return max(self.first, (self.width - wide) // 2)

    def is_free(self, column: int) -> bool:
        """Is a place beside the piece empty?"""
        return self.signs[self.middle][column] == (" ", self.style)

    def write_sign(self, sign: str, last: bool) -> None:
        self.put_centred(self.middle, sign, self.style + Style(bold=True))
        if last and sign != signs.LAST and self.width > 2 and self.is_free(self.end - 1):
            self.put(self.middle, self.end - 1, signs.LAST)

    def write_piece(
        self, piece: Piece, body: str, under: str, unique_letters: bool, last: bool
    ) -> None:
        """The piece with its numbers, what it holds, what is the matter, and what lies below."""
        style = Style(color=colours.ink(body), bgcolor=body, bold=True, underline=last)
        room, bold = self.end - self.first, self.style + Style(bold=True)
        lines = [signs.word_of(piece, room, unique_letters or room < self.width)]
        stats, holds = signs.stats_of(piece), "" if piece.hidden else piece.holds
        held = signs.initial(holds)
        if self.height > 1 and (stats or holds):
            together = f"{stats} {holds}".strip()
            if len(together) <= room:
                stats, held = together, ""
            lines.append(stats[:room])
        wide = min(room, max(2 if self.width == 2 else 0, *map(len, lines)))
        column = self.column_of(wide)
        self.closing = column + wide - 1
        for i, line in enumerate(lines):
            self.put(self.middle + i, column, line.ljust(wide) if wide < 3 else line.center(wide),
                     style)  # fmt: skip
        condition = signs.condition_of(piece)
        if condition and self.middle > 0:
            self.put_centred(self.middle - 1, condition[:room])
            condition = ""
        self.put(self.middle, column + wide, held + condition[:1], bold)
        if room := column - self.first:
            self.put(self.middle, column - min(room, len(under)), under[:room])
        elif self.middle > 0:
            self.put(0, self.first, under)

    def write_beside(self, sign: str, last: bool) -> None:
        """What colour says of the cell, at its edges, where they are free. The last move is marked
        in any case: where there is no room, the piece's closing bracket makes way."""
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


def _side(grid: Grid, side: str) -> Style:
    colour = colours.body(grid.sides[side], None)
    return Style(color=colours.ink(colour), bgcolor=colour)


def _initial(grid: Grid, side: str) -> str:
    """The first letter of the colour that a side belongs to."""
    return grid.sides[side][:1].upper()
