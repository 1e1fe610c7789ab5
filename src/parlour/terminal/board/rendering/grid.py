"""A board as a grid of character cells: their size, the coordinates of each site, and the labels. A
board that is too large for the screen is shown in a window that follows the cursor."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.table.view import Board

SIZES = ((11, 5), (9, 4), (9, 3), (7, 3), (6, 2), (5, 2), (5, 1), (4, 1), (3, 1), (2, 1))
"""Possible sizes of a cell, the largest first: width and height in characters."""


Corner = tuple[int, int]
"""The column and the row at the top left of the window."""


class BoardGrid:
    """The sites of a board by column and row, and the size of a cell."""

    def __init__(
        self,
        board: Board,
        width: int,
        height: int,
        largest: tuple[int, int] = SIZES[0],
        lines: int | None = None,
    ) -> None:
        """The size of a cell depends on `height`; the window has `lines`, by default as many."""
        self.board = board
        xs = sorted({cell.x for cell in board.cells})
        ys = sorted({cell.y for cell in board.cells})
        self.columns, self.rows = len(xs), len(ys)
        self.coordinates = {cell.site: (xs.index(cell.x), ys.index(cell.y)) for cell in board.cells}
        self.site = {coordinates: site for site, coordinates in self.coordinates.items()}
        self.ground = {cell.site: cell.ground for cell in board.cells}
        self.sides = _sides(board)
        self.left = max((len(text) for text in self.row_labels()), default=0) + 1
        self.left += "left" in self.sides  # for the letter of its colour
        self.right = 2 * ("right" in self.sides)
        self.top, self.bottom = 1, int("bottom" in self.sides)
        width -= self.left + self.right
        lines = (height if lines is None else lines) - self.top - self.bottom
        height -= self.top + self.bottom
        self.cell_width, self.cell_height = self._fit(width, height, largest)
        self.columns_seen = _visible(self.columns, width // self.cell_width)
        self.rows_seen = _visible(self.rows, lines // self.cell_height)

    def _fit(self, width: int, height: int, largest: tuple[int, int]) -> tuple[int, int]:
        """The largest cells for which the whole board fits."""
        width = min(width, self.columns * largest[0])
        height = min(height, self.rows * largest[1])
        for size in SIZES:
            if self.columns * size[0] <= width and self.rows * size[1] <= height:
                return size
        return SIZES[-1]

    def row_labels(self) -> list[str]:
        """The label to the left of each row."""
        return self._labels([cell.y for cell in self.board.cells], along_x=False)

    def column_labels(self) -> list[str]:
        """The label above each column."""
        return self._labels([cell.x for cell in self.board.cells], along_x=True)

    def _labels(self, along: Sequence[float], along_x: bool) -> list[str]:
        texts: list[str] = []
        for at in sorted(set(along)):
            candidates = [
                (label.x, label.text) if not along_x else (label.y, label.text)
                for label in self.board.labels
                if (label.x if along_x else label.y) == at
            ]
            texts.append(min(candidates)[1] if candidates else "")
        return texts

    def site_at(self, x: int, y: int, corner: Corner = (0, 0)) -> str | None:
        """The site at a character position, relative to the first cell of the window."""
        column, row = x // self.cell_width, y // self.cell_height
        if not (0 <= column < self.columns_seen and 0 <= row < self.rows_seen):
            return None
        return self.site.get((corner[0] + column, corner[1] + row))

    def following(self, corner: Corner, site: str) -> Corner:
        """The window moved as little as needed to show a site, and not beyond the board."""
        x, y = self.coordinates[site]
        return (
            _scrolled(corner[0], x, self.columns_seen, self.columns),
            _scrolled(corner[1], y, self.rows_seen, self.rows),
        )

    def neighbour(self, site: str, dx: int, dy: int) -> str:
        """The next site in a direction, or the same one at the edge."""
        x, y = self.coordinates[site]
        while 0 <= x + dx < self.columns and 0 <= y + dy < self.rows:
            x, y = x + dx, y + dy
            if (x, y) in self.site:
                return self.site[x, y]
        return site


def _sides(board: Board) -> dict[str, str]:
    """The colours of the sides of the board that have one."""
    middle_x = sum(cell.x for cell in board.cells) / len(board.cells)
    middle_y = sum(cell.y for cell in board.cells) / len(board.cells)
    sides: dict[str, str] = {}
    for edge in board.edges:
        if edge.y1 == edge.y2:
            sides["top" if edge.y1 < middle_y else "bottom"] = edge.colour
        elif edge.x1 == edge.x2:
            sides["left" if edge.x1 < middle_x else "right"] = edge.colour
    return sides


def _visible(total: int, fitting: int) -> int:
    """How many columns or rows the window shows; at least one."""
    return max(1, min(total, fitting))


def _scrolled(first: int, target: int, visible: int, total: int) -> int:
    """The first visible column or row, moved no farther than needed to show the target."""
    return min(max(first, target - visible + 1, 0), target, total - visible)


def line_of_piece(height: int) -> int:
    """The line of a cell that holds its piece and the label of its row."""
    return (height - 1) // 2
