"""Authorisation: which user may do what.

The table here has a policy for every message of the wire; every HTTP route declares its own, as
`policy=`. What has no policy is forbidden.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from parlour.table.errors import ParlourError


class Forbidden(ParlourError):
    """The user may not do this; the sentence says what it would take."""


class User(msgspec.Struct, frozen=True):
    """The user of a request or connection; without a person it is anonymous.

    Which seats are theirs is for the room to say, at each command and whenever it changes.
    """

    person: str = ""
    name: str = ""
    kind: Literal["", "guest", "account", "bot", "admin"] = ""
    keys: frozenset[str] = frozenset()  # hashes of the seat secrets and invitations they have shown
    session: str = ""  # the id of their session or token
    expires: float | None = None  # when the session expires, by wall time


class Target(msgspec.Struct, gc=False, frozen=True):
    """The seat that an operation is for, and the rights of the user in that room."""

    seat: int | None = None
    own: tuple[int, ...] = ()  # seats of the user
    invited: tuple[int, ...] = ()  # empty seats to which the user has an invitation
    seat_is_open: bool = False  # the user may take it without an invitation


NOTHING = Target()

Policy = Callable[[User, Target], bool]


def anybody(_user: User, _target: Target) -> bool:
    return True


def signed_in(user: User, _target: Target) -> bool:
    return user.person != ""


def has_account(user: User, _target: Target) -> bool:
    return user.kind in ("account", "bot", "admin")


def is_admin(user: User, _target: Target) -> bool:
    return user.kind == "admin"


def owns_seat(_user: User, target: Target) -> bool:
    return target.seat is not None and target.seat in target.own


def may_take_seat(user: User, target: Target) -> bool:
    """Also for the seat's own user, who is told that it is theirs; asking twice does no harm."""
    invited = target.seat is not None and target.seat in target.invited
    open_to_them = user.person != "" and target.seat_is_open
    return invited or open_to_them or owns_seat(user, target)


POLICIES: dict[str, Policy] = {
    "enter": anybody,  # whoever knows the id of a match may watch it
    "leave": anybody,
    "ping": anybody,
    "watch": anybody,  # the lobby is public, and the other list is one's own
    "say": signed_in,
    "preview": anybody,  # of their own seat
    "do sit": may_take_seat,
    "do stand": owns_seat,
    "do act": owns_seat,
    "do resign": owns_seat,
    "do draw": owns_seat,
    "do undo": owns_seat,
    "do agree": owns_seat,
    "do decline": owns_seat,
    "do abort": owns_seat,
    "do rematch": owns_seat,
    # "do flag" is missing: only the hall itself may do it
}

_reasons: dict[Policy, str] = {
    signed_in: "hall.sign_in",
    has_account: "hall.account_needed",
    owns_seat: "hall.not_your_seat",
    may_take_seat: "hall.not_your_seat",
}


def authorise(user: User, operation: str, target: Target = NOTHING) -> None:
    """Raise `Forbidden`, with the reason, if the user may not send this message."""
    check(POLICIES.get(operation), user, target)


def check(policy: Policy | None, user: User, target: Target = NOTHING) -> None:
    """Raise `Forbidden`, with the reason, if the policy does not allow it."""
    if policy is None or not policy(user, target):
        raise Forbidden(
            "hall.forbidden" if policy is None else _reasons.get(policy, "hall.forbidden")
        )
