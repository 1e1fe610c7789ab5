"""The encoding of a game that does not write one: what the view shows.

There is a plane for each kind of piece and owner (the viewer first, nobody last), one for each stat
that the pieces of the first position have, a feature for each seat that is to act, and those of
`game.features`. What else the rules depend on is lost; then the game should write its encoding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.table.learning.encoding import DIGIT, Encoding, channels, relative_seats

if TYPE_CHECKING:
    from parlour.table.game_parts.learning import Learning
    from parlour.table.state import State


def encoding(game: Learning[Any, Any]) -> Encoding:
    start, cells = game.start(), game.board().cells
    grid = {(cell.y, cell.x): cell.site for cell in cells}
    rows, columns = (sorted({place[axis] for place in grid}) for axis in (0, 1))
    owners = [*relative_seats(len(game.seats)), "nobody"]
    kinds = channels(*(f"{kind} of {owner}" for kind in game.piece_kinds for owner in owners))
    stats = sorted({stat for piece in game.pieces(start, 0) for stat in piece.stats})
    extra = (f"feature {i}" for i in range(len(game.features(start, 0))))
    return Encoding(
        tuple(tuple(grid.get((y, x), "") for x in columns) for y in rows),
        (*kinds, *channels(*stats, most=DIGIT)),
        (*channels(*(f"{seat} acts" for seat in owners[:-1])), *channels(*extra, most=DIGIT)),
    )


def encode(game: Learning[Any, Any], state: State, seat: int) -> list[int]:
    planes, rows, columns = game.encoding.shape
    sites = [site for row in game.encoding.sites for site in row]
    index, seats = {site: i for i, site in enumerate(sites)}, len(game.seats)
    numbers = [0] * (planes * rows * columns)
    names = [plane.name for plane in game.encoding.planes]
    for piece in game.pieces(state, seat):
        if piece.hidden or piece.site not in index:
            continue
        owner = seats if piece.seat is None else (piece.seat - seat) % seats
        here = index[piece.site]
        plane = game.piece_kinds.index(piece.kind) * (seats + 1) + owner
        numbers[plane * rows * columns + here] = 1
        for stat, value in piece.stats.items():
            if stat in names:
                numbers[names.index(stat) * rows * columns + here] = min(max(value, 0), DIGIT)
    acting = state.acting()
    acts = [int((seat + i) % seats in acting) for i in range(seats)]
    return [*numbers, *acts, *game.features(state, seat)]
