"""The weights of the net as a file: a line of JSON, then bytes, compressed.

A file of another game, of other rules or of another shape is refused, as is one that was cut or
edited.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from parlour.games.chessicle.net.pairs import FEATURES
from parlour.games.chessicle.packed_files import read_packed
from parlour.table.errors import BadText
from parlour.table.sentences import shorten

SHIPPED = Path(__file__).with_name("net.bin")
VERSION = 1  # of the rules that the net was taught
LAYERS = (128, 128, 64, 3)
LARGEST_FILE = 1 << 20


class NetHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The header of a file of weights."""

    game: str
    version: int
    layers: tuple[int, ...]
    checksum: int


class Weights(NamedTuple):
    """All weights and biases; a dense layer has a row for each of its sums."""

    pairs: Sequence[int]
    bias1: Sequence[int]
    dense2: Sequence[int]
    bias2: Sequence[int]
    dense3: Sequence[int]
    bias3: Sequence[int]
    dense4: Sequence[int]
    bias4: Sequence[int]


def _sizes() -> list[tuple[Literal["b", "i"], int]]:
    """The type and length of each part of the file, in the order of `Weights`."""
    first, second, third, results = LAYERS
    return [
        ("b", FEATURES * first), ("i", first), ("b", first * second), ("i", second),
        ("b", second * third), ("i", third), ("b", third * results), ("i", results),
    ]  # fmt: skip


@cache
def shipped_weights() -> Weights:
    """The weights that come with the game."""
    return read_weights(SHIPPED)


def read_weights(path: Path) -> Weights:
    """Read a file; BadText if it is none for this game, or damaged."""
    shown = shorten(str(path), 200)
    header, rest = read_packed(path, NetHeader, LARGEST_FILE, "chessicle.net_none")
    if header.game != "chessicle" or header.layers != LAYERS:
        raise BadText("chessicle.net_none", path=shown)
    if header.version != VERSION:
        raise BadText("chessicle.net_version", path=shown, given=header.version, version=VERSION)
    length = sum(array(kind).itemsize * count for kind, count in _sizes())
    try:
        data = zlib.decompressobj().decompress(rest, length + 1)
    except zlib.error:
        data = b""
    if len(data) != length or zlib.crc32(data) != header.checksum:
        raise BadText("chessicle.net_damaged", path=shown)
    return _parted(data)


def _parted(data: bytes) -> Weights:
    parts: list[list[int]] = []
    for kind, count in _sizes():
        numbers: array[int] = array(kind)
        size = numbers.itemsize * count
        numbers.frombytes(data[:size])
        if sys.byteorder == "big":
            numbers.byteswap()
        parts.append(list(numbers))
        data = data[size:]
    return Weights(*parts)


def written(weights: Weights) -> bytes:
    """The contents of a file."""
    data = b""
    for (kind, _), numbers in zip(_sizes(), weights, strict=True):
        part: array[int] = array(kind, numbers)
        if sys.byteorder == "big":
            part.byteswap()
        data += part.tobytes()
    header = NetHeader("chessicle", VERSION, LAYERS, zlib.crc32(data))
    return msgspec.json.encode(header) + b"\n" + zlib.compress(data, 9)
