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
    match = room.match
    limited = room.seq >= MOST_ENTRIES or room.requests.get(seat, 0) >= MOST_REQUESTS
    if match is None:
        if room.occupants[seat] is not None:
            return () if limited else ("stand",)
        return () if limited or room.closed else ("sit",)
    if match.outcome is not None:
        return () if limited or room.next or seat in room.again else ("rematch",)
    if not room.game.alive(match.state, seat):
        return ()
    return _may_in_play(room, match, seat, limited=limited)


def _may_in_play(room: Room, match: Match, seat: int, *, limited: bool) -> tuple[str, ...]:
    count, offer, acts = len(room.occupants), match.offer, seat in match.state.acting()
    kind = 0
    if acts and room.seq < MOST_ENTRIES:
        kind = _ACTS
    if len(match.events) < count:
        kind |= _ABORTS
    if limited:
        return _named[kind]
    if match.may_take_back(seat):
        kind |= _UNDOES
    if offer is None:
        return _named[kind | _DRAWS if count > 1 else kind]
    kind |= _DECLINES
    if seat not in offer.agreed:
        return _named[kind | _AGREES | _DRAWS]
    return _named[kind | _DRAWS if offer.what == "undo" else kind]


_ACTS, _DRAWS, _UNDOES, _AGREES, _DECLINES, _ABORTS = (1 << number for number in range(6))
_names = ("act", "draw", "undo", "agree", "decline", "abort")
_named = [
    tuple(
        name
        for name in _order
        if name == "resign" or (name in _names and kind >> _names.index(name) & 1)
    )
    for kind in range(64)
]
"""What a seat in play may do, by the sum of these numbers; it may always resign."""
