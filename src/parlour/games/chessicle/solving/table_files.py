"""Endgame tables as files: one is shipped with the game, larger ones are built on demand.

A file starts with a header, one line of JSON; the entries follow, compressed.
"""

from __future__ import annotations

import zlib
from contextlib import suppress
from functools import cache
from itertools import pairwise
from pathlib import Path

import msgspec

from parlour.games.chessicle.packed_files import read_packed
from parlour.games.chessicle.solving.endgame_table import SHARED, EndgameTable, Progress
from parlour.table.errors import BadText, ParlourError
from parlour.table.sentences import shorten
from parlour.table.texts.files import data_folder, unwritable, write_atomically

SHIPPED = Path(__file__).with_name("endings.bin")
SHIPPED_PIECES, MOST_PIECES = 4, 5
VERSION = 1  # of the rules that the tables are about
LARGEST_FILE = 1 << 26


class EndgameTableHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The header of a table file."""

    game: str
    version: int
    pieces: int
    friend_blocks: bool
    checksum: int


@cache
def endgame_table_for(friend_blocks: bool, own: bool = True) -> EndgameTable:
    """The largest table for a setting, cached; an empty one if there is none. Without `own`, only
    shipped tables count."""
    found = [EndgameTable(1, friend_blocks)]
    if not friend_blocks:
        found.append(read_table(SHIPPED, friend_blocks))
    if own:
        with suppress(ParlourError):  # missing or damaged: a smaller table will do
            found.append(read_table(own_path(friend_blocks), friend_blocks))
    return max(found, key=lambda table: table.pieces)


def own_path(friend_blocks: bool) -> Path:
    """The path of the user's own table."""
    return data_folder() / "chessicle" / ("blocked.bin" if friend_blocks else "endings.bin")


def make_table(pieces: int, friend_blocks: bool, path: Path, progress: Progress) -> EndgameTable:
    """Build the table of up to so many characters and save it."""
    table = EndgameTable(pieces, friend_blocks)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        table.find_all(progress)
        entries = packed(table.data)
        header = EndgameTableHeader(
            "chessicle", VERSION, pieces, friend_blocks, zlib.crc32(entries)
        )
        write_atomically(path, msgspec.json.encode(header) + b"\n" + zlib.compress(entries, 9))
    except (OSError, ValueError) as error:  # ValueError: no file can have such a name
        raise BadText(unwritable(path, error)) from None
    endgame_table_for.cache_clear()
    return table


def packed(entries: bytearray) -> bytes:
    """The entries of a file. Impossible positions repeat the entry before: it compresses best."""
    runs = entries.split(bytes([SHARED]))
    last, parts = 0, [runs[0]]
    for before, run in pairwise(runs):
        last = before[-1] if before else last
        parts += [bytearray([last]), run]
    return b"".join(parts)


def read_table(path: Path, friend_blocks: bool) -> EndgameTable:
    """Load a table; BadText if the file is not a table, or one for other settings."""
    shown = shorten(str(path), 200)
    header, rest = read_packed(path, EndgameTableHeader, LARGEST_FILE, "chessicle.table_none")
    if header.game != "chessicle" or not 2 <= header.pieces <= MOST_PIECES:
        raise BadText("chessicle.table_none", path=shown)
    if header.version != VERSION:
        raise BadText("chessicle.table_version", path=shown, given=header.version, version=VERSION)
    if header.friend_blocks != friend_blocks:
        raise BadText("chessicle.table_settings", path=shown)
    table = EndgameTable(header.pieces, friend_blocks)
    try:
        entries = zlib.decompressobj().decompress(rest, table.count + 1)
    except zlib.error:
        entries = b""
    if len(entries) != table.count or zlib.crc32(entries) != header.checksum:
        raise BadText("chessicle.table_damaged", path=shown)
    table.data[:] = entries
    return table
