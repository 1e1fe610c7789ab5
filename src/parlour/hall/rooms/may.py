"""What the seats of a client may do now, by the names of operations: `act`, `draw`, `sit`, ...

Everything that is named would be carried out. What would change nothing is left out: to repeat
one's own offer, or to ask twice for a rematch.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.hall.people.limits import MOST_ENTRIES, MOST_REQUESTS
from parlour.hall.rooms.room import Room
from parlour.table.match import Match

_order = (
    *("act", "resign", "draw", "undo", "agree", "decline"),
    *("abort", "rematch", "sit", "stand"),
)


def may(room: Room, seats: Sequence[int]) -> tuple[str, ...]:
    """What a client with these seats, and perhaps invitations to them, may do now."""
    if len(seats) == 1:
        return _may(room, seats[0])
    allowed = {name for seat in seats for name in _may(room, seat)}
    return tuple(name for name in _order if name in allowed)


def _may(room: Room, seat: int) -> tuple[str, ...]:
    match, tired = room.match, room.seq >= MOST_ENTRIES
    if room.requests and room.requests.get(seat, 0) >= MOST_REQUESTS:
        tired = True
    if match is None:
        if room.occupants[seat] is not None:
            return () if tired else ("stand",)
        return () if tired or room.closed else ("sit",)
    if match.outcome is not None:
        return () if tired or room.next or seat in room.again else ("rematch",)
    if not room.game.alive(match.state, seat):
        return ()
    return _may_in_play(room, match, seat, tired=tired)


def _may_in_play(room: Room, match: Match, seat: int, *, tired: bool) -> tuple[str, ...]:
    allowed = ["resign"]
    if seat in match.state.acting() and room.seq < MOST_ENTRIES:
        allowed.insert(0, "act")
    if not tired:
        offer = match.offer
        agreed = offer is not None and seat in offer.agreed
        if len(room.occupants) > 1 and not (agreed and offer is not None and offer.what == "draw"):
            allowed.append("draw")
        if match.may_take_back(seat):
            allowed.append("undo")
        if offer is not None:
            allowed += ("decline",) if agreed else ("agree", "decline")
    if len(match.events) < len(room.occupants):
        allowed.append("abort")
    return tuple(allowed)
