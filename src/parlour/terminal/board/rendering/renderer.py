"""The board as styled text, for the full screen and for the line dialogue. It draws views, and
knows no game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from parlour.drawing.palette import mix
from parlour.table.looks.look import Looks
from parlour.table.view import Piece, View
from parlour.terminal.board.rendering import colours, signs
from parlour.terminal.board.rendering.cell_canvas import CellCanvas
from parlour.terminal.board.rendering.grid import BoardGrid, Corner, line_of_piece

MARKS = {"danger": colours.DANGER, "goal": colours.GOAL, "area": colours.AREA}


class Highlights(NamedTuple):
    """Sites to emphasise in addition to the marks of the view."""

    selectable: frozenset[str] = frozenset()  # the sites that can be touched next
    touched: tuple[str, ...] = ()
    hinted: tuple[str, ...] = ()
    cursor: str = ""


class BoardRenderer:
    """Draws one view on one grid."""

    def __init__(
        self, grid: BoardGrid, view: View | None, highlights: Highlights, looks: Looks
    ) -> None:
        self.grid, self.highlights, self.looks = grid, highlights, looks
        self.pieces_at: dict[str, list[Piece]] = defaultdict(list)
        self.marks_at: dict[str, dict[str, int | None]] = defaultdict(
            dict
        )  # by site: the seat of each kind
        pieces = view.pieces if view else ()
        for piece in pieces:
            self.pieces_at[piece.site].append(piece)
        for mark in view.marks if view else ():
            for site in mark.sites:
                self.marks_at[site][mark.kind] = mark.seat
        units = [piece for piece in pieces if piece.seat is not None and piece.layer != "block"]
        self.unique_letters = signs.letters_are_unique(units)
        self.colours = {panel.seat: panel.colour for panel in view.panels} if view else {}

    # ---- the board ----------------------------------------------------------------------------

    def text(self, corner: Corner = (0, 0)) -> Text:
        """The visible part of the board from a corner on: cells, labels and coloured sides."""
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
                yield self._row(label, row, left == 0, right == grid.columns)
        if grid.bottom:
            yield self._labels("bottom", corner, visible=bottom == grid.rows)

    def _row(self, label: str, cells: Text, at_left: bool, at_right: bool) -> Text:
        """A line of cells between the sides of the board."""
        grid, line = self.grid, Text()
        if at_left and "left" in grid.sides:
            line.append(_initial(grid, "left") + label.rjust(grid.left - 1), _side(grid, "left"))
        else:
            line.append(label.rjust(grid.left))
        line.append_text(cells)
        if at_right and "right" in grid.sides:
            line.append(f" {_initial(grid, 'right')}", _side(grid, "right"))
        return line

    def _labels(self, side: str, corner: Corner, visible: bool) -> Text:
        """The labels of the columns, on the colour of their side if it has one."""
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
        """A cell, as so many lines."""
        pieces, top = self.pieces_at.get(site, []), signs.top_piece(self.pieces_at.get(site, []))
        square = self.square(site, pieces)
        if top is None or top.layer == "block":
            cell = CellCanvas(self.grid, square, site == self.highlights.cursor)
            cell.write_sign(self.sign(site, top), "last" in self.marks_at[site])
            if top is not None:
                cell.write_beside(self.highlight_sign(site), last=False)
        else:
            piece = self.body(top)
            if self.looks.fades(top):
                piece = colours.faded(piece, square)
            cell = CellCanvas(
                self.grid, colours.contrasting(square, piece), site == self.highlights.cursor
            )
            under = "".join(signs.letter_of(it) for it in pieces if it is not top)
            last = "last" in self.marks_at[site]
            cell.write_piece(self.looks, top, piece, under, self.unique_letters, last)
            cell.write_beside(self.highlight_sign(site), last)
        return cell.lines()

    def square(self, site: str, pieces: list[Piece]) -> str:
        """The background colour of a cell."""
        x, y = self.grid.coordinates[site]
        odd = bool((x + y) % 2)
        colour = colours.ground(self.looks, self.grid.ground[site], odd)
        block = next((piece for piece in pieces if piece.layer == "block"), None)
        if block is not None:
            ground = self.looks.piece(block).ground
            if ground and block.seat is None:
                colour = colours.ground(self.looks, ground, odd)
            else:
                colour = colours.tile(self._colour(block), block.seat)
        if site in self.highlights.touched:
            return colours.TOUCHED
        if site in self.highlights.hinted:
            return colours.HINTED
        for kind, seat in self.marks_at[site].items():
            if kind in MARKS:
                mark = MARKS[kind]
                if kind == "area" and seat is not None:
                    mark = colours.body(self.colours.get(seat, ""), seat)
                colour = mix(colour, mark, 0.5)
        if site in self.highlights.selectable:
            return colour if "danger" in self.marks_at[site] else colours.selectable(colour)
        return colours.LAST if "last" in self.marks_at[site] else colour

    def body(self, piece: Piece) -> str:
        return colours.body(self._colour(piece), piece.seat)

    def _colour(self, piece: Piece) -> str:
        """A piece's own colour, or that of its seat."""
        return piece.colour or ("" if piece.seat is None else self.colours.get(piece.seat, ""))

    def highlight_sign(self, site: str) -> str:
        """The sign of a highlight or a danger, so that colour is never the only sign."""
        highlights, marked = self.highlights, self.marks_at[site]
        if site in highlights.touched:
            return signs.TOUCHED
        if site in highlights.hinted:
            return signs.HINTED
        if "danger" in marked:
            return signs.DANGER
        return signs.SELECTABLE if site in highlights.selectable else ""

    def sign(self, site: str, block: Piece | None) -> str:
        """The text of a cell without a piece: its block, a highlight, or its ground."""
        if block is not None:
            word = signs.word_of(block, self.grid.cell_width)
            held = signs.initial(block.holds)
            return word + held if len(word) < self.grid.cell_width else word
        if sign := self.highlight_sign(site):
            return sign
        if "last" in self.marks_at[site]:
            return signs.LAST
        return self.looks.ground(self.grid.ground[site]).sign


def _side(grid: BoardGrid, side: str) -> Style:
    colour = colours.body(grid.sides[side], None)
    return Style(color=colours.ink(colour), bgcolor=colour)


def _initial(grid: BoardGrid, side: str) -> str:
    """The first letter of the colour that a side belongs to."""
    return grid.sides[side][:1].upper()
