"""The board on the full screen: drawn from a view and the paths, touched by mouse and keyboard."""

from __future__ import annotations

from collections import defaultdict

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from parlour.table.palette import mix
from parlour.table.view import Board, Piece, View
from parlour.terminal.grid import Corner, Grid, line_of_piece, top_piece, written

GROUNDS = {
    "light": "#5a4632",
    "dark": "#3f3123",
    "water": "#1d3d5c",
    "dead": "#111111",
    "neutral": "#4a4a4a",
    "goal": "#5c4a1d",
    "spawn": "#2e4a2e",
}
INKS = {
    "black": "#c8c8c8 on #000000",
    "white": "#000000 on #f4f0e4",
    "red": "#ffffff on #a33030",
    "blue": "#ffffff on #2f5fa8",
    "green": "#ffffff on #2f7a3c",
    "yellow": "#000000 on #d8b82c",
}
LIT, LAST, TOUCHED = "#7f9a1e", "#8a6d1f", "#2a6b7a"


class BoardWidget(Widget, can_focus=True):
    """Shows a view; says which site was touched."""

    DEFAULT_CSS = "BoardWidget { width: 1fr; height: 1fr; }"

    class Touched(Message):
        """A person touched a site."""

        def __init__(self, site: str) -> None:
            super().__init__()
            self.site = site

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board
        self.view: View | None = None
        self.lit: frozenset[str] = frozenset()
        self.touched: tuple[str, ...] = ()
        self.cursor = board.cells[len(board.cells) // 2].site
        self.corner: Corner = (0, 0)  # of what is seen, where the board is larger than the screen

    def show(self, view: View, lit: frozenset[str], touched: tuple[str, ...]) -> None:
        self.view, self.lit, self.touched = view, lit, touched
        self.refresh()

    def grid(self) -> Grid:
        return Grid(self.board, self.size.width, self.size.height)

    # ---- drawing ------------------------------------------------------------------------------

    def render(self) -> Text:
        grid, text = self.grid(), Text(no_wrap=True)
        left, top = self.corner = grid.following(self.corner, self.cursor)
        right, bottom = left + grid.columns_seen, top + grid.rows_seen
        standing: dict[str, list[Piece]] = defaultdict(list)
        last: set[str] = set()
        for piece in self.view.pieces if self.view else ():
            standing[piece.site].append(piece)
        for mark in self.view.marks if self.view else ():
            if mark.kind == "last":
                last |= set(mark.sites)
        labels = [
            label[: grid.cell_width].center(grid.cell_width)
            for label in grid.column_labels()[left:right]
        ]
        above = ("←" if left else " ").rjust(grid.left) + "".join(labels)
        text.append(f"{above[:-1]}→\n" if right < grid.columns else f"{above}\n", "dim")
        row_labels = grid.row_labels()
        for y in range(top, bottom):
            more = "↑" if y == top > 0 else "↓" if y == bottom - 1 < grid.rows - 1 else " "
            rows = [Text() for _ in range(grid.cell_height)]
            for x in range(left, right):
                site = grid.site.get((x, y))
                self._draw_cell(rows, grid, site, standing.get(site or "", []), last)
            for i, row in enumerate(rows):
                beside = f"{row_labels[y]}{more}" if i == line_of_piece(grid.cell_height) else " "
                text.append(beside.rjust(grid.left), "dim")
                text.append_text(row)
                text.append("\n")
        return text

    def _draw_cell(
        self, rows: list[Text], grid: Grid, site: str | None, pieces: list[Piece], last: set[str]
    ) -> None:
        if site is None:
            for row in rows:
                row.append(" " * grid.cell_width)
            return
        lit = site in self.lit
        ground = GROUNDS.get(grid.ground[site], "#333333")
        block = next((piece for piece in pieces if piece.layer == "block"), None)
        if block is not None and block.colour in INKS:
            ground = INKS[block.colour].split(" on ")[1]
        if site in self.touched:
            ground = TOUCHED
        elif lit:
            ground = mix(
                ground, LIT, 0.6
            )  # what lies under it shows: where all is lit, the squares
        elif site in last:
            ground = LAST
        style = Style.parse(f"on {ground}")
        top = top_piece(pieces)
        ink = Style.parse(INKS.get(top.colour, "bold")) if top else Style()
        if self.has_focus and site == self.cursor:
            style += Style(reverse=True)
        lines = written(pieces, grid.cell_width, len(rows), lit, grid.ground[site])
        for i, (row, line) in enumerate(zip(rows, lines, strict=True)):
            word = line.strip()
            start = line.find(word) if word else len(line) // 2
            left, right = line[:start], line[start + len(word) :]
            if i == 0:
                left, right = self._signs(site, left, right, bool(pieces), site in last)
            row.append(left, style)
            inked = ink + Style(bold=True, underline=site in last) if top else Style()
            row.append(word, style + inked)
            row.append(right, style)

    def _signs(self, site: str, left: str, right: str, taken: bool, last: bool) -> tuple[str, str]:
        """What colour says of a cell is said in its corners too, where they are free."""
        sign = "»" if site in self.touched else "·" if taken and site in self.lit else ""
        if sign and left:
            left = sign + left[1:]
        if last and right:
            return left, right[:-1] + "*"
        if sign and not left and right:
            right = right[:-1] + sign
        return left, right

    # ---- touching -----------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        grid = self.grid()
        site = grid.site_at(event.x - grid.left, event.y - 1, self.corner)
        if site is not None:
            self.cursor = site
            self.post_message(self.Touched(site))

    def on_key(self, event: events.Key) -> None:
        steps = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
        if event.key in steps:
            self.cursor = self.grid().neighbour(self.cursor, *steps[event.key])
            self.refresh()
            event.stop()
        elif event.key in ("enter", "space"):
            self.post_message(self.Touched(self.cursor))
            event.stop()
        elif event.key == "n" and self.lit:
            cells = [cell.site for cell in self.board.cells if cell.site in self.lit]
            later = [site for site in cells if self._after_cursor(site)]
            self.cursor = (later or cells or [self.cursor])[0]
            self.refresh()
            event.stop()

    def _after_cursor(self, site: str) -> bool:
        order = [cell.site for cell in self.board.cells]
        return order.index(site) > order.index(self.cursor)
