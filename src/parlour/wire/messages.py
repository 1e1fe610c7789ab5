"""The messages between the hall and its clients: a small struct for each kind.

Every message is `{"t": kind, "v": number, "d": data}`. From the hall, `v` is the number of the last
entry of the match that the message includes; from a client, the last one that the client has seen.
The protocol is described in docs/wire.md.

Two fields are older than our words for them and keep their names on the wire: `deed` is the
operation of a command, `chairs` are the seats of a room.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from parlour.table.clock import TimeControl
from parlour.table.matches.reports import Report
from parlour.table.outcome import Outcome
from parlour.table.record import Event
from parlour.table.sentences import Sentence
from parlour.table.view import Board, Changes, View
from parlour.wire.http_types import Offered
from parlour.wire.operations import Operation

PROTOCOL = 1
LARGEST = 8 * 1024
"""The largest message to the hall, in bytes; a larger one ends the connection."""

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
Shown = Annotated[str, Meta(max_length=200)]
"""A name or a title. The hall's own are shorter; a client refuses longer ones."""
Seq = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Seat = Annotated[int, Meta(ge=0, lt=16)]

ChatAudience = Literal["room", "players", "spectators"]
"""Who reads a chat message: everybody, those with a seat, or those without."""

# ---- to the hall ---------------------------------------------------------------------------------


class Envelope(msgspec.Struct, gc=False, frozen=True, forbid_unknown_fields=True):
    """The envelope of every message to the hall."""

    t: str
    v: Seq | None = None
    d: msgspec.Raw = msgspec.Raw(b"{}")


class Enter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Enter a room. Each code is the secret of a seat; a client without codes is a spectator.

    A client that reconnects sends its last entry in `v` and the time of its last chat message in
    `heard`; it is sent what it has missed.
    """

    match: Id
    codes: tuple[Annotated[str, Meta(max_length=64)], ...] = ()
    heard: Annotated[float, Meta(ge=0, le=1e11)] | None = None


class Leave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Leave the room; the client keeps its seats."""


class Do(msgspec.Struct, gc=False, frozen=True, forbid_unknown_fields=True):
    """A command: carry out an operation, once. The same command is answered again, not repeated."""

    command: Id
    operation: Operation = msgspec.field(name="deed")
    seat: Seat | None = None  # if the client has several


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Send a chat message."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]
    to: ChatAudience = "room"


class Watch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Be told about these lists, and about no others, beside the room one is in."""

    lists: Annotated[tuple[Literal["lobby", "mine"], ...], Meta(max_length=2)]


class PreviewPath(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask what these sites would do, if the client's seat to act touched them."""

    id: Id
    path: Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(max_length=200)]


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Check the connection; the answer is `pong`."""


REQUESTS: dict[str, type[msgspec.Struct]] = {
    "enter": Enter,
    "leave": Leave,
    "do": Do,
    "say": Say,
    "watch": Watch,
    "preview": PreviewPath,
    "ping": Ping,
}

# ---- from the hall -------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True):
    """The first message on every connection."""

    protocol: int
    server: str
    name: str = ""  # the name of the user, if signed in
    at: float = 0.0  # the hall's time, in seconds since 1970


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of the room and its occupant."""

    seat: Shown
    name: Shown = ""
    kind: Shown = ""  # person, bot or computer; empty if the seat is
    online: bool = False


class Clocks(msgspec.Struct, gc=False, frozen=True):
    """The time left for each seat, in seconds, and the seats whose clocks are running."""

    left: tuple[float, ...]
    running: tuple[int, ...]


class OfferInfo(msgspec.Struct, frozen=True):
    """An open offer of a seat, and the seats that have agreed to it."""

    what: Literal["draw", "undo"]
    seat: int
    agreed: tuple[int, ...]


class OfferDeclined(msgspec.Struct, frozen=True):
    """The offer of a seat was declined by another one; it is told once."""

    what: Literal["draw", "undo"]
    seat: int  # that had offered
    by: int


