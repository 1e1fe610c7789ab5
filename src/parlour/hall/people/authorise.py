"""Who may do what: policies.

Every message of the wire has its policy in the table here; every route of the HTTP interface has
its own where it is declared, as `policy=`. What has none, nobody may do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from parlour.table.errors import ParlourError


class Forbidden(ParlourError):
    """You may not do this; `str()` says what it would take."""


class User(msgspec.Struct, frozen=True):
    """Who asks: a person the hall knows, if it does, and the secrets they have shown.

    Which seats of a room are theirs the room says, at each command and whenever it changes.
    """

    person: str = ""
    name: str = ""
    kind: Literal["", "guest", "account", "bot", "admin"] = ""
    keys: frozenset[str] = frozenset()  # hashes of secrets and invitations
    session: str = ""  # the name of the session or token with which they came
    expires: float | None = None  # when it ends, by wall time


class Target(msgspec.Struct, gc=False, frozen=True):
    """What it is about: a seat of a room, and what who asks has there."""

    seat: int | None = None
    own: tuple[int, ...] = ()  # the seats in which they sit
    invited: tuple[int, ...] = ()  # the empty chairs to which they have an invitation
    seat_is_open: bool = False  # it is free for them without an invitation


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
    """Who sits there already is told so; that it is asked twice is no harm."""
    invited = target.seat is not None and target.seat in target.invited
    open_to_them = user.person != "" and target.seat_is_open
    return invited or open_to_them or owns_seat(user, target)


POLICIES: dict[str, Policy] = {
    "enter": anybody,  # whoever knows the name of a match may watch it
    "leave": anybody,
    "ping": anybody,
    "say": signed_in,
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
    # "do flag" is missing: only the hall itself lets a flag fall
}

_why: dict[Policy, str] = {
    signed_in: "hall.sign_in",
    has_account: "hall.account_needed",
    owns_seat: "hall.not_your_seat",
    may_take_seat: "hall.not_your_seat",
}


def authorise(user: User, operation: str, target: Target = NOTHING) -> None:
    """Return if a message of the wire may be sent; raise `Forbidden` with the reason if not."""
    check(POLICIES.get(operation), user, target)


def check(policy: Policy | None, user: User, target: Target = NOTHING) -> None:
    """Return if the policy lets them; raise `Forbidden` with the reason if not."""
    if policy is None or not policy(user, target):
        raise Forbidden("hall.forbidden" if policy is None else _why.get(policy, "hall.forbidden"))
