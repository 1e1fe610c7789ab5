"""A board as character cells: sizes, labels, sides, and where a click lands."""

from __future__ import annotations

import pytest

import parlour
from parlour.table.view import Board, Cell, Label
from parlour.terminal.board.rendering.grid import BoardGrid

BOARD = Board(
    cells=tuple(Cell(f"{'abc'[x]}{y}", x, y) for y in range(2) for x in range(3)),
    labels=(*(Label("abc"[x], x, -1) for x in range(3)), *(Label(str(y), -1, y) for y in range(2))),
)


def test_cells_are_as_large_as_the_room_allows():
    assert (BoardGrid(BOARD, 80, 24).cell_width, BoardGrid(BOARD, 80, 24).cell_height) == (11, 5)
    assert (BoardGrid(BOARD, 20, 24).cell_width, BoardGrid(BOARD, 20, 24).cell_height) == (6, 2)
    assert (BoardGrid(BOARD, 3, 2).cell_width, BoardGrid(BOARD, 3, 2).cell_height) == (2, 1)


def test_with_fewer_lines_than_the_cells_are_sized_for_fewer_rows_are_seen():
    grid = BoardGrid(BOARD, 80, 24, lines=8)
    assert (grid.cell_width, grid.cell_height) == (11, 5)
    assert (grid.rows_seen, BoardGrid(BOARD, 80, 24, lines=24).rows_seen) == (1, 2)


@pytest.mark.parametrize("slug", [slug for slug in parlour.games() if slug != "tiny"])
def test_every_game_fits_a_terminal_of_80_by_24(slug: str):
    board = parlour.game(slug).board()
    grid = BoardGrid(board, 80 - 28, 24 - 5)
    assert grid.left + grid.columns * grid.cell_width + grid.right <= 80 - 28
    assert grid.top + grid.rows * grid.cell_height + grid.bottom <= 24 - 5
    assert grid.cell_width >= 2


def test_labels_stand_beside_their_rows_and_columns():
    grid = BoardGrid(BOARD, 40, 20)
    assert grid.column_labels() == ["a", "b", "c"]
    assert grid.row_labels() == ["0", "1"]


def test_a_click_finds_its_site():
    grid = BoardGrid(BOARD, 20, 10)
    assert grid.site_at(0, 0) == "a0"
    assert grid.site_at(grid.cell_width, grid.cell_height) == "b1"
    assert grid.site_at(-1, 0) is None
    assert grid.site_at(100, 0) is None


def test_a_board_that_is_too_large_is_seen_through_a_window():
    grid = BoardGrid(BOARD, grid_width := 6, 2)
    assert (grid.cell_width, grid.columns_seen, grid.rows_seen) == (2, 2, 1)
    assert grid.left + grid.columns_seen * grid.cell_width <= grid_width
    corner = grid.following((0, 0), "b0")
    assert corner == (0, 0), "it is seen already"
    corner = grid.following(corner, "c1")
    assert corner == (1, 1)
    assert grid.site_at(0, 0, corner) == "b1"
    assert grid.site_at(2, 0, corner) == "c1"
    assert grid.site_at(4, 0, corner) is None, "beyond what is seen"
    assert grid.following(corner, "a0") == (0, 0)
    assert BoardGrid(BOARD, 80, 24).following(corner, "c1") == (0, 0), "all of it is seen"


def test_arrow_keys_stop_at_the_edge():
    grid = BoardGrid(BOARD, 20, 10)
    assert grid.neighbour("a0", 1, 0) == "b0"
    assert grid.neighbour("a0", -1, 0) == "a0"
    assert grid.neighbour("c1", 0, 1) == "c1"


def test_the_sides_that_belong_to_a_colour_are_known():
    grid = BoardGrid(parlour.game("brique").board(), 80, 24)
    assert grid.sides == {"top": "black", "bottom": "black", "left": "white", "right": "white"}
    assert BoardGrid(BOARD, 80, 24).sides == {}


def test_cells_are_no_larger_than_asked_for():
    grid = BoardGrid(BOARD, 80, 24, largest=(9, 3))
    assert (grid.cell_width, grid.cell_height) == (9, 3)