class Moves(msgspec.Struct, gc=False, frozen=True, omit_defaults=True):
    """The list of moves from index `at` on is replaced by these; reports of the last of them."""

    at: int
    events: Sequence[Event]
    reports: Sequence[Report] = ()


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game, settings and conditions of a match."""

    match: str
    game: str
    title: Shown
    rules: int
    settings: dict[str, bool | int | str]
    control: TimeControl | None = None
    rated: bool = False
    listed: bool = True


class News(msgspec.Struct, gc=False, omit_defaults=True):
    """The state of a room; in `did`, only the parts that may have changed."""

    status: str  # open, running, over
    seat_infos: tuple[SeatInfo, ...] | None = msgspec.field(name="chairs", default=None)
    moves: Moves | None = None
    view: View | None = None
    changes: Changes | None = None
    paths: dict[str, Any] | None = None  # for a seat that may act: a `table.paths.Branch`
    dangers: dict[int, Sentence] | None = None  # actions that lose at once, with the reason
    clocks: Clocks | None = None
    offer: OfferInfo | None = None
    declined: OfferDeclined | None = None
    outcome: Outcome | None = None
    again: tuple[int, ...] = ()
    next: str = ""
    commands: tuple[str, ...] = ()  # commands of this seat that this message acknowledges
    may: tuple[str, ...] | None = None  # what the client's seats may do; None if it has not changed
    spectators: int | None = None  # how many only watch; in `room` only, see `Watching`


class Entered(msgspec.Struct, frozen=True, omit_defaults=True):
    """The full state of a room, as this client may see it."""

    terms: Terms
    seats: tuple[int, ...]  # of this client
    news: News
    board: Board | None = None


class Ack(msgspec.Struct, frozen=True):
    """Acknowledges a command that no `did` acknowledges, such as one that was repeated."""

    command: str


class SeatedMessage(msgspec.Struct, frozen=True):
    """The client has taken a seat; the secret code gives access to it from any device."""

    seat: int
    code: str


class ErrorMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refusal. After the code `stale` (the position has changed) a `room` follows."""

    sentence: Sentence
    text: str
    code: str
    command: str = ""
    retry: float | None = None  # seconds, if a retry may succeed


class ChatMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chat message in a room."""

    name: Shown
    text: Annotated[str, Meta(max_length=1_000)]
    at: float
    seat: int | None = None
    to: ChatAudience = "room"


class Previewed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a path would do; nothing if that is unknown yet, or not for this seat to know."""

    id: Id
    changes: Changes | None = None
    sentence: Sentence | None = None
    danger: Sentence | None = None


class Watching(msgspec.Struct, frozen=True):
    """How many clients watch the room without a seat."""

    count: Annotated[int, Meta(ge=0)]


class LobbyNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """The lobby in full, newest first, or what has changed in it."""

    matches: tuple[Offered, ...] | None = None
    put: tuple[Offered, ...] = ()  # new, or other than before
    gone: tuple[str, ...] = ()


class OwnMatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match in which the user sits."""

    match: str
    game: str
    title: Shown
    status: str  # open, running, over
    seats: tuple[int, ...]  # the user's own
    names: tuple[Shown, ...]  # by seat; empty if the seat is
    turn: bool = False  # may the user act now?
    since: float = 0.0  # when it was created
    result: Sentence | None = None


class OwnNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """The user's matches in full, or what has changed among them."""

    matches: tuple[OwnMatch, ...] | None = None
    put: tuple[OwnMatch, ...] = ()
    gone: tuple[str, ...] = ()


class Bye(msgspec.Struct, frozen=True):
    """The hall is restarting; reconnect after `retry` seconds."""

    retry: float
    reason: Literal["restart"] = "restart"


class _Named(msgspec.Struct):
    """The part of a request that names it."""

    command: Id = ""
    id: Id = ""


_encode = msgspec.json.Encoder().encode
_named = msgspec.json.Decoder(_Named).decode
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
    """Decode a message to the hall; raises msgspec's errors if it is invalid."""
    letter = _letter(text)
    decode = _requests.get(letter.t)
    if decode is None:
        raise msgspec.ValidationError(f"there is no message {letter.t[:40]!r}")
    return letter, decode(letter.d)


def command_of(text: str | bytes) -> str:
    """The id of the command in a message to the hall that was refused unread; empty if none."""
    try:
        named = _named(_letter(text).d)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
    return named.command or named.id


def name_of(message: object) -> str:
    """The id that a message to the hall has, if it has one: errors name it."""
    if isinstance(message, Do):
        return message.command
    return message.id if isinstance(message, PreviewPath) else ""
