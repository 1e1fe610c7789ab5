"""What travels between the hall and its clients: small structs, one for each kind of message.

Every message is `{"t": kind, "v": number, "d": data}`. From the hall, `v` is the number of the last
entry of the match that the message knows of; from a client it is the last one that the client
knows of when it asks for something. docs/wire.md tells the whole of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from parlour.table.clock import TimeControl
from parlour.table.outcome import Outcome
from parlour.table.record import Event
from parlour.table.sentences import Sentence
from parlour.table.view import Board, Changes, View
from parlour.wire.operations import Operation

PROTOCOL = 1
LARGEST = 8 * 1024
"""Bytes in a message to the hall; larger ones end the connection."""

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
Shown = Annotated[str, Meta(max_length=200)]
"""A name or a title: a hall has shorter ones, and a client shows no longer ones."""
Seq = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Seat = Annotated[int, Meta(ge=0, lt=16)]

# ---- to the hall ---------------------------------------------------------------------------------


class Envelope(msgspec.Struct, gc=False, frozen=True):
    """The envelope of every message to the hall."""

    t: str
    v: Seq | None = None
    d: msgspec.Raw = msgspec.Raw(b"{}")


class Enter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Come into a room. Each code is the secret of a seat; without any one watches.

    Who was there before says in `v` what was the last entry it knew, and in `heard` until when it
    has heard what was said, and gets what it missed.
    """

    match: Id
    codes: tuple[Annotated[str, Meta(max_length=64)], ...] = ()
    heard: Annotated[float, Meta(ge=0, le=1e11)] | None = None


class Leave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Leave the room; the seat stays one's own."""


class Do(msgspec.Struct, gc=False, frozen=True, forbid_unknown_fields=True):
    """Ask for a deed. The same command is never done twice; it is answered again."""

    command: Id
    operation: Operation = msgspec.field(name="deed")
    seat: Seat | None = None  # which of one's seats, where one has several


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say something to everybody in the room."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Are you there?"""


REQUESTS: dict[str, type[msgspec.Struct]] = {
    "enter": Enter,
    "leave": Leave,
    "do": Do,
    "say": Say,
    "ping": Ping,
}

# ---- from the hall -------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True):
    """The first message on every connection."""

    protocol: int
    server: str
    name: str = ""  # who the hall takes one for, if it knows
    at: float = 0.0  # the time of the hall, in seconds since 1970


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chair of the room, and who sits in it."""

    seat: Shown
    name: Shown = ""
    kind: Shown = ""  # person, bot, computer, or nothing while it is empty
    online: bool = False


class Clocks(msgspec.Struct, gc=False, frozen=True):
    """What everybody has left, in seconds, and whose clock is running."""

    left: tuple[float, ...]
    running: tuple[int, ...]


class OfferInfo(msgspec.Struct, frozen=True):
    """What a seat has offered, and who has agreed so far."""

    what: Literal["draw", "undo"]
    seat: int
    agreed: tuple[int, ...]


class Moves(msgspec.Struct, gc=False, frozen=True):
    """The list of moves from `at` on is now this."""

    at: int
    events: Sequence[Event]


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the match is about."""

    match: str
    game: str
    title: Shown
    rules: int
    settings: dict[str, bool | int | str]
    control: TimeControl | None = None
    rated: bool = False
    listed: bool = True


class News(msgspec.Struct, gc=False, omit_defaults=True):
    """What is so at the moment; in `did` only what may have changed."""

    status: str  # open, running, over
    seat_infos: tuple[SeatInfo, ...] | None = msgspec.field(name="chairs", default=None)
    moves: Moves | None = None
    view: View | None = None
    changes: Changes | None = None
    paths: dict[str, Any] | None = None  # only for a seat that may act; a `table.paths.Branch`
    dangers: dict[int, Sentence] | None = None  # which of those actions lose at once, and why
    clocks: Clocks | None = None
    offer: OfferInfo | None = None
    outcome: Outcome | None = None
    again: tuple[int, ...] = ()
    next: str = ""
    commands: tuple[str, ...] = ()  # which of the commands of this seat are done with this


class Entered(msgspec.Struct, frozen=True, omit_defaults=True):
    """The whole room, as this client may see it."""

    terms: Terms
    seats: tuple[int, ...]  # one's own
    news: News
    board: Board | None = None


class Ack(msgspec.Struct, frozen=True):
    """The command is done and kept; it was so before, or it changed nothing that is shown."""

    command: str


class SeatedMessage(msgspec.Struct, frozen=True):
    """The seat is one's own now; its secret proves it from anywhere. Nobody else is told."""

    seat: int
    code: str


class ErrorMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something was refused; `stale` if the room has moved on, and then a `room` follows."""

    sentence: Sentence
    text: str
    code: str
    command: str = ""
    retry: float | None = None  # seconds, where it may succeed later


class ChatMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody in the room has said."""

    name: Shown
    text: Annotated[str, Meta(max_length=1_000)]
    at: float
    seat: int | None = None


class Bye(msgspec.Struct, frozen=True):
    """The hall goes away; come back in so many seconds."""

    retry: float
    reason: Literal["restart"] = "restart"


_encode = msgspec.json.Encoder().encode
_letter = msgspec.json.Decoder(Envelope).decode
_requests = {name: msgspec.json.Decoder(kind).decode for name, kind in REQUESTS.items()}


class _Frame(msgspec.Struct, gc=False, frozen=True, omit_defaults=True):
    t: str
    d: Any
    v: int | None = None


def frame(kind: str, data: Any, seq: int | None = None) -> str:
    """A message from the hall, ready to send."""
    return _encode(_Frame(kind, data, seq)).decode()


def read(text: str | bytes) -> tuple[Envelope, Any]:
    """A message to the hall and its contents; msgspec's errors say what is wrong with it."""
    letter = _letter(text)
    decode = _requests.get(letter.t)
    if decode is None:
        raise msgspec.ValidationError(f"there is no message {letter.t[:40]!r}")
    return letter, decode(letter.d)
