"""Operations: what a user or the hall does in a room; and entries, operations that were done.

A client sends an operation in a command. The hall writes it as an `Entry`: its number, the seat,
the operation, and the hall time. The state of a room follows from its entries alone.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

LONGEST_NAME = 40
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Code = Annotated[str, Meta(max_length=64)]
ActionText = Annotated[str, Meta(min_length=1, max_length=4_000)]


class _Operation(
    msgspec.Struct,
    gc=False,
    frozen=True,
    omit_defaults=True,
    tag_field="do",
    forbid_unknown_fields=True,
):
    """Base of all operations; on disk and on the wire, the field `do` is the tag."""


class Sit(_Operation, frozen=True, tag="sit"):
    """Take an empty seat, as a person, a bot (a program's account) or a computer player."""

    name: Name
    kind: Literal["person", "bot", "computer"] = "person"
    person: str = ""  # the id of the account; empty for a seat taken by a link
    player: str = ""  # the computer player, such as uct:1s
    # The secret code of the seat, which the client may choose, and the invitation that was used.
    # Only their hashes are stored.
    code: Code = ""
    invitation: Code = ""


class Stand(_Operation, frozen=True, tag="stand"):
    """Leave the seat before the match has begun."""


class Act(_Operation, frozen=True, tag="act"):
    """Act: by the action's text, or by its number as in `paths`; the text is stored.

    Also written for chance.
    """

    action: ActionText | Annotated[int, Meta(ge=0)]


class Resign(_Operation, frozen=True, tag="resign"):
    """Resign."""


class Draw(_Operation, frozen=True, tag="draw"):
    """Offer a draw, or agree to one."""


class Undo(_Operation, frozen=True, tag="undo"):
    """Take back the seat's last action: immediately in its own turn, otherwise if others agree."""


class Agree(_Operation, frozen=True, tag="agree"):
    """Accept the open offer."""


class Decline(_Operation, frozen=True, tag="decline"):
    """Decline the open offer, or withdraw one's own."""


class Abort(_Operation, frozen=True, tag="abort"):
    """End the match before every seat has moved; it does not count. The hall may at any time."""


class Flag(_Operation, frozen=True, tag="flag"):
    """A seat is out of time. Only the hall writes this."""


class Rematch(_Operation, frozen=True, tag="rematch"):
    """Ask for a rematch, which begins when all players have asked for one."""

    match: str = ""  # the new match, once it exists


Operation = Sit | Stand | Act | Resign | Draw | Undo | Agree | Decline | Abort | Flag | Rematch


class Entry(msgspec.Struct, gc=False, frozen=True):
    """An operation that was done, by a seat, by CHANCE, or by NOBODY for the hall itself."""

    seq: int
    seat: int
    operation: Operation
    at: float  # hall time, in seconds
    command: str | None = None  # the id of its command, unique in the match


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Operation).decode
