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


class Who(msgspec.Struct, frozen=True):
    """Who asks: a person the hall knows, if it does, and the seats proven to be theirs.

    Seats are proven in one room, by their codes or by the person who took them.
    """

    person: str = ""
    name: str = ""
    kind: Literal["", "guest", "account", "bot", "admin"] = ""
    seats: tuple[int, ...] = ()


class Target(msgspec.Struct, frozen=True):
    """What it is about: a seat of a room."""

    seat: int | None = None
    chair_is_open: bool = False  # anybody may take it


NOTHING = Target()

Policy = Callable[[Who, Target], bool]


def anybody(_who: Who, _target: Target) -> bool:
    return True


def a_person(who: Who, _target: Target) -> bool:
    return who.person != ""


def an_account(who: Who, _target: Target) -> bool:
    return who.kind in ("account", "bot", "admin")


def an_admin(who: Who, _target: Target) -> bool:
    return who.kind == "admin"


def the_seat(who: Who, target: Target) -> bool:
    return target.seat is not None and target.seat in who.seats


def the_seat_or_an_open_chair(who: Who, target: Target) -> bool:
    return the_seat(who, target) or (who.person != "" and target.chair_is_open)


POLICIES: dict[str, Policy] = {
    "enter": anybody,  # whoever knows the name of a match may watch it
    "leave": anybody,
    "ping": anybody,
    "say": a_person,
    "do sit": the_seat_or_an_open_chair,
    "do stand": the_seat,
    "do act": the_seat,
    "do resign": the_seat,
    "do draw": the_seat,
    "do undo": the_seat,
    "do agree": the_seat,
    "do decline": the_seat,
    "do abort": the_seat,
    "do rematch": the_seat,
    # "do flag" is missing: only the hall itself lets a flag fall
}

_why: dict[Policy, str] = {
    a_person: "hall.sign_in",
    an_account: "hall.account_needed",
    the_seat: "hall.not_your_seat",
    the_seat_or_an_open_chair: "hall.not_your_seat",
}


def authorise(who: Who, deed: str, target: Target = NOTHING) -> None:
    """Return if a message of the wire may be sent; raise `Forbidden` with the reason if not."""
    check(POLICIES.get(deed), who, target)


def check(policy: Policy | None, who: Who, target: Target = NOTHING) -> None:
    """Return if the policy lets them; raise `Forbidden` with the reason if not."""
    if policy is None or not policy(who, target):
        raise Forbidden("hall.forbidden" if policy is None else _why.get(policy, "hall.forbidden"))
