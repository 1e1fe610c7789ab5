"""Who may do what. One table, and what is not in it nobody may do.

Every message of the wire and every route of the HTTP interface has a name, and `authorise` is asked
before anything is done under it.
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
    """What it is about: a seat of a room, the owner of what is asked for."""

    seat: int | None = None
    owner: str = ""
    listed: bool = True
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


def the_owner(who: Who, target: Target) -> bool:
    return who.person != "" and who.person == target.owner


POLICIES: dict[str, Policy] = {
    # messages of the wire
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
    # routes
    "http root": anybody,
    "http list_games": anybody,
    "http come_as_guest": anybody,
    "http open_account": anybody,
    "http sign_in": anybody,
    "http sign_out": anybody,
    "http account": anybody,  # and then only who is known, or told that the token is not
    "http lobby": anybody,
    "http running": anybody,
    "http show_match": anybody,
    "http show_record": anybody,
    "http create_match": a_person,
    "http invitations": a_person,
    "http pair": a_person,
    "http sit": a_person,  # and then, for the chair itself, "do sit"
    "http options_handler": anybody,  # which methods an address has
    "http _handler": anybody,  # /api/schema, by the framework, as is the next
    "http handle_schema_path_not_found": anybody,
    "http words": anybody,
    "http healthz": anybody,
    "http readyz": anybody,
    "http metrics": anybody,  # and then only this machine, or who has the token
    "http own_matches": a_person,
    "http do_deed": anybody,  # and then, by the seats one has proven, "do ..."
    "http say": a_person,
    "http stream_match": anybody,  # as "enter"; whoever has no seat watches
    # routes for bots, in lichess's shapes
    "http new_token": an_account,
    "http upgrade": an_account,
    "http event_stream": an_account,
    "http game_stream": an_account,  # and then only with a seat in the match, as all of these
    "http move": an_account,
    "http resign": an_account,
    "http abort": an_account,
    "http draw": an_account,
    "http takeback": an_account,
    "http chat": an_account,
    "http rematch": an_account,
    "http challenge": an_account,
    "http accept": an_account,
    "http decline": an_account,
    "http cancel": an_account,
    # "do flag" is missing: only the hall itself lets a flag fall
}

_why: dict[Policy, str] = {
    a_person: "hall.sign_in",
    an_account: "hall.account_needed",
    the_seat: "hall.not_your_seat",
    the_seat_or_an_open_chair: "hall.not_your_seat",
}


def authorise(who: Who, deed: str, target: Target = NOTHING) -> None:
    """Return if this may be done; raise `Forbidden` with the reason if not."""
    policy = POLICIES.get(deed)
    if policy is None:
        raise Forbidden("hall.forbidden")
    if not policy(who, target):
        raise Forbidden(_why.get(policy, "hall.forbidden"))
