"""What can happen in a room, as it is kept: a match is the list of these.

Whoever asks for one of them sends it as a command. Once kept it is an `Entry`: a number in the row,
who did what, and when by the hall's time. A room is what its entries make of it, and nothing else.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

LONGEST_NAME = 40
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Code = Annotated[str, Meta(max_length=64)]
ActionText = Annotated[str, Meta(min_length=1, max_length=4_000)]


class _Operation(msgspec.Struct, gc=False, frozen=True, omit_defaults=True, tag_field="do"):
    """Base of all deeds; on disk and on the wire the field `do` says which it is."""


class Sit(_Operation, frozen=True, tag="sit"):
    """Take an empty chair: a person, a bot (an account that a program plays), or a computer."""

    name: Name
    kind: Literal["person", "bot", "computer"] = "person"
    person: str = ""  # the id of the account, a person's or a bot's; none with a seat link
    player: str = ""  # which computer, such as uct:1s
    # The secret that proves the seat from anywhere, of one's own choice if one asks for a seat with
    # one; and the invitation with which one came. Of both only the hashes are kept.
    code: Code = ""
    invitation: Code = ""


class Stand(_Operation, frozen=True, tag="stand"):
    """Leave the chair again, while the match has not begun."""


class Act(_Operation, frozen=True, tag="act"):
    """An action by its text or, as `paths` lead to it, by its number; it is kept by its text.

    Chance acts too.
    """

    action: ActionText | Annotated[int, Meta(ge=0)]


class Resign(_Operation, frozen=True, tag="resign"):
    """Give up."""


class Draw(_Operation, frozen=True, tag="draw"):
    """Offer a draw, or agree to one."""


class Undo(_Operation, frozen=True, tag="undo"):
    """Take the own last action back: at once in the own turn, else if the others agree."""


class Agree(_Operation, frozen=True, tag="agree"):
    """Agree to what is offered."""


class Decline(_Operation, frozen=True, tag="decline"):
    """Decline what is offered, or withdraw it."""


class Abort(_Operation, frozen=True, tag="abort"):
    """End the match before it has really begun; it does not count. The hall may at any time."""


class Flag(_Operation, frozen=True, tag="flag"):
    """Somebody's time is up. Only the hall says so."""


class Rematch(_Operation, frozen=True, tag="rematch"):
    """Ask for another match after this one; when all want it, there is one."""

    match: str = ""  # the new match, once there is one


Operation = Sit | Stand | Act | Resign | Draw | Undo | Agree | Decline | Abort | Flag | Rematch


class Entry(msgspec.Struct, gc=False, frozen=True):
    """A deed that was done: `seat` is the one that did it, CHANCE, or NOBODY for the hall."""

    seq: int
    seat: int
    operation: Operation
    at: float  # hall time, in seconds
    command: str | None = None  # the id under which it was asked for; unique in the match


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Operation).decode
