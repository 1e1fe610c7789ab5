"""The file of a net: what it is for, its shape, and its weights as little-endian numbers.

8 bytes    PARLNET1
32 bytes   SHA-256 of everything that follows
4 bytes    length of the header
header     JSON: `Header`
weights    the arrays of `sections`, one after the other
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.players.nets import english as english  # imported for its texts
from parlour.table.errors import BadSettings
from parlour.table.registry import AnyGame
from parlour.table.sentences import shorten

MAGIC = b"PARLNET1"
MOST_BYTES = 1_000_000
HIDDEN = 64  # units of the value's hidden layer
TANH_ENTRIES = 513  # of tanh from -8 to 8, in steps of 1/32
EXP_ENTRIES = 768  # of exp(-x) from 0 on, in steps of 1/64

Count = Annotated[int, Meta(ge=0, le=4096)]


class BadNet(BadSettings):
    """A file that is no net for this game."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a net is for, and its shape."""

    game: Annotated[str, Meta(max_length=40)]
    version: int  # of the game's rules
    planes: Annotated[int, Meta(ge=1, le=6)]
    rows: Count  # of its table
    blocks: Annotated[int, Meta(ge=1, le=16)]
    channels: int  # 16, 32, 48 or 64
    taps: Annotated[tuple[Annotated[int, Meta(ge=0, le=8)], ...], Meta(min_length=1, max_length=9)]
    # Bits to the right of the point: the stem, two for each block, one for each wide block, the
    # policy, the hidden layer, the value.
    shifts: tuple[Annotated[int, Meta(ge=0, le=20)], ...]

    @property
    def wide(self) -> int:
        """The number of blocks that tell each cell about the whole board: every other one."""
        return self.blocks // 2


class NetFile(msgspec.Struct, frozen=True):
    header: Header
    weights: bytes


def sections(header: Header) -> Iterator[tuple[str, int, int]]:
    """Name, width in bytes and count of each array of the weights, in their order."""
    c = header.channels
    yield "stem", 4, 9 * header.planes * c
    yield "stem_bias", 4, c
    yield "table", 4, header.rows * c
    for block in range(header.blocks):
        for half in (2 * block, 2 * block + 1):
            yield f"layer{half}", 2, len(header.taps) * c * c
            yield f"bias{half}", 4, c
        if block % 2 == 1:
            yield f"board{block // 2}", 2, 2 * c * c
            yield f"board_bias{block // 2}", 4, c
    yield "policy", 2, c
    yield "policy_bias", 4, 1
    yield "hidden", 2, 2 * c * HIDDEN
    yield "hidden_bias", 4, HIDDEN
    yield "value", 2, HIDDEN
    yield "value_bias", 4, 1
    yield "exp", 4, EXP_ENTRIES
    yield "tanh", 2, TANH_ENTRIES + 1  # one more, so that the file ends on four bytes


def offsets(header: Header) -> dict[str, int]:
    """Where each array of the weights begins."""
    found: dict[str, int] = {}
    at = 0
    for name, width, count in sections(header):
        found[name] = at
        at += width * count
    return found


def written(header: Header, weights: bytes) -> bytes:
    """The bytes of a net's file."""
    about = msgspec.json.encode(header)
    about += b" " * (-len(about) % 4)
    content = len(about).to_bytes(4, "little") + about + weights
    return MAGIC + hashlib.sha256(content).digest() + content


def read_net(path: Path, game: AnyGame) -> NetFile:
    """Read the net for a game; BadNet, with the reason, if the file holds none."""
    name = shorten(path.name)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError):
        raise BadNet("nets.missing", file=name) from None
    if not data.startswith(MAGIC):
        raise BadNet("nets.not_a_net", file=name)
    if len(data) > MOST_BYTES:
        raise BadNet("nets.huge", file=name, most=MOST_BYTES)
    start = len(MAGIC) + 32
    if hashlib.sha256(data[start:]).digest() != data[len(MAGIC) : start]:
        raise BadNet("nets.damaged", file=name)
    length = int.from_bytes(data[start : start + 4], "little")
    try:
        header = msgspec.json.decode(data[start + 4 : start + 4 + length], type=Header)
    except msgspec.DecodeError:
        raise BadNet("nets.shapes", file=name) from None
    weights = data[start + 4 + length :]
    fits = (
        header.channels in (16, 32, 48, 64)
        and len(set(header.taps)) == len(header.taps)
        and len(header.shifts) == 4 + 2 * header.blocks + header.wide
        and len(weights) == sum(width * count for _, width, count in sections(header))
        and sys.byteorder == "little"
    )
    if not fits:
        raise BadNet("nets.shapes", file=name)
    if header.game != game.slug:
        raise BadNet("nets.other_game", file=name, found=shorten(header.game), game=game.slug)
    if header.version != game.version:
        raise BadNet(
            "nets.other_rules",
            file=name,
            found=header.version,
            game=game.slug,
            version=game.version,
        )
    return NetFile(header, weights)
