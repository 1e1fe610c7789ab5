"""Observation tensors derived from the view: one feature plane for each piece kind and owner.

The result is a memoryview of 32-bit floats in the shape (planes, rows, columns). NumPy, PyTorch
and JAX wrap it without copying; Parlour depends on none of them.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parlour.table.game_parts.learning import Learning


def planes_of_view(game: Learning[Any, Any], state: Any, seat: int) -> memoryview[float]:
    """One binary plane for each piece kind and seat, the viewer's first; then constant planes for
    whether the viewer is to act and for the game's features."""
    cells = game.board().cells
    columns = {x: i for i, x in enumerate(sorted({cell.x for cell in cells}))}
    rows = {y: i for i, y in enumerate(sorted({cell.y for cell in cells}))}
    index = {cell.site: rows[cell.y] * len(columns) + columns[cell.x] for cell in cells}
    area, seats = len(rows) * len(columns), len(game.seats)
    constants = (float(seat in state.acting()), *game.features(state, seat))
    count = len(game.piece_kinds) * seats + len(constants)
    numbers = array("f", bytes(4 * count * area))
    for piece in game.pieces(state, seat):
        if piece.hidden or piece.seat is None or piece.site not in index:
            continue
        plane = game.piece_kinds.index(piece.kind) * seats + (piece.seat - seat) % seats
        numbers[plane * area + index[piece.site]] = 1.0
    constant_planes = (array("f", [constant]) * area for constant in constants)
    numbers[(count - len(constants)) * area :] = sum(constant_planes, array("f"))
    return shaped(numbers, count, len(rows), len(columns))


def shaped(numbers: array[float], *shape: int) -> memoryview[float]:
    """A flat array of 32-bit floats as a memoryview of this shape."""
    return memoryview(numbers).cast("B").cast("f", shape)
