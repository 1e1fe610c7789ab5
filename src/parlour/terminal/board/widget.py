"""The board on the full screen: shows a view, and is touched by mouse and keyboard."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from parlour.table.looks.look import Looks
from parlour.table.view import Board, View
from parlour.terminal.board.rendering.grid import BoardGrid, Corner
from parlour.terminal.board.rendering.renderer import BoardRenderer, Highlights

BELOW = 6  # lines under the board: buttons, prompt, news, keys


class BoardWidget(Widget, can_focus=True):
    """Shows a view, and posts a message when a site is touched."""

    DEFAULT_CSS = "BoardWidget { width: 1fr; height: 1fr; }"

    class Touched(Message):
        """A person touched a site."""

        def __init__(self, site: str) -> None:
            super().__init__()
            self.site = site

    def __init__(self, board: Board, looks: Looks) -> None:
        super().__init__()
        self.board, self.looks = board, looks
        self.view: View | None = None
        self.selectable: frozenset[str] = frozenset()
        self.touched: tuple[str, ...] = ()
        self.hinted: tuple[str, ...] = ()
        self.cursor = board.cells[len(board.cells) // 2].site
        self.corner: Corner = (0, 0)  # of the window, if the board is larger than the screen

    def show(
        self,
        view: View,
        selectable: frozenset[str],
        touched: tuple[str, ...],
        hinted: tuple[str, ...] = (),
    ) -> None:
        self.view, self.selectable, self.touched, self.hinted = view, selectable, touched, hinted
        self.refresh()

    def grid(self) -> BoardGrid:
        """The size of the cells depends only on the screen, not on the lines of text below: a cell
        must not move just before a click."""
        width, height = self.size
        return BoardGrid(self.board, width, self.screen.size.height - BELOW, lines=height)

    # ---- drawing ------------------------------------------------------------------------------

    def render(self) -> Text:
        grid = self.grid()
        self.corner = grid.following(self.corner, self.cursor)
        cursor = self.cursor if self.has_focus else ""
        highlights = Highlights(self.selectable, self.touched, self.hinted, cursor)
        return BoardRenderer(grid, self.view, highlights, self.looks).text(self.corner)

    # ---- touching -----------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        grid = self.grid()
        site = grid.site_at(event.x - grid.left, event.y - grid.top, self.corner)
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
        elif event.key == "n" and self.selectable:
            cells = [cell.site for cell in self.board.cells if cell.site in self.selectable]
            later = [site for site in cells if self._after_cursor(site)]
            self.cursor = (later or cells or [self.cursor])[0]
            self.refresh()
            event.stop()

    def _after_cursor(self, site: str) -> bool:
        order = [cell.site for cell in self.board.cells]
        return order.index(site) > order.index(self.cursor)
