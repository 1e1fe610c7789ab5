"""What a client would do by touching these sites, without doing it."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.hall.rooms.room import Room
from parlour.table.preview import Preview


def preview_for(room: Room, seats: Sequence[int], path: Sequence[str]) -> Preview | None:
    """What a path would do for the client's seat to act; None if there is nothing to show."""
    match, acting = room.match, room.to_move()
    seat = next((seat for seat in seats if seat in acting), None)
    if match is None or seat is None:
        return None
    return match.game.preview(match.state, seat, path, names=match.players)
