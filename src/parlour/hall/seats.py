"""Which seats of a room are whose."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.hall import store
from parlour.hall.authorise import Forbidden, Who
from parlour.hall.hall import Hall, Live


async def proven(hall: Hall, live: Live, who: Who, codes: Iterable[str]) -> tuple[int, ...]:
    """The seats whose codes one has, and those that one has taken as a person."""
    keys = {store.hashed(code) for code in codes}
    if not keys <= live.codes.keys():
        await hall.reread_codes(live)
    if not keys <= live.codes.keys():
        raise Forbidden("hall.wrong_code")
    own = {
        seat
        for seat, chair in enumerate(live.room.chairs)
        if chair and chair.person and chair.person == who.person
    }
    return tuple(sorted(own | {live.codes[key] for key in keys}))
