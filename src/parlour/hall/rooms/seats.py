"""Codes: the secrets and invitations by which users prove that seats are theirs."""

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
    """The user with these codes; `Forbidden` if none of them is valid in this room.

    A used invitation is valid for its user, as long as they have the seat.
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
        own = used & {*open_room.room.own_seats(user)}
        # A used invitation is good enough to look at a finished match.
        if not own and not (used and open_room.room.over):
            raise Forbidden("hall.invitation_used" if used else "hall.wrong_code")
    return asker


def _proves(room: Room, keys: frozenset[str]) -> bool:
    return bool(room.seats_of(User(keys=keys)))


def only_seat(seats: tuple[int, ...]) -> int:
    """The only seat of a user whose command names none."""
    if len(seats) != 1:
        raise Forbidden("hall.which_seat" if seats else "hall.not_your_seat")
    return seats[0]


async def reread_codes(hall: Hall, open_room: OpenRoom) -> None:
    """Read the invitations again: another process may have made new ones."""
    open_room.room.codes = await store.load_invitation_hashes(
        hall.database, open_room.room.terms.id
    )


async def invite(hall: Hall, open_room: OpenRoom, seat: int, code: str) -> None:
    """Make the invitation to a seat of a locked room; older ones become invalid."""
    room = open_room.room
    if room.occupants[seat] is not None:
        begun = room.match is not None
        raise IllegalAction(
            "hall.begun" if begun else "hall.chair_taken", seat=room.game.seats[seat]
        )
    await hall.write([store.new_invitation(room.terms.id, seat, code)])
    room.codes[seat] = code
    open_room.audience.update_seats()
