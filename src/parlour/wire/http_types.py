"""What the front desk of a hall is sent over HTTP, and what it answers: both sides read it here.

`wire` has the same for sockets. A client skips what it does not know in an answer; the hall refuses
what it does not know in a request.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.table.clock import TimeControl
from parlour.table.settings import Setting

Short = Annotated[str, Meta(max_length=40)]
SeatNumber = Annotated[int, Meta(ge=0, lt=16)]
Given = dict[Short, bool | int | Annotated[str, Meta(max_length=20_000)]]

ME, LINK, ANYONE = "me", "link", "anyone"
COMPUTER, BOT = "computer:", "bot:"


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    slug: str
    title: str
    rules: int
    seats: tuple[str, ...]
    settings: tuple[Setting, ...]


# ---- people --------------------------------------------------------------------------------------


class Guest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants to play without an account."""

    name: Short = ""


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password."""

    name: Short
    password: Annotated[str, Meta(max_length=200)]


class Passwords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password that one has, and the one that one wants."""

    old: Annotated[str, Meta(max_length=200)]
    new: Annotated[str, Meta(max_length=200)]


class Admitted(msgspec.Struct, frozen=True):
    """Who one is now; programs send the token as `Authorization: Bearer TOKEN`."""

    person: str
    name: str
    kind: str
    token: str = ""


class Account(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who the hall takes one for; clients of lichess look for `id`, `username` and all after it."""

    person: str
    name: str
    kind: str
    id: str
    username: str
    title: str = ""
    perfs: dict[str, dict[str, int | bool]] = {}  # the ratings of an account, by game
    createdAt: int = 0  # noqa: N815 - milliseconds, by lichess's name


# ---- matches -------------------------------------------------------------------------------------


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants to play.

    Each seat is `me`, `link` (whoever gets its secret), `anyone`, `computer:uct:1s` or `bot:NAME`.
    `name` is what a guest would like to be called in this match.
    """

    game: Short
    settings: Given = msgspec.field(default_factory=dict[str, bool | int | str])
    seats: Annotated[tuple[Short, ...], Meta(max_length=16)] = ()
    clock: Short = ""
    rated: bool = False
    listed: bool = True
    name: Short = ""


class CreatedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a new match; its code lets whoever has it sit there, so only the owner gets it."""

    seat: SeatNumber
    name: str
    wanted: str
    code: str = ""


class Created(msgspec.Struct, frozen=True):
    """A match that is there now."""

    match: str
    seats: tuple[CreatedSeat, ...]


class Offered(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match in the lobby: what is played, and which chairs are free for anyone."""

    match: str
    game: str
    settings: dict[str, bool | int | str]
    control: TimeControl | None
    rated: bool
    created: float
    owner: str
    free: tuple[SeatNumber, ...]


class Running(msgspec.Struct, frozen=True):
    """A match that goes on and that everybody may watch: what is played, and who sits there."""

    match: str
    game: str
    players: tuple[str, ...]
    since: float


# ---- chairs --------------------------------------------------------------------------------------


class SitRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one wants to sit: with the code of the seat, or where anyone may."""

    code: Annotated[str, Meta(max_length=64)] = ""
    name: Short = ""


class Invitation(msgspec.Struct, frozen=True):
    """A chair that somebody keeps for a bot, and what would be played there."""

    match: str
    seat: SeatNumber
    game: str
    settings: dict[str, bool | int | str]


class Seated(msgspec.Struct, frozen=True):
    """The seat is one's own now; its code proves it from anywhere."""

    match: str
    seat: SeatNumber
    code: str
