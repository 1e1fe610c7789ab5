"""A board as a grid of character cells: how large they are, where each site lies, and what stands
around them. A board that is too large for the screen is seen through a window, which follows the
cursor."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.table.view import Board

SIZES = ((11, 5), (9, 4), (9, 3), (7, 3), (6, 2), (5, 2), (5, 1), (4, 1), (3, 1), (2, 1))
"""Cells that are tried, the largest first: width and height in characters."""


Corner = tuple[int, int]
"""The column and the row at the top left of what is seen."""


class Grid:
    """The cells of a board by column and row, and the size they are drawn in."""

    def __init__(
        self,
        board: Board,
        width: int,
        height: int,
        largest: tuple[int, int] = SIZES[0],
        lines: int | None = None,
    ) -> None:
        """The cells are sized for a height; `lines` is how many there are now, if not as many."""
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
        self.columns_seen = _within(self.columns, width // self.cell_width)
        self.rows_seen = _within(self.rows, lines // self.cell_height)

    def _fit(self, width: int, height: int, largest: tuple[int, int]) -> tuple[int, int]:
        """The largest cells with which the whole board fits."""
        width = min(width, self.columns * largest[0])
        height = min(height, self.rows * largest[1])
        for size in SIZES:
            if self.columns * size[0] <= width and self.rows * size[1] <= height:
                return size
        return SIZES[-1]

    def row_labels(self) -> list[str]:
        """What stands to the left of each row."""
        return self._labels([cell.y for cell in self.board.cells], along_x=False)

    def column_labels(self) -> list[str]:
        """What stands above each column."""
        return self._labels([cell.x for cell in self.board.cells], along_x=True)

    def _labels(self, along: Sequence[float], along_x: bool) -> list[str]:
        texts: list[str] = []
        for at in sorted(set(along)):
            beside = [
                (label.x, label.text) if not along_x else (label.y, label.text)
                for label in self.board.labels
                if (label.x if along_x else label.y) == at
            ]
            texts.append(min(beside)[1] if beside else "")
        return texts

    def site_at(self, x: int, y: int, corner: Corner = (0, 0)) -> str | None:
        """The site at a character position, counted from the top left of the first cell seen."""
        column, row = x // self.cell_width, y // self.cell_height
        if not (0 <= column < self.columns_seen and 0 <= row < self.rows_seen):
            return None
        return self.site.get((corner[0] + column, corner[1] + row))

    def following(self, corner: Corner, site: str) -> Corner:
        """The nearest corner with which a site is seen, and nothing beyond the board."""
        x, y = self.coordinates[site]
        return (
            _along(corner[0], x, self.columns_seen, self.columns),
            _along(corner[1], y, self.rows_seen, self.rows),
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
    """The colours of the sides of the board that belong to one."""
    middle_x = sum(cell.x for cell in board.cells) / len(board.cells)
    middle_y = sum(cell.y for cell in board.cells) / len(board.cells)
    sides: dict[str, str] = {}
    for edge in board.edges:
        if edge.y1 == edge.y2:
            sides["top" if edge.y1 < middle_y else "bottom"] = edge.colour
        elif edge.x1 == edge.x2:
            sides["left" if edge.x1 < middle_x else "right"] = edge.colour
    return sides


def _within(all: int, room: int) -> int:
    """How many of all are seen where there is room for so many; one, at the least."""
    return max(1, min(all, room))


def _along(first: int, wanted: int, seen: int, all: int) -> int:
    """The first that is seen, moved no farther than the wanted one needs."""
    return min(max(first, wanted - seen + 1, 0), wanted, all - seen)


def line_of_piece(height: int) -> int:
    """The line of a cell on which its piece stands, and the label of its row."""
    return (height - 1) // 2
