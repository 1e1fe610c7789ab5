"""Keeping matches: every match saves itself as a record while it is played, and can be resumed.

Each process writes files of its own, so that two never fight over one; if both resume the same
match, the second to save takes a new file. A file is replaced as a whole or not at all. A folder
that cannot be written to is no reason to stop playing.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from math import inf
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import msgspec

from parlour.table.errors import BadRecord
from parlour.table.files import data_folder, write_atomically
from parlour.table.matches.record_text import to_text
from parlour.table.record import LARGEST, Record
from parlour.table.sentences import shorten

SECONDS = 1.0
"""How often a match saves itself while no person takes part."""


def matches_folder() -> Path:
    """Where matches save themselves."""
    return data_folder() / "matches"


def save_record(record: Record, path: Path) -> None:
    """Save a record: as text to a name that ends in .txt, else as JSON; a sentence if it fails."""
    write_out(str(path), to_text(record).encode() if path.suffix == ".txt" else record.to_json())


def write_out(target: str, data: bytes) -> None:
    """Write to a file, as a whole, or to the screen if the target is `-`."""
    if target == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        write_atomically(Path(target), data)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BadRecord("terminal.not_saved", path=shorten(target, 200), reason=reason) from None


class Autosave:
    """The file in which one match saves itself."""

    def __init__(self, slug: str, path: Path | None = None) -> None:
        self.slug = slug
        self.path = path
        self.trouble = ""  # why it could not be saved the last time
        self.time = -inf  # when that was
        self.version = _version(path)  # of the file, as we left it

    @property
    def due(self) -> bool:
        """Is it a while ago that the match was saved?"""
        return monotonic() - self.time >= SECONDS

    def save(self, record: Record) -> None:
        """Save the match as it stands; remember why if that is impossible."""
        try:
            if self.path is None or self.version != _version(self.path):
                self.path = self._new_file()
            write_atomically(self.path, record.to_json())
            self.version, self.trouble = _version(self.path), ""
        except OSError as error:
            self.trouble = error.strerror or type(error).__name__
        self.time = monotonic()

    def _new_file(self) -> Path:
        """A file that no other process has, named after the time and the game."""
        folder = matches_folder()
        folder.mkdir(parents=True, exist_ok=True)
        stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
        handle, name = tempfile.mkstemp(dir=folder, prefix=f"{stamp}-{self.slug}-", suffix=".json")
        os.close(handle)
        self.version = _version(Path(name))
        return Path(name)


def _version(path: Path | None) -> tuple[int, int] | None:
    """What changes whenever anybody writes the file anew; None if there is none."""
    with suppress(OSError):
        if path is not None:
            about = path.stat()
            return about.st_ino, about.st_mtime_ns
    return None


# ---- what was kept -------------------------------------------------------------------------------


class RecordHeader(msgspec.Struct):
    """As much of a record as tells whether its match can go on, read without checking the rest."""

    game: str = ""
    players: tuple[str, ...] = ()
    events: list[msgspec.Raw] = msgspec.field(default_factory=list[msgspec.Raw])
    result: ResultText | None = None


class ResultText(msgspec.Struct):
    """As much of a result as people read."""

    text: str = ""


class SavedMatch(NamedTuple):
    """A match that was kept: who played what and when, and how it ended if it did."""

    file: Path
    game: str
    players: tuple[str, ...]
    moves: int
    when: datetime
    result: str | None


def kept() -> Iterator[Path]:
    """The matches in the folder, the latest first."""
    with suppress(OSError):
        files = [(file.stat().st_mtime_ns, file) for file in matches_folder().glob("*.json")]
        yield from (file for _, file in sorted(files, reverse=True))


def find_record(name: str | None) -> str:
    """The file that is meant: without a name that of the last match; a bare name is also looked for
    among the kept matches, with or without its ending."""
    if name is None:
        latest = next(kept(), None)
        if latest is None:
            raise BadRecord("terminal.nothing_kept")
        return str(latest)
    with suppress(OSError, ValueError):  # of names that no file can have
        if Path(name).name == name and not Path(name).exists():
            for file in (matches_folder() / name, matches_folder() / f"{name}.json"):
                if file.is_file():
                    return str(file)
    return name


def unfinished() -> Iterator[SavedMatch]:
    """The matches that can go on, the one that was left last first."""
    return (match for match in saved_matches() if match.moves and match.result is None)


def saved_matches() -> Iterator[SavedMatch]:
    """What was kept, the latest first; files that are no records are passed over."""
    for file in kept():
        with suppress(OSError, msgspec.MsgspecError, RecursionError):
            with file.open("rb") as source:
                glance = msgspec.json.decode(source.read(LARGEST + 1), type=RecordHeader)
            when = datetime.fromtimestamp(file.stat().st_mtime).astimezone()
            if not glance.players:
                continue
            result = glance.result.text if glance.result else None
            yield SavedMatch(file, glance.game, glance.players, len(glance.events), when, result)
