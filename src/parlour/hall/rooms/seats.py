"""What somebody has shown to prove which seats of a room are theirs."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from parlour.hall.people.authorise import Forbidden, User
from parlour.hall.rooms.hall import Hall
from parlour.hall.rooms.open_room import OpenRoom
from parlour.hall.rooms.room import Room
from parlour.hall.storage import store
from parlour.table.errors import IllegalAction


async def with_codes(hall: Hall, open_room: OpenRoom, user: User, codes: Iterable[str]) -> User:
    """Who asks, with the codes they show; one of them has to be good for something here.

    It may be the invitation with which they came, as long as they sit there.
    """
    keys = frozenset(store.hash_secret(code) for code in codes)
    asker = msgspec.structs.replace(user, keys=keys)
    if keys and not _proves(open_room.room, keys):
        await reread_codes(hall, open_room)
        open_room.audience.update_seats()
    if keys and not _proves(open_room.room, keys):
        used = {
            open_room.room.used_invitations[key]
            for key in keys
            if key in open_room.room.used_invitations
        }
        theirs = used & {*open_room.room.own_seats(user)}
        if not theirs and not (used and open_room.room.over):  # when it is over anybody may look
            raise Forbidden("hall.invitation_used" if used else "hall.wrong_code")
    return asker


def _proves(room: Room, keys: frozenset[str]) -> bool:
    return bool(room.seats_of(User(keys=keys)))


def only_seat(seats: tuple[int, ...]) -> int:
    """The seat that is meant by who names none: the only one they have."""
    if len(seats) != 1:
        raise Forbidden("hall.which_seat" if seats else "hall.not_your_seat")
    return seats[0]


async def reread_codes(hall: Hall, open_room: OpenRoom) -> None:
    """Another process may have made new invitations."""
    open_room.room.codes = await store.load_invitation_hashes(
        hall.database, open_room.room.terms.id
    )


async def invite(hall: Hall, open_room: OpenRoom, seat: int, code: str) -> None:
    """Let the holder of this code take a seat of a locked room; older invitations end."""
    room = open_room.room
    if room.occupants[seat] is not None:
        begun = room.match is not None
        raise IllegalAction(
            "hall.begun" if begun else "hall.chair_taken", seat=room.game.seats[seat]
        )
    await hall.write([store.new_invitation(room.terms.id, seat, code)])
    room.codes[seat] = code
    open_room.audience.update_seats()
